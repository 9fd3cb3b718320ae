"""What others do never takes anything out of one's hands: focus, half-typed text, open panels, places in a list."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

TOP = "node => node.getBoundingClientRect().top"


@pytest.fixture
def pages(sit: Callable[..., Page]) -> tuple[Page, Page]:
    """The Storyteller and a player at one table; the player is asked how to meet an attack."""
    return sit("petra", "exchange"), sit("mira", "exchange")


def say(page: Page, words: str) -> None:
    page.locator("#say").fill(words)
    page.keyboard.press("Enter")


def push(pages: tuple[Page, Page], words: str) -> None:
    """Something happens at the table, and reaches the player."""
    say(pages[0], words)
    expect(pages[1].locator("#log")).to_contain_text(words)


def test_half_typed_text_and_its_cursor_survive_a_push(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    field = mira.locator("#say")
    field.fill("I was just about to")
    field.evaluate("node => node.setSelectionRange(2, 5)")
    push(pages, "The chain groans.")
    assert field.input_value() == "I was just about to"
    assert field.evaluate("node => [node === document.activeElement, node.selectionStart, node.selectionEnd]") == [
        True, 2, 5,
    ]  # fmt: skip


def test_what_is_chosen_and_typed_on_the_card_survives_a_push(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    card = mira.locator("#mine .mine")
    label = card.locator(".offer:not([hidden]) label", has_text="Parry")
    label.click()
    parry = label.get_by_role("radio")
    stunt = card.locator("textarea").first
    stunt.fill("Steel slides along")
    for words in ("The fog lifts.", "Somebody laughs."):
        push(pages, words)
    assert parry.is_checked()
    assert stunt.input_value() == "Steel slides along"
    assert stunt.evaluate("node => node === document.activeElement")


def test_open_panels_stay_open_and_closed_ones_closed(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    opened = [mira.locator(fold).first for fold in ("#me details.figure", "#order-list", "#log details.foldable")]
    for fold in opened:
        fold.evaluate("node => { node.open = true }")
    pad = mira.locator("#rolls details.pad")
    pad.evaluate("node => { node.open = false }")
    push(pages, "A lamp goes out.")
    assert all(fold.evaluate("node => node.open") for fold in opened)
    assert not pad.evaluate("node => node.open")


def test_nothing_moves_under_the_eye(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    log = mira.locator(".logscroll")
    log.evaluate("node => { node.scrollTop = 260 }")
    mira.locator(".who, .more").last.evaluate("node => { node.scrollTop = 120 }")
    entry = mira.locator("#log > li").nth(6)
    name = entry.get_attribute("id")
    before = entry.evaluate(TOP)
    side = mira.locator(".more").evaluate("node => node.scrollTop")
    push(pages, "Something heavy falls into the river.")
    assert abs(mira.locator(f"#{name}").evaluate(TOP) - before) < 2
    assert mira.locator(".more").evaluate("node => node.scrollTop") == side


def test_no_panel_goes_blank_when_the_wheel_turns(pages: tuple[Page, Page]) -> None:
    petra, mira = pages
    card = mira.locator("#mine .mine").first
    before = mira.locator("[data-socket]").get_attribute("data-number")
    card.locator("button.btn--go").first.click()
    expect(mira.locator("[data-socket]")).not_to_have_attribute("data-number", str(before))
    for page in (petra, mira):
        for id in ("status", "wheel", "log-part"):
            assert page.locator(f"#{id}").bounding_box()["height"] > 0  # type: ignore[index]
        assert page.locator("#wheel svg.wheel:visible").count() == 1


def test_whoever_is_signed_out_elsewhere_is_told_and_keeps_the_words(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    mira.context.clear_cookies()
    say(mira, "Am I still here?")
    expect(mira.locator("#refusal")).to_have_text(str(mira.locator("#link-state").get_attribute("data-gone")))
    expect(mira.locator("#refusal *")).to_have_count(0)
    expect(mira.locator("#say")).to_have_value("Am I still here?")
