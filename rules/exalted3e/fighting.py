"""What a battle contributes to rolls made outside of it: figures, conditions and payment."""

from dataclasses import replace

from rules.exalted3e.actions.request import Request
from rules.exalted3e.health import say_boxes
from rules.exalted3e.sheet.blocks import Willpower
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Combatant
from rules.lru_cache import cached_by_identity
from rules.pool import Term
from rules.powers import make_terms
from rules.text import Text


@cached_by_identity(2048)
def sheet_of(actor: Combatant) -> Sheet | None:
    """Return the combatant's sheet with its current health, motes and Willpower, or None if none was stored."""
    if actor.sheet is None:
        return None
    motes, health = actor.sheet.motes, actor.sheet.health
    if actor.has_motes:
        motes = replace(motes, personal=actor.personal, peripheral=actor.peripheral)
    if actor.group is None:
        health = replace(health, marks=say_boxes(actor.health))
    return replace(
        actor.sheet,
        willpower=Willpower(actor.willpower_rating, actor.willpower),
        motes=motes,
        anima=actor.anima,
        fate=actor.fate,
        health=health,
        mounted=actor.mounted,
        powers_spent=actor.spent,
    )


def suffer_as(state: State, actor: Combatant, request: Request) -> Request:
    """Return the request with the conditions of all the combatant's rolls: powers and poison (3E-303, 3E-345)."""
    return replace(request, conditions=_list_conditions(actor))


def _list_conditions(actor: Combatant) -> tuple[Term, ...]:
    terms = make_terms(actor.standing, "dice", "power", "3E-345")
    if actor.poison and actor.poison.penalty:
        return (*terms, Term(Text("poison"), -actor.poison.penalty, "circumstance", "3E-303"))
    return terms
