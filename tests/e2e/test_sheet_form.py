"""The form of a sheet: rows come and go without saving, and what is not saved asks before one leaves."""

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.e2e.conftest import Person


@pytest.fixture
def page(person: Callable[..., Person]) -> Page:
    """Somebody with a new character of the Third Edition, on its form."""
    someone = person(f"scribe-{uuid.uuid4().hex[:8]}", width=390, height=844).sign_up()
    page = someone.page
    page.goto("/series/new/")
    page.get_by_label("Name").fill("The Paper Vault")
    page.get_by_label("Game system").select_option("exalted3e")
    page.locator("main form .btn--go").click()
    expect(page.get_by_role("heading", name="The Paper Vault")).to_be_visible()
    page.goto(f"{page.url}characters/new/")
    page.get_by_label("Name").fill("Mereth")
    page.get_by_label("Start from").select_option("solar")
    page.locator("main form .btn--go").click()
    expect(page.get_by_role("heading", name="Edit Mereth")).to_be_visible()
    return page


def test_rows_come_and_go_before_one_save_and_unsaved_ones_ask(page: Page) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    add = page.get_by_role("button", name=re.compile("Add ?: Intimacies"))
    for name in ("My sister", "The river", "The toll", "The duke"):
        add.press("Enter")
        page.keyboard.type(name)  # the focus is in the new row
    page.get_by_role("group", name="Intimacies 3").get_by_role("button", name="Remove").click()
    expect(add).to_be_focused()
    page.get_by_role("button", name=re.compile("Add ?: Caste and Favored")).click()
    expect(page.get_by_label("Caste and Favored 3")).to_be_focused()
    page.get_by_label("Caste and Favored 3").select_option("dodge")
    page.get_by_role("link", name="Back").click(no_wait_after=True)
    expect(page.get_by_role("heading", name="Edit Mereth")).to_be_visible()
    page.wait_for_timeout(50)
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Mereth", exact=True)).to_be_visible()
    told = page.locator(".sheet")
    for name in ("My sister", "The river", "The duke", "Dodge"):
        expect(told).to_contain_text(name)
    expect(told).not_to_contain_text("The toll")
    assert asked == ["beforeunload"]
