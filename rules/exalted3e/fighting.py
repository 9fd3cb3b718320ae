"""What the battle brings to a roll that is no move of it: the figures, what weighs on the roll, and the payment."""

from dataclasses import replace

from rules.fighting import find_fighter
from rules.pool import Term
from rules.powers import make_terms

from .actions.request import Request
from .sheet.model import Sheet, Willpower
from .state import Combatant, State
from .state.paths import say_marks


def sheet(state: State, character: str) -> Sheet | None:
    """The character's sheet as the battle has it now; None for one who is not in it.

    Whoever has left keeps these figures until the battle is over: nothing has been written on the sheet yet.
    """
    one = find_fighter(state.combatants, character)
    return None if one is None else sheet_of(one)


def sheet_of(one: Combatant) -> Sheet | None:
    """The sheet of a combatant with health, motes and Willpower as they are; None where the battle has none stored."""
    if one.sheet is None:
        return None
    motes, health = one.sheet.motes, one.sheet.health
    if one.personal_max or one.peripheral_max:
        motes = replace(motes, personal=one.personal, peripheral=one.peripheral)
    if one.group is None:
        health = replace(health, marks=say_marks(one))
    return replace(
        one.sheet,
        willpower=Willpower(one.willpower_rating, one.willpower),
        motes=motes,
        anima=one.anima,
        health=health,
        mounted=one.mounted,
        powers_spent=one.spent,
    )


def suffer(state: State | None, character: str, request: Request) -> Request:
    """The request with what weighs on every roll in the battle: lasting powers and poison (3E-303, 3E-345)."""
    one = None if state is None else find_fighter(state.combatants, character)
    if state is None or one is None or not one.is_in_play:
        return replace(request, conditions=())
    return suffer_as(state, one, request)


def suffer_as(state: State, one: Combatant, request: Request) -> Request:
    """The request with what weighs on this combatant."""
    return replace(request, conditions=_list_conditions(one))


def _list_conditions(one: Combatant) -> tuple[Term, ...]:
    terms = make_terms(one.standing, "dice", "power", "3E-345")
    if one.poison and one.poison.penalty:
        return (*terms, Term("poison", -one.poison.penalty, "circumstance", "3E-303"))
    return terms
