"""What is sent to sockets whose page draws itself from facts: the facts of a seat class, then what changed of them."""

import json
from dataclasses import dataclass, field
from typing import Any

from play.seats.board import Board
from play.stage.changes import find_change
from play.stage.facts import make_facts
from play.stage.shape import VERSION, Facts

FACTS_ASKED = "facts=1"
"""What the address of a socket says whose page draws itself."""


@dataclass(frozen=True, slots=True, eq=False)
class FactsDrawing:
    """The facts of a seat class as its pages show them. A room's facts for a class are a row: each has its place in it,
    and what changed of the ones before.
    """

    facts: Facts
    row: object = field(default_factory=object)
    place: int = 1
    change: dict[str, Any] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number by which a page names what it shows. A name may change without an entry in the log."""
        return self.place

    def come_after(self, before: Any) -> "FactsDrawing":
        """Return it as the next in the row, or the one before if it says the same."""
        change = find_change(before.facts, self.facts)
        return before if change is None else FactsDrawing(self.facts, before.row, before.place + 1, change)

    def follows(self, other: object) -> bool:
        """Return whether it comes next after the other in a row."""
        return isinstance(other, FactsDrawing) and self.row is other.row and self.place == other.place + 1

    def sharing(self, since: int) -> int:
        """Return what pages must have in common to be sent the same: a change is made from what they show alone."""
        return 0

    def make_whole(self) -> str:
        """Return everything, for a socket whose page is at no known number."""
        numbered = {**self.facts, "v": VERSION, "n": self.place}
        return _write({"v": VERSION, "n": self.place, "facts": numbered})

    def make_change(self, before: Any, since: int = 0) -> str:
        """Return only what differs from what a page shows."""
        change = self.change if self.follows(before) else find_change(before.facts, self.facts)
        return _write({"v": VERSION, "from": before.place, "n": self.place, "change": change or {}})


def draw_facts(board: Board) -> FactsDrawing:
    """Return the facts of a board, once for everybody of its class."""
    return FactsDrawing(make_facts(board))


def people_frame(here: list[str], typing: list[str], left: list[str]) -> str:
    """Return who is at the table, who of them is typing, and who has left not long ago, as a frame."""
    there = [_present(name) | ({"typing": True} if name in typing else {}) for name in here]
    return _write({"presence": [*there, *(_present(name) | {"away": True} for name in left)]})


def _present(name: str) -> dict[str, Any]:
    return {"name": name, "initials": name[:2].title()}


def unread_frame(unread: int) -> str:
    """Return how many notices somebody has not read."""
    return _write({"unread": unread})


def _write(frame: dict[str, Any]) -> str:
    return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)
