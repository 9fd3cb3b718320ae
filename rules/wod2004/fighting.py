"""What a battle changes of rolls outside its own moves: the sheet's figures, and the conditions of the roll."""

from dataclasses import replace

from rules.errors import IllegalMove
from rules.text import Text
from rules.wod2004.actions.rolls import Request
from rules.wod2004.pools import circumstance
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.state.battle import State
from rules.wod2004.state.combatant import Combatant


def sheet_of(one: Combatant) -> Sheet | None:
    """Return the combatant's sheet with its figures of this fight, None where the battle stores no sheet."""
    if one.sheet is None:
        return None
    return replace(
        one.sheet,
        health=derived.boxes_of(one.track, one.boxes),
        willpower_points=one.willpower,
        willpower_lost=one.willpower_lost + one.dots_paid,
        fuel=one.fuel,
        in_hand=one.drawn,
        powers_spent=one.spent,
    )


def suffer_as(state: State, one: Combatant, request: Request) -> Request:
    """Return the request with the Storyteller's ruling on every roll of this combatant (WD-046).

    Raises `IllegalMove` for a second point of Willpower in a turn (WD-055).
    """
    if request.willpower and one.willpower_spent:
        sentence = Text("{who} has spent Willpower in this turn already.", who=one.name)
        raise IllegalMove("no_willpower", sentence, rule="WD-055")
    ruling = (circumstance(Text("Storyteller's ruling"), one.dice_modifier),) if one.dice_modifier else ()
    return replace(request, conditions=ruling)
