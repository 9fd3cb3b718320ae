"""Teamwork: helpers roll first, each success is a die for the primary actor (WD-150 to WD-156)."""

from collections.abc import Iterable
from typing import Final

from rules.pool import Term
from rules.wod2004.actions.instant import Result

DRAMATIC_HELP: Final = 4
"""Dice that each helper's dramatic failure costs the primary actor (WD-152)."""


def help_bonus(helpers: Iterable[Result]) -> Term:
    """Dice that the helpers' successes add (WD-151, WD-153)."""
    return Term("Helpers", sum(result.successes for result in helpers), "teamwork", "WD-151")


def help_penalty(helpers: Iterable[Result]) -> Term:
    """Dice that the helpers' dramatic failures take (WD-152)."""
    failures = sum(result.is_dramatic for result in helpers)
    return Term("Helpers' dramatic failures", -DRAMATIC_HELP * failures, "teamwork", "WD-152")
