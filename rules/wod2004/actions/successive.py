"""Successive attempts at instant and contested actions, new ones at extended actions (WD-140 to WD-144, WD-083)."""

from rules.errors import BadInput
from rules.text import Text


def retry_penalty(attempt: int, *, pressure: bool, step: int = 1) -> int:
    """Dice lost by attempt number `attempt`: none without pressure (WD-141), `step` per attempt before it (WD-142)."""
    return attempt_penalty(attempt, step) if pressure else 0


def attempt_penalty(attempt: int, step: int = 1) -> int:
    """Dice lost on every roll of attempt number `attempt` at an extended action (WD-083), as a positive number."""
    if attempt < 1:
        raise BadInput("bad_attempt", Text("Attempts are counted from 1, not {n}.", n=attempt))
    return step * (attempt - 1)
