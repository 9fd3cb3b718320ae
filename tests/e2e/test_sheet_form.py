"""The form of a sheet: rows come and go without saving, steps save as one goes, and what is not saved asks before one
leaves."""

import re
import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

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
    expect(page.get_by_role("heading", name="Identity", exact=True)).to_be_visible()
    return page


def test_rows_come_and_go_before_one_save_and_unsaved_ones_ask(page: Page) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.get_by_role("button", name="Story", exact=True).click()
    expect(page.get_by_role("heading", name="Story", exact=True)).to_be_visible()
    add = page.get_by_role("button", name=re.compile("Add ?: Intimacies"))
    for name in ("My sister", "The river", "The toll", "The duke"):
        add.press("Enter")
        page.keyboard.type(name)  # the focus is in the new row
    page.get_by_role("group", name="Intimacies 3").get_by_role("button", name="Remove").click()
    expect(add).to_be_focused()
    page.get_by_role("link", name="Back").click(no_wait_after=True)
    expect(page.get_by_role("heading", name="Story", exact=True)).to_be_visible()
    page.wait_for_timeout(50)
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Abilities").click()
    expect(page.get_by_role("heading", name="Abilities", exact=True).first).to_be_visible()
    page.get_by_role("button", name=re.compile("Add ?: Caste and Favored")).click()
    expect(page.get_by_label("Caste and Favored 3")).to_be_focused()
    page.get_by_label("Caste and Favored 3").select_option("dodge")
    page.get_by_role("button", name="Save and close").click()
    expect(page.get_by_role("heading", name="Mereth", exact=True)).to_be_visible()
    told = page.locator(".sheet")
    for name in ("My sister", "The river", "The duke", "Dodge"):
        expect(told).to_contain_text(name)
    expect(told).not_to_contain_text("The toll")
    assert asked == ["beforeunload"]


def test_the_keyboard_goes_through_the_steps_and_enter_means_the_main_button(page: Page) -> None:
    name = page.get_by_label("Name")
    name.fill("Mereth Vane")
    name.press("Enter")
    expect(page.get_by_role("heading", name="Attributes", exact=True).first).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_have_text("Attributes")
    page.locator(".dotset", has_text="Strength").locator("input:checked").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Next: Abilities").press("Enter")
    expect(page.get_by_role("heading", name="Abilities", exact=True).first).to_be_visible()
    page.go_back()
    expect(page.locator(".making__head")).to_contain_text("Mereth Vane")
    page.reload()
    expect(page.locator(".dotset", has_text="Strength").locator("input:checked")).to_have_value("4")


def test_without_scripts_the_steps_work_and_a_half_made_character_is_there_in_the_next_browser(
    browser: Browser, page: Page
) -> None:
    where, kept = page.url, page.context.storage_state()
    context = browser.new_context(java_script_enabled=False, storage_state=kept)
    plain = context.new_page()
    plain.goto(where)
    plain.get_by_label("Name").fill("Mereth Vane")
    plain.get_by_role("button", name="Next: Attributes").click()
    plain.locator(".dotset", has_text="Wits").locator('label:has([value="5"])').click()
    plain.get_by_role("button", name="Next: Abilities").click()
    expect(plain.get_by_role("heading", name="Abilities", exact=True).first).to_be_visible()
    context.close()
    again = browser.new_context(storage_state=kept)
    later = again.new_page()
    later.goto(f"{where}attributes/")
    expect(later.locator(".dotset", has_text="Wits").locator("input:checked")).to_have_value("5")
    expect(later.locator(".making__head")).to_contain_text("Mereth Vane")
    again.close()
