"""What is one person's own at the drawn table: what was missed, posts and notes, planned moves, sounds and keys."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.conftest import DESK, PHONE, Server, Stage
from tests.e2e.test_stage_tools import open_tool
from tests.ready import BY_POST


@pytest.fixture(scope="module")
def post_stage(browser: Browser, make_server: Callable[..., Server]) -> Iterator[Stage]:
    server = make_server(on=BY_POST)
    yield Stage(browser, server)
    server.kill()


@pytest.fixture
def by_post(browser: Browser, post_stage: Stage) -> Iterator[Callable[..., Page]]:
    """Seats somebody at the drawn table of a fight by post, which the Storyteller has made one."""
    pages: list[Page] = []

    def open_page(name: str, *, phone: bool = False) -> Page:
        context = browser.new_context(
            base_url=post_stage.url,
            storage_state=post_stage.sign_in(name),
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            is_mobile=phone,
        )
        context.set_default_timeout(10_000)
        pages.append(context.new_page())
        return pages[-1]

    table = post_stage.places["exalted2e"]
    petra = open_page("petra")
    petra.goto(table)
    open_tool(petra, "Advance time")
    petra.get_by_role("button", name="Switch to play by post").click()
    expect(petra.locator(".hand")).to_contain_text("until")

    def sit_down(name: str, *, phone: bool = False) -> Page:
        page = open_page(name, phone=phone)
        page.goto(table)
        expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
        return page

    yield sit_down
    for page in pages:
        page.context.close()


def test_what_was_missed_is_one_line_until_the_logs_end_was_in_sight(at_table: Callable[..., Page]) -> None:
    jonas = at_table("jonas", "exalted2e")
    line = jonas.locator(".catch")
    expect(line).to_contain_text("new")
    line.get_by_role("button", name="Catch up").click()
    expect(jonas.locator("#log-h")).to_have_text("Since you were here")
    expect(jonas.locator("#log-h")).to_be_focused()
    expect(jonas.locator(".log")).to_have_count(0)
    assert_axe_finds_nothing(jonas)
    jonas.get_by_role("button", name="Back to the log").click()
    expect(jonas.locator(".turn--new")).to_have_count(1)
    jonas.locator(".log").evaluate("log => log.scrollTo(0, 0)")
    expect(line).to_have_count(0, timeout=10_000)
    jonas.wait_for_timeout(2500)
    jonas.reload()
    expect(jonas.locator("body")).to_have_attribute("data-drawn", "")
    expect(line).to_have_count(0)


def test_a_long_post_is_kept_on_the_way_and_ends_in_everybodys_log(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "quiet", phone=True), at_table("petra", "quiet")
    mira.locator(".tabs a").nth(2).tap()
    mira.locator("#say").fill("She holds the rope.")
    mira.get_by_role("link", name="Long post").tap()
    text = mira.locator("#post-text")
    expect(text).to_have_value("She holds the rope.")
    expect(mira.locator("#say")).to_be_hidden()
    text.fill("She *holds* the rope.")
    expect(mira.locator(".kept [role=status]")).to_have_text("Saved.")
    mira.reload()
    mira.locator(".tabs a").nth(2).tap()
    mira.get_by_role("link", name="Long post").tap()
    expect(text).to_have_value("She *holds* the rope.")
    mira.get_by_role("button", name="Preview").tap()
    expect(mira.locator(".post__preview em")).to_have_text("holds")
    mira.get_by_role("button", name="Post", exact=True).tap()
    for page in (mira, petra):
        expect(page.locator(".log .said--post em", has_text="holds")).to_have_count(1)
    expect(mira.locator("#post-text")).to_have_count(0)


def test_notes_stay_with_their_writer_and_sounds_with_the_browser(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exchange")
    mira.locator(".talk .sec").get_by_role("button", name="Notes").click()
    mira.locator("#my-note").fill("Ask about the captain.")
    expect(mira.locator(".kept [role=status]")).to_have_text("Saved.")
    expect(mira.locator(".hand.is-asking")).to_be_visible()
    mira.keyboard.press("Escape")
    mira.keyboard.press("?")
    expect(mira.locator("#log-h")).to_have_text("Shortcuts and sound")
    mira.locator(".talk").get_by_label("Use single-key shortcuts").uncheck()
    mira.reload()
    expect(mira.locator("body")).to_have_attribute("data-drawn", "")
    mira.locator(".talk .sec").get_by_role("button", name="Notes").click()
    expect(mira.locator("#my-note")).to_have_value("Ask about the captain.")
    mira.keyboard.press("Escape")
    mira.locator("#hand-h").focus()
    mira.keyboard.press("l")
    expect(mira.locator("#hand-h")).to_be_focused()


def test_a_move_is_planned_on_a_phone_and_a_turn_by_post_is_two_buttons(by_post: Callable[..., Page]) -> None:
    jonas = by_post("jonas", phone=True)
    jonas.get_by_role("button", name="Planned moves").tap()
    jonas.get_by_role("button", name="Plan ahead").tap()
    jonas.locator(".traits .chip", has_text=re.compile("^Guard")).tap()
    expect(jonas.locator(".hand__foot .odds")).to_contain_text("guard")
    jonas.get_by_role("button", name="Set face down for the next turn").tap()
    expect(jonas.locator(".plans")).to_contain_text("Face down: Guard")
    jonas.get_by_role("button", name="Take back").tap()
    expect(jonas.locator(".plans")).not_to_contain_text("Face down")
    assert jonas.evaluate("document.documentElement.scrollWidth <= innerWidth")
    otto = by_post("otto")
    otto.locator(".answers .ans").first.click()
    expect(jonas.locator(".hand .ans span").first).to_have_text("Take your turn")
    jonas.locator(".hand .ans").first.tap()
    expect(jonas.locator(".hand .btn--go")).to_contain_text("Attack")


def test_the_line_goes_on_with_commands_traits_and_names(at_table: Callable[..., Page]) -> None:
    jonas, mira = at_table("jonas", "quiet"), at_table("mira", "quiet", phone=True)
    line = jonas.locator("#say")
    line.focus()
    jonas.keyboard.type("/")
    expect(jonas.locator("#say-options [role=option]")).to_have_count(6)
    before = line.bounding_box()
    jonas.keyboard.press("Escape")
    expect(jonas.locator("#say-options")).to_have_count(0)
    assert line.bounding_box() == before, "the line stays where it is"
    expect(line).to_be_focused()
    jonas.keyboard.type("roll dex")
    expect(jonas.locator("#say-options [role=option]", has_text="Dexterity")).to_be_visible()
    jonas.keyboard.press("Tab")
    expect(line).to_have_value("/roll Dexterity ")
    line.fill("/")
    expect(jonas.locator("#say-options [role=option]")).to_have_count(6)
    assert_axe_finds_nothing(jonas)
    mira.locator(".tabs a").nth(2).tap()
    mira.locator("#say").fill("/w sto")
    mira.locator("#say-options [role=option]", has_text="storyteller").tap()
    expect(mira.locator("#say")).to_have_value("/w storyteller ")
    expect(mira.locator("#say")).to_be_focused()
    mira.locator("#say").type("The lamp is out.")
    mira.locator("#say").press("Enter")
    expect(mira.locator(".log .e").last).to_contain_text("The lamp is out.")


def test_a_phone_has_appearance_and_language_under_me(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "quiet", phone=True)
    mira.locator(".tabs a").nth(2).tap()
    mira.locator("#say").fill("Not sent yet.")
    mira.locator(".tabs a").nth(3).tap()
    mira.locator("summary", has_text="Appearance and language").tap()
    mira.locator(".looks").get_by_role("button", name="Dark").tap()
    expect(mira.locator("html")).to_have_attribute("data-theme", "dark")
    expect(mira.locator("#say")).to_have_value("Not sent yet.")
    mira.locator(".tabs a").nth(3).tap()
    mira.locator("summary", has_text="Appearance and language").tap()
    mira.locator(".looks").get_by_role("button", name="Suomi").tap()
    expect(mira.locator("html")).to_have_attribute("lang", "fi")
    expect(mira.locator("body")).to_have_attribute("data-drawn", "")
