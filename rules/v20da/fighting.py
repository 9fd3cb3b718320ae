"""A roll during a battle that is no move: the figures of the combatant, and what weighs on the roll."""

from dataclasses import replace

from rules.errors import IllegalMove
from rules.lru_cache import cached_by_identity
from rules.pool import Term
from rules.powers.rolls import MOMENT
from rules.text import Text
from rules.v20da.actions.request import Request
from rules.v20da.decide.powers import USE
from rules.v20da.sheet.model import Sheet
from rules.v20da.state.figures import own_dice, own_mods
from rules.v20da.state.model import Combatant, State
from rules.v20da.state.paths import find_fate, is_staked


@cached_by_identity(2048)
def sheet_of(actor: Combatant) -> Sheet:
    """Return the sheet of a combatant with its health, blood, Willpower and armor now; blood has raised Attributes."""
    return replace(
        actor.sheet,
        health=actor.health.track,
        willpower_points=actor.willpower,
        blood=actor.blood,
        armor=actor.armor,
        fate=find_fate(actor),
        staked=is_staked(actor),
    )


def suffer_as(state: State, actor: Combatant, request: Request) -> Request:
    """Return the request with what weighs on every roll of this combatant: blindness, rulings, lasting powers.

    Raises `IllegalMove` for a second point of Willpower, or too much blood, in a turn (V20-087, 202).
    """
    if request.willpower and actor.willpower_used:
        sentence = Text("{who} has already spent Willpower on a roll this turn.", who=actor.name)
        raise IllegalMove("no_willpower", sentence, rule="V20-087")
    USE.choose_payable(
        actor, request.powers, MOMENT, willpower=request.willpower
    )  # with the blood that this turn has taken
    return replace(request, conditions=_list_conditions(actor), obstacles=own_mods(actor))


def _list_conditions(actor: Combatant) -> tuple[Term, ...]:
    """Return the dice that every roll gains or loses. Wounds that the combatant ignores are given back (V20-091)."""
    wounds = actor.health.penalty or 0
    ignored = (Term(Text("Wounds ignored"), -wounds, "wound", "V20-091"),) if actor.ignores_wounds and wounds else ()
    return (*own_dice(actor), *ignored)
