"""The frames that a socket is sent: the facts of a seat class, what changed of them, and who is here."""

import json
from dataclasses import dataclass, field
from typing import Any

from play.seats.board import Board
from play.stage.changes import find_change
from play.stage.facts import make_facts
from play.stage.shape import VERSION, Facts


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """The facts of a seat class as its pages show them.

    The drawings of a class in a room are a row: each has its place in it, and what changed of the one before.
    """

    facts: Facts
    row: object = field(default_factory=object)
    place: int = 1
    change: dict[str, Any] = field(default_factory=dict)

    def come_after(self, before: "Drawing") -> "Drawing":
        """Return it as the next in the row, or the one before if it says the same."""
        change = find_change(before.facts, self.facts)
        return before if change is None else Drawing(self.facts, before.row, before.place + 1, change)

    def make_whole(self) -> str:
        """Return everything, for a socket whose page shows nothing of this row."""
        numbered = {**self.facts, "v": VERSION, "n": self.place}
        return _write({"v": VERSION, "n": self.place, "facts": numbered})

    def make_change(self, before: "Drawing") -> str:
        """Return only what differs from what a page shows."""
        is_next = self.row is before.row and self.place == before.place + 1
        change = self.change if is_next else find_change(before.facts, self.facts)
        return _write({"v": VERSION, "from": before.place, "n": self.place, "change": change or {}})


def draw_board(board: Board) -> Drawing:
    """Return the facts of a board, once for everybody of its class."""
    return Drawing(make_facts(board))


def people_frame(here: list[str], typing: list[str], left: list[str]) -> str:
    """Return who is at the table, who of them is typing, and who has left not long ago, as a frame."""
    there = [_present(name) | ({"typing": True} if name in typing else {}) for name in here]
    return _write({"presence": [*there, *(_present(name) | {"away": True} for name in left)]})


def _present(name: str) -> dict[str, Any]:
    return {"name": name, "initials": name[:2].title()}


def unread_frame(unread: int) -> str:
    """Return how many notices somebody has not read."""
    return _write({"unread": unread})


def beat_frame(place: int) -> str:
    """Return a heartbeat: which drawing of its row a live page should show."""
    return _write({"n": place})


def _write(frame: dict[str, Any]) -> str:
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)
