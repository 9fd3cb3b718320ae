"""What the battle brings to a roll that is no move of it: the figures, what weighs on the roll, and the payment."""

from dataclasses import replace

from rules.errors import IllegalMove
from rules.pool import Term
from rules.powers.rolls import MOMENT
from rules.text import Text
from rules.v20da.actions.request import Request
from rules.v20da.decide.powers import read_powers
from rules.v20da.sheet.model import Sheet
from rules.v20da.state.figures import own_dice, own_mods
from rules.v20da.state.model import Combatant


def sheet_of(one: Combatant) -> Sheet:
    """The sheet of a combatant with health, blood, Willpower and armor as they are; blood has raised its Attributes."""
    return replace(one.sheet, health=one.health.track, willpower_points=one.willpower, blood=one.blood, armor=one.armor)


def suffer(one: Combatant, request: Request) -> Request:
    """The request with what weighs on every roll of this combatant: blindness, rulings, lasting powers.

    Raises `IllegalMove` for a second point of Willpower, or too much blood, in a turn (V20-087, 202).
    """
    if request.willpower and one.willpower_used:
        sentence = Text("{who} has spent Willpower on a roll in this turn already.", who=one.name)
        raise IllegalMove("no_willpower", sentence, rule="V20-087")
    read_powers(one, request.powers, MOMENT, willpower=request.willpower)  # blood counts with what the turn took
    return replace(request, conditions=_list_conditions(one), obstacles=own_mods(one))


def _list_conditions(one: Combatant) -> tuple[Term, ...]:
    """The dice that every roll of a combatant gains or loses; the wounds come back that it ignores (V20-091)."""
    wounds = one.health.penalty or 0
    ignored = (Term(Text("Wounds ignored"), -wounds, "wound", "V20-091"),) if one.ignores_wounds and wounds else ()
    return (*own_dice(one), *ignored)
