"""New attempts: at instant and contested actions (WD-140 to WD-144), and at extended actions (WD-083)."""

from rules.errors import BadInput
from rules.text import Text


def retry_penalty(attempt: int, *, pressure: bool, step: int = 1) -> int:
    """Return the dice that an attempt loses: none without pressure (WD-141), `step` per earlier attempt (WD-142)."""
    return attempt_penalty(attempt, step) if pressure else 0


def attempt_penalty(attempt: int, step: int = 1) -> int:
    """Return the dice that every roll of a new extended attempt loses, as a positive number (WD-083)."""
    if attempt < 1:
        raise BadInput("bad_attempt", Text("Attempts count from 1, not {n}.", n=attempt))
    return step * (attempt - 1)
