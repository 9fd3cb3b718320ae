"""What a battle contributes to rolls made outside of it: figures, conditions and payment."""

from dataclasses import replace

from rules.exalted3e.actions.request import Request
from rules.exalted3e.health import say_boxes
from rules.exalted3e.sheet.blocks import Willpower
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.state.board import State
from rules.exalted3e.state.fighters import Combatant
from rules.pool import Term
from rules.powers import make_terms
from rules.text import Text


def sheet_of(one: Combatant) -> Sheet | None:
    """Return the combatant's sheet with its current health, motes and Willpower, or None if none was stored."""
    if one.sheet is None:
        return None
    motes, health = one.sheet.motes, one.sheet.health
    if one.personal_max or one.peripheral_max:
        motes = replace(motes, personal=one.personal, peripheral=one.peripheral)
    if one.group is None:
        health = replace(health, marks=say_boxes(one.health))
    return replace(
        one.sheet, willpower=Willpower(one.willpower_rating, one.willpower), motes=motes, anima=one.anima,
        health=health, mounted=one.mounted, powers_spent=one.spent,
    )  # fmt: skip


def suffer_as(state: State, one: Combatant, request: Request) -> Request:
    """Return the request with the conditions of all the combatant's rolls: powers and poison (3E-303, 3E-345)."""
    return replace(request, conditions=_list_conditions(one))


def _list_conditions(one: Combatant) -> tuple[Term, ...]:
    terms = make_terms(one.standing, "dice", "power", "3E-345")
    if one.poison and one.poison.penalty:
        return (*terms, Term(Text("poison"), -one.poison.penalty, "circumstance", "3E-303"))
    return terms
