"""What the battle brings to a roll that is no move of it: the figures, what weighs on the roll, and the payment."""

from dataclasses import replace

from rules.errors import IllegalMove
from rules.fighting import find_fighter
from rules.wod2004.actions.rolls import Request
from rules.wod2004.pools import circumstance
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.state import Combatant, State


def sheet(state: State, character: str) -> Sheet | None:
    """The character's sheet as the battle has it now; None for one who is not in it.

    Whoever has left keeps these figures until the battle is over: nothing has been written on the sheet yet.
    """
    one = find_fighter(state.combatants, character)
    return None if one is None else sheet_of(one)


def sheet_of(one: Combatant) -> Sheet | None:
    """The sheet of a combatant with Health, Willpower and its pool as they are; None where the battle has none."""
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


def suffer(state: State | None, character: str, request: Request) -> Request:
    """The request with what the Storyteller rules for every roll in the battle (WD-046).

    Raises `IllegalMove` for a second point of Willpower in a turn (WD-055).
    """
    one = None if state is None else find_fighter(state.combatants, character)
    if state is None or one is None or one.left:
        return replace(request, conditions=())
    return suffer_as(state, one, request)


def suffer_as(state: State, one: Combatant, request: Request) -> Request:
    """The request with what weighs on this combatant. Raises as `suffer` does."""
    if request.willpower and one.willpower_spent:
        sentence = f"{one.name} has spent Willpower in this turn already."
        raise IllegalMove("no_willpower", sentence, rule="WD-055")
    ruling = (circumstance("Storyteller's ruling", one.dice_modifier),) if one.dice_modifier else ()
    return replace(request, conditions=ruling)
