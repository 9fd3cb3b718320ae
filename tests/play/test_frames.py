"""What goes over the wire brings a page to where a fresh one is."""

import json
from dataclasses import replace

from play.live.frames import Drawing, changed_frame, draw_board
from play.table.lines import LogLine
from rules.view import EventView
from tests.play.fixtures import board, event, log, sample_log


def drawn(*lines: LogLine) -> Drawing:
    return draw_board(board(log=lines))


def shown_after(before: Drawing, after: Drawing) -> dict[int, str]:
    """The log of a page that showed `before` and was sent what changed: what the page's script makes of it."""
    lines = before.lines | dict(json.loads(changed_frame(before, after))["log"])
    return {number: html for number, html in lines.items() if html}


def struck(line: LogLine, undone: bool) -> LogLine:
    return replace(line, undone=undone)


def test_half_an_exchange_that_is_taken_back_and_given_back_is_one_entry_again() -> None:
    turn, blow, *rest = sample_log()
    whole, halved = drawn(turn, blow, *rest), drawn(turn, struck(blow, True), *rest)
    again = drawn(turn, struck(blow, False), *rest)
    assert halved.lines.keys() - whole.lines.keys() == {9}
    assert shown_after(whole, halved) == halved.lines
    assert shown_after(halved, again) == again.lines == whole.lines


def test_what_falls_out_of_the_window_stays_on_the_page() -> None:
    lines = sample_log()
    assert shown_after(drawn(*lines[2:]), drawn(*lines[:-2])).keys() == drawn(*lines).lines.keys()


def test_a_sentence_that_heads_its_exchange_stands_for_it() -> None:
    turn: EventView = {**event("Turn 1 begins.", exchange="turn-1"), "heads": True}
    (html,) = drawn(*log(turn, event("Ada: initiative 9.", exchange="turn-1"))).lines.values()
    assert "Turn 1 begins." in html
    assert "initiative 9" not in html


def test_only_the_part_of_an_exchange_that_the_window_cuts_is_left_out() -> None:
    attack, reply = (event(line, exchange="x1") for line in ("Deruvin strikes at Ysane.", "Ysane is hit."))
    lines = log(attack, attack, event("Fog."), reply, reply)
    assert list(drawn(*lines).lines) == [4, 3, 1]
    assert list(drawn(*lines[:-1]).lines) == [4, 3]
