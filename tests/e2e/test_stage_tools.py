"""The Storyteller's tools at the drawn table: time, handouts, side scenes, a fight, and the next scene for all."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.conftest import Server, enter
from tests.ready import DEMO

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)


@pytest.fixture
def at_bridge(browser: Browser, make_server: Callable[..., Server]) -> Callable[..., Page]:
    """Seats somebody of the demo at the drawn table of the bridge, on a server of its own."""
    server = make_server(on=DEMO)

    def sit_down(name: str, *, phone: bool = False) -> Page:
        context = browser.new_context(
            base_url=server.url, viewport=PHONE if phone else DESK, has_touch=phone, is_mobile=phone
        )
        page = context.new_page()
        enter(page, name, "/series/1/")
        page.get_by_role("link", name="Go to the table").click()
        expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
        return page

    return sit_down


def open_tool(page: Page, name: str) -> None:
    """Open a tool from the hand, on a phone behind its details."""
    if (fold := page.locator(".hand__head .unfold[aria-expanded=false]")).is_visible():
        fold.click()
    if (tools := page.locator(".hand__head").get_by_role("button", name="Tools", exact=True)).is_visible():
        tools.click()
    page.locator(".hand .chip", has_text=name).click()
    expect(page.locator("#hand-h")).to_have_text(name)
    expect(page.locator(".hand .how").first).to_be_visible()


def assert_it_fits(page: Page) -> None:
    """The page of a phone scrolls to neither side, and what is pressed in the hand is large enough for a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pressed = page.locator(".hand__box :is(button, select, input:not([type=checkbox], [type=radio], [type=hidden]))")
    small = "all => all.filter(one => one.offsetHeight > 0 && one.offsetHeight < 44).map(one => one.outerHTML)"
    assert pressed.evaluate_all(small) == []


def test_the_storyteller_runs_an_evening_from_her_hand(at_bridge: Callable[..., Page]) -> None:
    petra, mira, jonas = at_bridge("petra", phone=True), at_bridge("mira"), at_bridge("jonas")

    # The fight of the demo is ended; then hours pass.
    open_tool(petra, "Fight and foes")
    assert_it_fits(petra)
    petra.get_by_role("button", name="End the fight").click()
    expect(mira.locator(".scene__head h2")).to_be_visible()
    open_tool(petra, "Advance time")
    assert_it_fits(petra)
    petra.get_by_role("button", name="Advance clock").tap()
    expect(mira.locator(".scene__head .q")).to_contain_text("19:00")
    expect(petra.locator("#hand-h")).not_to_have_text("Advance time")

    # A handout is shown to one player, then to all, and hidden.
    open_tool(petra, "Handouts")
    assert_it_fits(petra)
    row = petra.locator("form.how", has_text="A Letter, Wet at the Edges")
    row.get_by_role("button", name="Show to …").tap()
    row.get_by_text("Ysane of the Reeds").tap()
    row.get_by_role("button", name="Show only to these").tap()
    expect(mira.locator("figcaption", has_text="A Letter, Wet at the Edges")).to_be_visible()
    expect(row).to_contain_text("Shown to Ysane of the Reeds")
    expect(jonas.locator("figcaption", has_text="A Letter, Wet at the Edges")).to_have_count(0)
    row.get_by_role("button", name="Show to everyone").tap()
    expect(jonas.locator("figcaption", has_text="A Letter, Wet at the Edges")).to_be_visible()
    row.get_by_role("button", name="Hide").tap()
    expect(jonas.locator("figcaption", has_text="A Letter, Wet at the Edges")).to_have_count(0)

    # A new handout leads back to the desk, and to the words that were half typed.
    petra.locator("#f-upload [name=title]").fill("The chain")
    petra.locator("#f-upload [name=text]").fill("Lowered at *nine*.")
    petra.get_by_role("button", name="Save for later").tap()
    expect(petra.locator("form.how", has_text="The chain")).to_be_visible()
    petra.keyboard.press("Escape")

    # A side scene for one; what she says there stays there.
    open_tool(petra, "Side scenes")
    assert_it_fits(petra)
    petra.get_by_label("New side scene").fill("On the roof")
    petra.locator(".hand").get_by_text("Ysane of the Reeds").tap()
    petra.get_by_text("Only its players can read it").tap()
    petra.locator(".hand__foot .btn--go").tap()
    mira.locator(".sides .chip", has_text="On the roof").click()
    mira.locator("#say").fill("Nobody looks up.")
    mira.keyboard.press("Enter")
    expect(mira.locator(".log li.e")).to_have_count(2)
    expect(mira.locator(".log .said")).to_have_text("Nobody looks up.")
    expect(jonas.locator(".sides .chip", has_text="On the roof")).to_have_count(0)
    expect(jonas.get_by_text("Nobody looks up.")).to_have_count(0)


def test_everybody_follows_to_the_next_scene_with_the_words_that_were_half_typed(
    at_bridge: Callable[..., Page],
) -> None:
    petra, mira, jonas = at_bridge("petra"), at_bridge("mira", phone=True), at_bridge("jonas")
    old = jonas.url
    jonas.locator("#say").fill("Wait, I still")
    open_tool(petra, "Next scene")
    petra.get_by_label("End the fight with this scene").check()
    petra.get_by_label("Title of a new scene").fill("Behind the gate")
    petra.keyboard.press("Enter")
    for page in (petra, mira):
        expect(page.locator("h1")).to_have_text("Behind the gate")
    expect(jonas.locator("#hand-h")).to_have_text("The next scene is open")
    expect(jonas.locator("#say")).to_have_value("Wait, I still")
    assert jonas.url == old
    assert_axe_finds_nothing(jonas)
    jonas.get_by_role("link", name="Go on").click()
    expect(jonas.locator("h1")).to_have_text("Behind the gate")
    expect(jonas.locator("#say")).to_have_value("Wait, I still")
    assert jonas.url == petra.url == mira.url


TERMS = re.compile("Play by post|until")
"""What the hand says of play by post: of a foe's turn no hour, since only players have deadlines."""


def test_the_terms_of_play_by_post_are_set_by_keyboard(at_bridge: Callable[..., Page]) -> None:
    petra, mira = at_bridge("petra"), at_bridge("mira")
    open_tool(petra, "Advance time")
    assert_axe_finds_nothing(petra)
    petra.locator("[name=turn_hours][value='120']").focus()
    petra.keyboard.press("Space")
    petra.get_by_role("button", name="Switch to play by post").press("Enter")
    expect(mira.locator(".hand")).to_contain_text(TERMS)
    open_tool(petra, "Advance time")
    expect(petra.locator("[name=turn_hours][value='120']")).to_be_checked()
    petra.get_by_role("button", name="Back to live play").click()
    expect(mira.locator(".hand")).not_to_contain_text(TERMS)
