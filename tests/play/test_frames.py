"""What goes over the wire brings a page to where a fresh one is."""

import json
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from play.live.frames import Drawing, changed_frame, draw_board
from play.live.patches import REMEMBERED, PageText
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
    attack, reply = (event(line, exchange="x1") for line in ("Deruvin attacks Ysane.", "Ysane is hit."))
    lines = log(attack, attack, event("Fog."), reply, reply)
    assert list(drawn(*lines).lines) == [4, 3, 1]
    assert list(drawn(*lines[:-1]).lines) == [4, 3]


def rows(*mine: str) -> list[Drawing]:
    """A row of drawings whose region "mine" held these texts, one after the other."""
    row = [Drawing(0, {"mine": mine[0], "me": ""}, {})]
    for text in mine[1:]:
        row.append(Drawing(0, {"mine": text, "me": text[:1]}, {}).put_after(row[-1]))
    return row


def sent(before: Drawing, after: Drawing, since: int = 0) -> str:
    return str(json.loads(changed_frame(before, after, since))["regions"]["mine"])


def test_what_a_region_showed_before_is_not_sent_again() -> None:
    *_, before, after = rows("long card", "prompt", "long card")
    assert sent(before, after) == "[[0, 1, 1]]"


def test_a_page_that_came_later_is_sent_what_it_never_had() -> None:
    *_, before, after = rows("long card", "prompt", "long card")
    assert sent(before, after, since=before.place) == "['long card']"


def test_a_page_that_missed_a_drawing_is_sent_what_only_that_one_had() -> None:
    first, _missed, last = rows("prompt", "long card", "long card\nand more")
    assert sent(first, last) == "['long card\\nand more']"


def test_nothing_is_referred_to_that_a_page_has_forgotten() -> None:
    texts = ["long card", *(f"text {n}" for n in range(REMEMBERED)), "long card"]
    row, page = rows(*texts), PageText()
    page.complete(row[0].regions)
    for before, after in pairwise(row):
        shown = page.complete(json.loads(changed_frame(before, after))["regions"])
    assert shown["mine"] == "long card"
    assert sent(row[-2], row[-1]) == "['long card']"


@given(st.lists(st.sampled_from(["a", "b", "a\nb", "b\nc", "c"]), min_size=2, max_size=30), st.data())
def test_pages_that_sleep_and_come_show_what_was_drawn(texts: list[str], data: st.DataObject) -> None:
    row, page, since = rows(*texts), PageText(), 0
    shown: dict[str, str] = {}
    before: Drawing | None = None
    for drawing in row:
        if before is not None and drawing.shows_same(before):
            continue
        if data.draw(st.booleans(), label="asleep"):
            continue
        if before is None or not drawing.follows(before):
            since = drawing.place
        told = drawing.regions if before is None else json.loads(changed_frame(before, drawing, since))["regions"]
        shown |= page.complete(told)
        assert shown == drawing.regions
        before = drawing
