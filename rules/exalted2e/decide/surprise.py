"""Attacks from hiding, and on someone unaware (2E-333, 2E-394, 2E-666)."""

from rules.battle import Choice, Seat
from rules.battle.seats import RecordedSeat
from rules.exalted2e.moves.aids import AS_STANDS, SURPRISES
from rules.exalted2e.state import Combatant

_WORDS = {choice.value: choice for choice in SURPRISES}


def find_surprise(seat: Seat, actor: Combatant, surprise: str) -> str:
    """Return how the attack comes: "" (in the open), "roll" (from hiding) or "unaware".

    Who is hidden attacks from hiding unless she says otherwise. Earlier versions wanted it said.
    """
    if surprise == AS_STANDS:
        return "roll" if actor.hidden and not isinstance(seat, RecordedSeat) else ""
    return surprise


def list_surprises(actor: Combatant) -> tuple[Choice, ...]:
    """Return how an attack of this combatant can come; the first is the default."""
    if actor.hidden:
        return (Choice(AS_STANDS, _WORDS["roll"].label), _WORDS[""], _WORDS["unaware"])
    return (Choice(AS_STANDS, _WORDS[""].label), _WORDS["roll"], _WORDS["unaware"])
