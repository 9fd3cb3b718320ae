"""Three people: what was done is taken back by touch, and the table goes on in the next scene."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import Server, enter, keep_before
from tests.ready import DEMO

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)


@pytest.fixture
def sit(browser: Browser, make_server: Callable[..., Server]) -> Callable[..., Page]:
    """Seats somebody of the demo at the bridge, on a server of its own: the scene is over afterwards."""
    server = make_server(on=DEMO)

    def sit_down(name: str, *, phone: bool = False) -> Page:
        viewport = PHONE if phone else DESK
        context = browser.new_context(base_url=server.url, viewport=viewport, has_touch=phone, is_mobile=phone)
        keep_before(context, server.url)
        page = context.new_page()
        enter(page, name, "/series/1/")
        page.get_by_role("link", name="Open scene:").click()
        expect(page.locator("#link-state")).to_contain_text("Live")
        return page

    return sit_down


def test_what_was_done_is_taken_back_and_all_go_on_in_the_next_scene(sit: Callable[..., Page]) -> None:
    petra, mira, jonas = sit("petra", phone=True), sit("mira"), sit("jonas")

    # A player asks; the Storyteller grants it with one tap.
    mira.locator("#say").fill("/roll Wits+Awareness")
    mira.keyboard.press("Enter")
    mira.locator("#undo-ask").click()
    expect(mira.locator("#undo")).to_contain_text("You asked to undo this.")
    expect(petra.locator("#asked h2")).to_have_text("mira asks to undo")
    expect(petra.locator("#asked").get_by_role("button", name="Approve")).to_be_in_viewport(ratio=1)
    petra.locator("#asked").get_by_role("button", name="Approve").tap()
    expect(mira.locator("#log > li").first).to_contain_text("The Storyteller takes it back at mira’s request.")
    expect(mira.locator("#undo-ask")).to_have_count(0)

    # The last step is taken back by two taps, wherever on the page one is; a key shows what would go next.
    before = petra.locator("#undo-last").text_content()
    petra.locator(".headundo").tap()
    expect(petra.locator("#undo-preview")).to_contain_text("by petra")
    expect(petra.locator("#undo-preview button")).to_be_in_viewport()
    petra.locator("#undo-preview button").tap()
    expect(petra.locator("#undo-dialog")).to_be_hidden()
    expect(petra.locator("#undo-last")).not_to_have_text(str(before))
    petra.keyboard.press("Control+z")
    expect(petra.locator("#undo-dialog")).to_be_visible()
    petra.keyboard.press("Escape")

    # On to the next scene: one who only looks follows, one who writes is asked and keeps the words.
    old = jonas.url
    jonas.locator("#say").fill("Wait, I still")
    petra.locator("#nextscene summary").first.tap()
    expect(petra.locator("#next-title")).to_be_focused()
    petra.keyboard.type("Behind the gate")
    petra.keyboard.press("Enter")
    for page in (petra, mira):
        expect(page.get_by_role("heading", name="Behind the gate")).to_be_visible()
    expect(jonas.get_by_role("alert").filter(has_text="The next scene is open")).to_be_visible()
    assert jonas.url == old
    expect(jonas.locator("#say")).to_have_value("Wait, I still")
    jonas.get_by_role("link", name="Go there").click()
    expect(jonas.locator("#say")).to_have_value("Wait, I still")
    assert jonas.url == mira.url != old

    # The page of the closed scene tells the way, and leads nobody by itself.
    jonas.goto(old)
    expect(jonas.locator("#link-state")).to_contain_text("Live")
    expect(jonas.locator("#onward")).to_contain_text("Continues in Behind the gate")
    assert jonas.url == old
    for page in (petra, mira, jonas):
        page.context.close()
