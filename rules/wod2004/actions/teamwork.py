"""Teamwork: helpers roll first; each of their successes is a die for the primary actor (WD-150 to WD-156)."""

from typing import Final

from rules.pool import Term
from rules.text import Text

DRAMATIC_HELP: Final = 4
"""Dice that each helper's dramatic failure costs the primary actor (WD-152)."""


def help_bonus(successes: int) -> Term:
    """Return the dice that the helpers' successes add (WD-151, WD-153)."""
    return Term(Text("Helpers"), successes, "teamwork", "WD-151")


def help_penalty(failures: int) -> Term:
    """Return the dice that the helpers' dramatic failures take (WD-152)."""
    return Term(Text("Helpers’ dramatic failures"), -DRAMATIC_HELP * failures, "teamwork", "WD-152")
