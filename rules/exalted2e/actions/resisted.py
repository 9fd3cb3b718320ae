"""Resisted rolls: both sides roll, the higher result wins (chapter 7.1)."""

from dataclasses import dataclass

from rules.exalted2e.actions.rolling import Count
from rules.exalted2e.options import DEFAULTS, Options


@dataclass(frozen=True, slots=True)
class Contest:
    """The result of a resisted roll: totals and thresholds of both sides; thresholds may be negative (2E-125).

    `winner` is 0 or 1, None for no one; `margin` the difference of the thresholds, None without a winner.
    """

    totals: tuple[int, int]
    thresholds: tuple[int, int]
    winner: int | None
    margin: int | None


def contest(first: Count, second: Count, options: Options = DEFAULTS) -> Contest:
    """Compare two rolls by their thresholds (2E-120 to 2E-125)."""
    sides = (first, second)
    totals = (first.total, second.total)
    thresholds = (first.total - first.difficulty, second.total - second.difficulty)
    winner = _winner(sides, thresholds, options)
    margin = None if winner is None else thresholds[winner] - thresholds[1 - winner]
    return Contest(totals, thresholds, winner, margin)


def _winner(sides: tuple[Count, Count], thresholds: tuple[int, int], options: Options) -> int | None:
    able = [index for index in (0, 1) if sides[index].is_success]
    if len(able) < 2:
        return able[0] if able else None
    if thresholds[0] == thresholds[1]:
        return 1 if options.tie == "defender" else None
    return 0 if thresholds[0] > thresholds[1] else 1
