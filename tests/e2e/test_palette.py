"""The palette at the drawn table: by keyboard, by touch, and while something is asked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_axe_finds_nothing

FIRST = ".pal__row.is-on"


def test_a_line_says_what_it_does_and_does_it_by_enter_alone(at_table: Callable[..., Page]) -> None:
    petra, mira = at_table("petra", "exalted2e"), at_table("mira", "exalted2e")
    petra.keyboard.press("Control+k")
    expect(petra.locator("#palette")).to_be_focused()
    petra.keyboard.type("2 toll guards, spear")
    expect(petra.locator(FIRST)).to_contain_text("Add to the fight: Toll guard × 2")
    expect(petra.locator("#hand-h")).to_be_in_viewport(ratio=1)
    petra.keyboard.press("Enter")
    expect(petra.locator("#palette")).to_have_count(0)
    expect(mira.locator(".p__name", has_text=re.compile("Toll guard [34]"))).to_have_count(2)
    petra.keyboard.press("Control+k")
    petra.keyboard.type("toll guard 3: 2 lethal")
    expect(petra.locator(FIRST)).to_contain_text("Mark on Toll guard 3: 2 lethal levels")
    petra.keyboard.press("Enter")
    expect(petra.locator("#palette")).to_have_count(0)
    petra.keyboard.press("Control+k")
    petra.keyboard.type("6 minutes")
    expect(petra.locator(FIRST)).to_contain_text("A fight keeps its own time")
    petra.keyboard.press("Escape")
    expect(petra.locator("#palette")).to_have_count(0)


def test_a_group_opens_by_touch_and_its_tool_lies_in_the_hand(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "exalted2e", phone=True)
    petra.locator(".groups .link", has_text="Scene").tap()
    row = petra.locator(".pal__row", has_text="Fight and foes")
    assert (row.bounding_box() or {"height": 0})["height"] >= 44
    assert petra.evaluate("document.documentElement.scrollWidth <= innerWidth")
    row.tap()
    expect(petra.locator("#hand-h")).to_have_text("Fight and foes")


def test_axe_finds_nothing_on_the_open_palette(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "exalted2e")
    petra.keyboard.press("Control+k")
    expect(petra.locator(".pal__row").first).to_be_visible()
    assert_axe_finds_nothing(petra)


def test_a_tool_opens_by_its_name_though_the_words_are_a_line_too(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "exchange")
    expect(petra.locator(".hand.is-asking")).to_have_count(0)
    petra.keyboard.press("Control+k")
    petra.keyboard.type("fight and foes")
    expect(petra.locator(FIRST)).to_contain_text("Fight and foes")
    petra.keyboard.press("Enter")
    expect(petra.locator("#hand-h")).to_have_text("Fight and foes")
    expect(petra.locator("#hand-h")).to_be_focused()


REFUSED = '<p role="alert">Toll guard 2 is nine yards away. Move or dash first, or choose another target.</p>'
IS_COVERED = """button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return !there || !(there === button || button.contains(there));
}"""


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (1440, 900), (820, 1180)])
def test_a_refusal_never_covers_the_button_it_speaks_of(at_table: Callable[..., Page], size: tuple[int, int]) -> None:
    mira = at_table("mira", "exchange")
    mira.set_viewport_size({"width": size[0], "height": size[1]})
    mira.route("**/command/", lambda route: route.fulfill(status=409, content_type="text/html", body=REFUSED))
    answer = mira.locator(".answers .ans:not([aria-disabled=true])").first
    answer.click()
    refusal = mira.locator(".hand .refusal")
    expect(refusal).to_contain_text("nine yards away")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(answer).to_be_in_viewport(ratio=1)
    assert not answer.evaluate(IS_COVERED)
    assert mira.evaluate("document.documentElement.scrollWidth <= innerWidth")
