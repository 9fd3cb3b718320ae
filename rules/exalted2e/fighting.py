"""A combatant's sheet and conditions, for a roll outside the moves of the battle."""

from collections.abc import Iterator
from dataclasses import replace

from rules.exalted2e.actions.environment import SIGHT, STORM, STORM_LOSS, see_through
from rules.exalted2e.actions.requests import RollRequest
from rules.exalted2e.attack.defenses import STUN_DICE
from rules.exalted2e.attack.figures import BLIND
from rules.exalted2e.health.track import find_body_fate
from rules.exalted2e.pools import penalty
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.state import Combatant, State
from rules.lru_cache import cached_by_identity
from rules.pool import Term
from rules.sheets import ATTRIBUTE_GROUPS
from rules.text import Text


@cached_by_identity(2048)
def sheet_of(actor: Combatant) -> Sheet:
    """Return the sheet of a combatant with current wounds, motes and Willpower."""
    return replace(
        actor.sheet,
        health=actor.health.boxes,
        dying=actor.health.dying,
        unconscious=find_body_fate(actor.health) == "unconscious",
        fate=find_body_fate(actor.health),
        healing=actor.health.healing,
        personal=actor.personal,
        peripheral=actor.peripheral,
        willpower_points=actor.willpower,
    )


def suffer_as(state: State, actor: Combatant, request: RollRequest) -> RollRequest:
    """Return the request with the combatant's conditions; of two kinds of bad sight the worse one counts."""
    seen = see_through(request.sight, request.weather)
    said = SIGHT[seen][0] if seen in SIGHT else 0
    sight = actor.ground.dim if actor.ground.dim > said else 0
    return replace(
        request,
        sight="" if sight else seen,
        weather="",  # among the conditions
        mounted=request.mounted or actor.ground.mounted,
        conditions=tuple(_list_conditions(state, actor, request, sight)),
    )


def _list_conditions(state: State, actor: Combatant, request: RollRequest, sight: int) -> Iterator[Term]:
    is_physical = request.attribute in ATTRIBUTE_GROUPS["physical"]
    if sight and state.options.vision_external:
        yield Term(Text("Poor visibility"), -(1 + (sight >= BLIND)), "external", "2E-490")
    elif sight:
        yield penalty(Text("Poor visibility"), sight, "other internal", "2E-084")
    if actor.ground.external:
        yield Term(Text("Surroundings"), -actor.ground.external, "external", "2E-087")
    if actor.ground.weather or request.weather == STORM:
        yield Term(Text("Storm"), -STORM_LOSS, "external", "2E-090")
    if actor.prone and is_physical:
        yield Term(Text("Prone"), -1, "external", "2E-367")
    if actor.stunned_by and is_physical:
        yield penalty(Text("Stunned"), STUN_DICE, "other internal", "2E-388")
