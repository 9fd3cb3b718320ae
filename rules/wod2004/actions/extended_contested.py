"""Extended and contested actions: both sides add up successes, the first to the target wins (WD-120 to WD-129)."""

from typing import Literal

from rules.tasks import Side
from rules.wod2004.actions.contested import Winner, counted_successes
from rules.wod2004.actions.instant import Result
from rules.wod2004.options import Options

RaceStatus = Literal["in_progress", "complete", "draw"]
Sides = tuple[Side, Side]
Results = tuple[Result | None, Result | None]
"""The rolls of both sides; None for a side that has no rolls left (WD-076, WD-080)."""


def may_roll(side: Side) -> bool:
    """Return whether a side may still roll: it has rolls left, and its work is not ruined."""
    return side.standing in ("in_progress", "complete")


def add_stage(
    sides: Sides, results: Results, options: Options, delicate: tuple[bool, bool] = (False, False)
) -> tuple[Sides, tuple[int, int]]:
    """Return both sides after one stage, and what their rolls counted for. A botch ruins `delicate` work (WD-076)."""
    gained = _count(results, options)
    first, second = map(_advance, sides, results, gained, delicate)
    return (first, second), gained


def _count(results: Results, options: Options) -> tuple[int, int]:
    a, b = results
    if a is not None and b is not None:
        return counted_successes(a, b, options)
    return (a.successes if a else 0), (b.successes if b else 0)


def _advance(side: Side, result: Result | None, gained: int, delicate: bool) -> Side:
    # A side that has reached its target rolls on while the Storyteller lets a tie continue (WD-124).
    if result is None:
        return side
    return side.add(None, ruins=delicate) if result.is_dramatic else side.add(gained)


def judge(sides: Sides, gained: tuple[int, int], options: Options) -> tuple[RaceStatus, Winner]:
    """Return how the contest stands after a stage that brought these successes (WD-122 to WD-125)."""
    a, b = sides
    done_a, done_b = a.total >= a.target, b.total >= b.target
    if done_a and done_b:
        if options.simultaneous != "continue":
            return "draw", "none"
        # A later stage must decide between two that reached their targets in this one (WD-124).
        together = a.total - gained[0] < a.target and b.total - gained[1] < b.target
        if a.total != b.total and not together:
            return "complete", "a" if a.total > b.total else "b"
    elif done_a or done_b:
        return "complete", "a" if done_a else "b"
    return ("in_progress" if may_roll(a) or may_roll(b) else "draw"), "none"
