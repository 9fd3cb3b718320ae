"""What a battle changes of rolls outside its own moves: the sheet's figures, and the conditions of the roll."""

from dataclasses import replace

from rules.errors import IllegalMove
from rules.lru_cache import cached_by_identity
from rules.text import Text
from rules.wod2004.actions.request import Request
from rules.wod2004.pools import circumstance
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant


@cached_by_identity(2048)
def sheet_of(actor: Combatant) -> Sheet | None:
    """Return the combatant's sheet with its figures of this fight, None where the battle stores no sheet."""
    if actor.sheet is None:
        return None
    return replace(
        actor.sheet,
        health=derived.boxes_of(actor.track, actor.boxes),
        willpower_points=actor.willpower,
        willpower_lost=actor.willpower_lost + actor.dots_paid,
        fuel=actor.fuel,
        in_hand=actor.drawn,
        powers_spent=actor.spent,
        fate=actor.fate,
    )


def suffer_as(state: State, actor: Combatant, request: Request) -> Request:
    """Return the request with the Storyteller's ruling on every roll of this combatant (WD-046).

    Raises `IllegalMove` for a second point of Willpower in a turn (WD-055).
    """
    if request.willpower and actor.willpower_spent:
        sentence = Text("{who} has already spent Willpower this turn.", who=actor.name)
        raise IllegalMove("no_willpower", sentence, rule="WD-055")
    ruling = (circumstance(Text("Storyteller’s ruling"), actor.dice_modifier),) if actor.dice_modifier else ()
    return replace(request, conditions=ruling)
