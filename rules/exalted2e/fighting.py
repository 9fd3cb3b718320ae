"""A combatant's sheet and conditions, for a roll beside the moves of the battle."""

from collections.abc import Iterator
from dataclasses import replace

from rules.exalted2e.actions.environment import SIGHT
from rules.exalted2e.actions.requests import RollRequest
from rules.exalted2e.attack.defenses import STUN_DICE
from rules.exalted2e.attack.figures import BLIND
from rules.exalted2e.pools import penalty
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.traits import ATTRIBUTES
from rules.pool import Term
from rules.text import Text


def sheet_of(one: Combatant) -> Sheet:
    """Return the sheet of a combatant with current wounds, motes and Willpower."""
    return replace(
        one.sheet,
        health=one.health.boxes,
        dying=one.health.dying,
        unconscious=one.health.unconscious,
        healing=one.health.healing,
        personal=one.personal,
        peripheral=one.peripheral,
        willpower_points=one.willpower,
    )


def suffer_as(state: State, one: Combatant, request: RollRequest) -> RollRequest:
    """Return the request with the combatant's conditions; of two kinds of bad sight the worse one counts."""
    said = SIGHT[request.sight][0] if request.sight in SIGHT else 0
    sight = one.ground.sight if one.ground.sight > said else 0
    return replace(
        request,
        sight="" if sight else request.sight,
        mounted=request.mounted or one.ground.mounted,
        conditions=tuple(_list_conditions(state, one, request, sight)),
    )


def _list_conditions(state: State, one: Combatant, request: RollRequest, sight: int) -> Iterator[Term]:
    is_physical = request.attribute in ATTRIBUTES["Physical"]
    if sight and state.options.vision_external:
        yield Term(Text("Bad sight"), -(1 + (sight >= BLIND)), "external", "2E-490")
    elif sight:
        yield penalty(Text("Bad sight"), sight, "other internal", "2E-084")
    if one.ground.external:
        yield Term(Text("Surroundings"), -one.ground.external, "external", "2E-087")
    if one.prone and is_physical:
        yield Term(Text("Prone"), -1, "external", "2E-367")
    if one.stunned_by and is_physical:
        yield penalty(Text("Stunned"), STUN_DICE, "other internal", "2E-388")
