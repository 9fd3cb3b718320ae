"""Making characters, on a phone: the budget follows the dots, and a pasted block becomes an extra in the library."""

import uuid
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Person

BLOCK = "Man-at-arms\nStrength 3, Dexterity 2, Stamina 3, Melee 2, Brawl 1\nSpear, Armor 2\nSnores."


@pytest.fixture
def page(person: Callable[..., Person]) -> Page:
    """Somebody with a new series of the Dark Ages."""
    someone = person(f"maker-{uuid.uuid4().hex[:8]}", width=390, height=844).sign_up()
    page = someone.page
    page.goto("/series/new/")
    page.get_by_label("Name").fill("Iron Winter")
    page.get_by_label("Game system").select_option("v20da")
    page.locator("main form .btn--go").click()
    expect(page.get_by_role("heading", name="Iron Winter")).to_be_visible()
    return page


def test_the_budget_follows_the_dots_and_a_block_becomes_an_extra(page: Page) -> None:
    series = page.url
    page.goto(f"{series}characters/new/")
    page.get_by_label("Name").fill("Herr Albrecht")
    page.locator("main form .btn--go").click()
    told = page.locator("#tally-short")
    expect(told).to_have_text("Built without the budget.")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_label("Ignore budget").uncheck()
    expect(told).to_contain_text("Physical Attributes: 7 dots left")
    page.get_by_role("button", name="Attributes", exact=True).click()
    expect(told).to_contain_text("Physical Attributes 0 of 7")
    page.locator(".dotset", has_text="Strength").locator('label:has([value="4"])').click()
    expect(told).to_contain_text("Physical Attributes 3 of 7")
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("Physical Attributes 4 of 7")
    page.get_by_role("button", name="Save and close").click()
    page.get_by_role("link", name="Finish character").click()
    expect(page.get_by_role("button", name="Finish anyway")).to_be_visible()

    page.goto(f"{series}characters/text/")
    page.get_by_label("Text").fill(BLOCK)
    page.goto(f"{series}library/")
    page.goto(f"{series}characters/text/")
    expect(page.get_by_label("Text"), "what was typed and not saved is there again").to_have_value(BLOCK)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("main")).to_contain_text("Snores")
    page.get_by_label("Extra").check()
    page.get_by_role("button", name="Create this character").click()
    page.goto(f"{series}characters/text/")
    expect(page.get_by_label("Text"), "what was saved is not").to_have_value("")
    page.goto(f"{series}library/")
    expect(page.locator(".library")).to_contain_text("Man-at-arms")
    expect(page.locator(".library")).to_contain_text("extra")


def test_back_leads_to_the_look_and_to_the_form_whatever_was_wrong_with_it(page: Page) -> None:
    """Both are answers of forms, which the browser may not keep: Back once led to its own page of errors."""
    text = f"{page.url}characters/text/"
    page.goto(text)
    look_at_it = page.get_by_role("button", name="Preview")
    look_at_it.click()
    expect(page.locator(".wrong")).to_have_text("This field is required.")
    page.get_by_label("Text").fill(BLOCK)
    look_at_it.click()
    page.get_by_role("button", name="Create this character").click()
    expect(page.get_by_role("heading", name="Man-at-arms")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("button", name="Create this character")).to_be_visible()
    page.go_back()
    expect(look_at_it).to_be_visible()
    assert page.url == text
