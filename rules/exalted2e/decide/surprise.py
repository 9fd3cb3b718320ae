"""Attacks from hiding, and on somebody unaware (2E-333, 2E-394, 2E-666)."""

from rules.battle import Choice, Seat
from rules.battle.seats import RecordedSeat
from rules.errors import IllegalMove
from rules.exalted2e.moves.aids import AS_STANDS, SURPRISES
from rules.exalted2e.state import Combatant
from rules.text import EMPTY, Text

_WORDS = {choice.value: choice for choice in SURPRISES}


def read_surprise(seat: Seat, actor: Combatant, surprise: str) -> str:
    """Return how the attack comes: "" (in the open), "roll" (from hiding) or "unaware".

    Who is hidden attacks from hiding unless she says otherwise. Raise `IllegalMove` for what the Storyteller must say.
    """
    if reason := why_no_surprise(seat, actor, surprise):
        raise IllegalMove("storyteller_only", reason)
    if surprise == AS_STANDS:
        return "roll" if actor.hidden and not isinstance(seat, RecordedSeat) else ""
    return surprise


def why_no_surprise(seat: Seat, actor: Combatant, surprise: str) -> Text:
    """Return why this seat cannot say that the attack comes so, or an empty text."""
    if seat.storyteller or surprise in (AS_STANDS, ""):
        return EMPTY
    if surprise == "roll" and (actor.hidden or isinstance(seat, RecordedSeat)):
        return EMPTY
    if surprise == "roll":
        return Text("{who} is not hidden. Only the Storyteller can let the attack come from hiding.", who=actor.name)
    return Text("Whether the target is unaware is for the Storyteller to say.")


def list_surprises(seat: Seat, actor: Combatant) -> tuple[Choice, ...]:
    """Return how an attack of this combatant can come, as this seat may say; the first is what is so by itself."""
    if actor.hidden:
        found = [Choice(AS_STANDS, _WORDS["roll"].label), _WORDS[""]]
    else:
        found = [Choice(AS_STANDS, _WORDS[""].label), *([_WORDS["roll"]] if seat.storyteller else [])]
    return (*found, *([_WORDS["unaware"]] if seat.storyteller else []))
