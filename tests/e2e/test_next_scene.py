"""What was done is undone at a player's request, and the page of a closed scene says where play goes on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import Server, enter
from tests.ready import DEMO

PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)


@pytest.fixture
def sit(browser: Browser, make_server: Callable[..., Server]) -> Callable[..., Page]:
    """Seats somebody of the demo at the bridge, on a server of its own: the scene is over afterwards."""
    server = make_server(on=DEMO)

    def sit_down(name: str, *, phone: bool = False) -> Page:
        viewport = PHONE if phone else DESK
        context = browser.new_context(base_url=server.url, viewport=viewport, has_touch=phone, is_mobile=phone)
        page = context.new_page()
        enter(page, name, "/series/1/")
        page.get_by_role("link", name="Go to the table").click()
        expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
        return page

    return sit_down


def test_what_was_done_is_undone_and_a_closed_scene_says_where_play_goes_on(sit: Callable[..., Page]) -> None:
    petra, mira, jonas = sit("petra", phone=True), sit("mira"), sit("jonas")

    # A player asks; the Storyteller grants it with one tap.
    mira.locator("#say").fill("/roll Wits+Awareness")
    mira.keyboard.press("Enter")
    expect(mira.locator(".just .what")).to_contain_text("rolls")
    mira.locator(".just").get_by_role("button", name="Ask to undo").click()
    expect(mira.locator(".just")).to_contain_text("You have asked to undo this")
    for _ in range(4):  # what waited before is answered first
        if re.search("asks to undo", petra.locator("#hand-h").inner_text()):
            break
        petra.locator(".hand__head .link", has_text="more").tap()
    expect(petra.locator("#hand-h")).to_have_text("mira asks to undo")
    grant = petra.locator(".hand .btn--go")
    expect(grant).to_have_text("Undo")
    expect(grant).to_be_in_viewport(ratio=1)
    grant.tap()
    expect(mira.locator(".log li.e").last).to_contain_text("The Storyteller takes it back at mira’s request.")
    expect(mira.locator(".just")).not_to_contain_text("You have asked")

    # On to the next scene; whoever comes back to the closed one is led nowhere by itself.
    old = jonas.url
    if (fold := petra.locator(".hand__head .unfold[aria-expanded=false]")).is_visible():
        fold.tap()
    if (tools := petra.locator(".hand__head").get_by_role("button", name="Tools", exact=True)).is_visible():
        tools.tap()
    petra.locator(".hand .chip", has_text="Next scene").tap()
    petra.get_by_label("End the fight with this scene").check()
    petra.get_by_label("Title of a new scene").fill("Behind the gate")
    petra.keyboard.press("Enter")
    for page in (petra, mira, jonas):
        expect(page.locator("h1")).to_have_text("Behind the gate")
    jonas.goto(old)
    expect(jonas.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(jonas.locator(".hand__head p").first).to_contain_text("Behind the gate")
    expect(jonas.get_by_role("link", name="Go on")).to_be_in_viewport(ratio=1)
    assert jonas.url == old
    for page in (petra, mira, jonas):
        page.context.close()
