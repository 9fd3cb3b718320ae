"""What is sent to sockets: the regions and lines of a board that changed, as one JSON text for a seat class.

A socket that shows the drawing before is sent patches of the regions that changed (`play.live.patches`). The page puts
each together and morphs it by the ids of its rows, as a whole board.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import override

from play.html import page
from play.live.patches import REMEMBERED, Patch, RegionText, make_patch, read_text
from play.seats.board import Board

REMEMBERED_REGIONS = ("mine", "wheel")
"""The regions whose lines come again later, when somebody acts once more. Of others a page needs only the last text."""


class Kept(NamedTuple):
    """A text that a region had, and the place in the row of the last drawing that had it."""

    text: RegionText
    until: int


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A board drawn for a seat class: its count of entries, its regions by element id, and the log's lines.

    Compared by identity: two drawings of one count may differ when a name was changed in between. A room's drawings for
    a class are a row: each has its place in it, and what the regions had been before, newest first.
    """

    count: int
    regions: dict[str, str]
    lines: dict[int, str]
    row: object = field(default_factory=object)
    place: int = 0
    past: Mapping[str, tuple[Kept, ...]] = field(default_factory=dict)

    def put_after(self, before: "Drawing") -> "Drawing":
        """Return this drawing as the next one in the row."""
        past = {key: before.recall(key, self.regions[key]) for key in REMEMBERED_REGIONS if key in self.regions}
        return replace(self, row=before.row, place=before.place + 1, past=past)

    def recall(self, key: str, html: str) -> tuple[Kept, ...]:
        """Return what a region had been before a drawing that comes next, in which it is `html`."""
        shown, past = self.regions.get(key, ""), self.past.get(key, ())
        if shown == html:
            return past
        text = read_text(shown)
        older = [kept for kept in past if kept.text.lines != text.lines]
        return (Kept(text, self.place), *older[: REMEMBERED - 1])

    def sharing(self, since: int) -> int:
        """Return a place that stands for `since`: pages that had the same texts of what is remembered share it."""
        places = (kept.until for past in self.past.values() for kept in past)
        return min((place for place in places if place >= since), default=self.place)

    def follows(self, other: object) -> bool:
        """Return whether it comes next after the other in a row."""
        return isinstance(other, Drawing) and self.row is other.row and self.place == other.place + 1

    def had(self, key: str, before: "Drawing", since: int) -> tuple[RegionText, ...]:
        """Return the texts of a region on a page that shows `before` and was sent each drawing since that place."""
        if key in self.past and self.follows(before):
            return tuple(kept.text for kept in self.past[key] if kept.until >= since)
        return (read_text(before.regions.get(key, "")),)

    def come_after(self, before: Any) -> "Drawing":
        """Return it as the next in the row, or the one before if it shows the same."""
        return before if self.shows_same(before) else self.put_after(before)

    def make_whole(self) -> str:
        """Return everything, for a socket whose page is at no known number."""
        return whole_frame(self)

    def make_change(self, before: Any, since: int = 0) -> str:
        """Return only what differs, for a socket that shows `before` and was sent every drawing since that place."""
        return changed_frame(before, self, since)

    def shows_same(self, other: "Drawing | None") -> bool:
        """Return whether a page that holds the other drawing shows this one already."""
        return other is not None and (self.regions, self.lines) == (other.regions, other.lines)


def draw_board(board: Board) -> Drawing:
    """Draw a board once for everybody of its class. What belongs to one person is left blank in forms."""
    return Drawing(board.count, page.regions(board), dict(page.log_lines(board)))


def whole_frame(drawing: Drawing) -> str:
    """Return everything, for a socket whose page is at no known number."""
    return _frame(drawing, drawing.regions, drawing.lines, whole=True)


def changed_frame(before: Drawing, after: Drawing, since: int = 0) -> str:
    """Return only what differs, for a socket that shows `before` and was sent every drawing since that place."""
    known = before.regions
    regions = {
        key: make_patch(after.had(key, before, since), read_text(html))
        for key, html in after.regions.items()
        if known.get(key) != html
    }
    lines = {number: html for number, html in after.lines.items() if before.lines.get(number) != html}
    return _frame(after, regions, lines | _vanished(before, after), whole=False)


def _vanished(before: Drawing, after: Drawing) -> dict[int, str]:
    """Return an empty line for each entry that is part of an older one again.

    That happens when a rewind had cut an exchange in two and was taken back. Entries older than all that is drawn stay
    on the page.
    """
    gone = before.lines.keys() - after.lines.keys()
    oldest = min(after.lines, default=after.count)
    return {number: "" for number in gone if number > oldest}


def beat_frame(count: int) -> str:
    """Return a heartbeat: how many entries a live page should show."""
    return json.dumps({"n": count})


def presence_frame(html: str) -> str:
    """Return who is here; it says nothing about the log."""
    return json.dumps({"regions": {"presence": html}})


@lru_cache(maxsize=128)
def bell_frame(unread: int, language: str) -> str:
    """Return the bell of a person in their language: the number of unread notices, and nothing of what they say."""
    with override(language):
        return json.dumps({"regions": {"bell": page.bell(unread)}})


def _frame(drawing: Drawing, regions: Mapping[str, str | Patch], lines: dict[int, str], *, whole: bool) -> str:
    return json.dumps(
        {"n": drawing.count, "whole": whole, "regions": regions, "log": [[n, lines[n]] for n in sorted(lines)]},
        separators=(",", ":"),
        ensure_ascii=False,
    )
