"""Lines of the log: their shape, and how a roll is told in them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rules.battle import Json
from rules.view import EventView, LogStepView


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry as the seat sees it. `count` is the seat's own count of entries; pages name the entry by it.

    `number` is the table's and stays on the server.
    """

    number: int
    count: int
    at: datetime
    event: EventView
    author: str
    text: str
    """What was said, for a line of speech; empty for events."""
    undone: bool
    """Whether a later rewind took it back."""


def make_line(
    kind: str, line: str, *, verdict: str = "", secret: bool = False, steps: Iterable[LogStepView] = ()
) -> EventView:
    """Return one line, with the steps that unfold."""
    return {
        "kind": kind,
        "line": line,
        "when": "",
        "verdict": verdict,
        "steps": list(steps),
        "secret": secret,
        "exchange": "",
    }


def roll_steps(roll: Mapping[str, Any], *, outcome: bool = True, who: str = "") -> list[LogStepView]:
    """Return the pool with its sum, the dice and (unless a contest decides it) the outcome. `who` rolls, where two
    roll.
    """
    name = f"{who}: " if who else ""
    dice, built = f"{roll['pool']['total']} dice", list(roll["pool"]["steps"])
    thrown = count_successes(roll["successes"]) if roll["dice"] else "No dice are rolled"
    steps: list[LogStepView] = [
        {"name": f"{name}Pool", "text": dice, "rule": "", "sum": built},
        {"name": f"{name}Dice", "text": thrown, "rule": "", "dice": list(roll["dice"])},
    ]
    if outcome:
        steps.append({"name": "Outcome", "text": say_outcome(roll), "rule": ""})
    notes = roll.get("notes", ())
    return steps + [{"name": "Note", "text": note, "rule": ""} for note in notes]


def count_successes(count: int) -> str:
    """Return a phrase such as "1 success"."""
    return "1 success" if count == 1 else f"{count} successes"


def say_outcome(roll: Mapping[str, Json]) -> str:
    """Return the verdict, the total, and the difficulty."""
    against = "" if roll["difficulty"] is None else f" against difficulty {roll['difficulty']}"
    return f"{roll['verdict']}: {roll['total']}{against}"
