"""How far one scrolls on a sheet, and in the steps of making one: laws that keep both at hand on a phone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.conftest import DESK, PHONE, Stage

FIGHT = 1600
"""The pixels from the top of a phone's page to the end of what a fight needs."""
SCREENS = 2.2
"""The most screens of a phone that one step takes."""
SHEETS = {
    "{sheet}": "Dodge DV",
    "{exalted3e_sheet}": "Evasion",
    "{wod2004_sheet}": "Defense",
    "{v20da_sheet}": "Soak, lethal",
}
"""A hero's sheet of each game, with a value that a fight asks for."""


@pytest.fixture
def come(browser: Browser, gallery: Stage) -> Iterator[Callable[[str], Page]]:
    """Gives a page of somebody of the demo on a phone."""
    contexts: list[BrowserContext] = []

    def open_page(who: str) -> Page:
        door = gallery.sign_in(who)
        context = browser.new_context(
            base_url=gallery.url, storage_state=door, viewport=PHONE, service_workers="block", reduced_motion="reduce"
        )
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


def measure_fight(page: Page) -> int:
    """The pixels from the top of the page to the end of what a fight needs."""
    return int(page.locator("#fight").evaluate("one => one.getBoundingClientRect().bottom + scrollY"))


@pytest.mark.parametrize(("sheet", "value"), SHEETS.items())
def test_what_a_fight_needs_ends_soon_for_every_character_of_every_game(
    gallery: Stage, come: Callable[[str], Page], sheet: str, value: str
) -> None:
    page = come("petra")
    page.goto(sheet.format(**gallery.places))
    expect(page.locator(".figures summary").get_by_text(value, exact=True)).to_be_visible()
    page.get_by_role("link", name="Characters").click()
    links = page.locator("main a[href^='/characters/']").evaluate_all("all => all.map((one) => one.pathname)")
    sheets = sorted({link for link in links if re.fullmatch(r"/characters/\d+/", link)})
    assert len(sheets) > 1
    for path in sheets:
        page.set_viewport_size(PHONE)
        page.goto(path)
        assert measure_fight(page) <= FIGHT, path
        page.set_viewport_size(DESK)
        assert measure_fight(page) <= DESK["height"], path


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_step_is_about_a_screen(gallery: Stage, come: Callable[[str], Page], sheet: str) -> None:
    page = come("petra")
    page.goto(f"{sheet.format(**gallery.places)}edit/")
    steps = page.locator(".steps button").evaluate_all("all => all.map((one) => one.value)")
    assert steps[-1] == "all"
    assert len(steps) > 7
    for step in steps[:-1]:
        page.goto(f"{sheet.format(**gallery.places)}edit/{step}/")
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= SCREENS * PHONE["height"], (step, height)
        assert page.locator(".btn--go:visible").count() == 1, step


def test_an_index_leads_to_each_matter_and_opens_what_a_phone_folds(
    gallery: Stage, come: Callable[[str], Page]
) -> None:
    page = come("mira")
    page.goto(gallery.places["sheet"])
    archery = page.locator("#m-abilities").get_by_text("Archery", exact=True)
    expect(archery).to_be_hidden()
    page.get_by_role("navigation", name="On this sheet").get_by_role("link", name="Abilities").click()
    expect(archery).to_be_in_viewport()
    page.locator("#m-abilities > summary").press("Enter")
    expect(archery).to_be_hidden()
    page.set_viewport_size(DESK)
    page.reload()
    expect(archery).to_be_visible()


def test_a_value_opens_to_its_sum_where_it_stands(gallery: Stage, come: Callable[[str], Page]) -> None:
    page = come("mira")
    page.goto(gallery.places["sheet"])
    dodge = page.locator(".figures details", has_text="Dodge DV").first
    before = dodge.locator("summary").bounding_box()
    dodge.locator("summary").click()
    expect(dodge.locator("table")).to_contain_text("2E-334")
    after = dodge.locator("summary").bounding_box()
    assert before
    assert after
    assert (before["x"], before["width"]) == (after["x"], after["width"])
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert_axe_finds_nothing(page)
