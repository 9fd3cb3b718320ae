"""What others do never takes anything out of one's hands: focus, half-typed text, open panels, places in a list."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

TOP = "node => node.getBoundingClientRect().top"


@pytest.fixture
def pages(at_table: Callable[..., Page]) -> tuple[Page, Page]:
    """The Storyteller and a player at one table; the player is asked how to meet an attack."""
    return at_table("petra", "exchange"), at_table("mira", "exchange")


def say(page: Page, words: str) -> None:
    page.locator("#say").fill(words)
    page.keyboard.press("Enter")


def push(pages: tuple[Page, Page], words: str) -> None:
    """Something happens at the table, and reaches the player."""
    say(pages[0], words)
    expect(pages[1].locator(".log")).to_contain_text(words)


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


def test_what_is_typed_in_the_hand_survives_a_push(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    mira.locator(".hand .unfold").click()  # on a low window the hand shows the answers first
    stunt = mira.locator(".hand textarea").first
    stunt.fill("Steel slides along")
    for words in ("The fog lifts.", "Somebody laughs."):
        push(pages, words)
    assert stunt.input_value() == "Steel slides along"
    assert stunt.evaluate("node => node === document.activeElement")


def test_open_parts_stay_open_and_closed_ones_closed(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    mira.locator(".log .e__line").first.click()
    mira.locator(".people .p__name").first.click()
    opened = [mira.locator(".log .e__open"), mira.locator(".people .ctl")]
    for part in opened:
        expect(part).to_have_count(1)
    push(pages, "A lamp goes out.")
    for part in opened:
        expect(part).to_have_count(1)


def test_nothing_moves_under_the_eye(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    mira.locator(".log").evaluate("node => node.scrollTo(0, -160)")
    entry = mira.locator(".log li.e").nth(-9)
    name = entry.get_attribute("id")
    before = entry.evaluate(TOP)
    hand = mira.locator(".hand__box").evaluate(TOP)
    push(pages, "Something heavy falls into the river.")
    assert abs(mira.locator(f"#{name}").evaluate(TOP) - before) < 2
    assert mira.locator(".hand__box").evaluate(TOP) == hand


def test_no_part_goes_blank_when_the_wheel_turns(pages: tuple[Page, Page]) -> None:
    petra, mira = pages
    asked = mira.locator("#hand-h").inner_text()
    mira.locator(".answers .ans:not([aria-disabled=true])").first.click()
    expect(mira.locator("#hand-h")).not_to_have_text(asked)
    for page in (petra, mira):
        for part in (".just", ".stage", ".people", ".log", ".hand__box"):
            assert page.locator(part).bounding_box()["height"] > 0  # type: ignore[index]
        assert page.locator(".stage svg:visible").count() >= 1


def test_whoever_is_signed_out_elsewhere_is_told_and_keeps_the_words(pages: tuple[Page, Page]) -> None:
    mira = pages[1]
    mira.context.clear_cookies()
    say(mira, "Am I still here?")
    expect(mira.locator(".say .refusal")).to_contain_text("You are signed out")
    expect(mira.locator(".say .refusal *")).to_have_count(0)
    expect(mira.locator("#say")).to_have_value("Am I still here?")
