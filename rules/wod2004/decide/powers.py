"""Powers switched on in a fight: what they add to a roll or a defense, and whether they can be paid."""

from dataclasses import replace
from operator import attrgetter

from rules.errors import IllegalMove
from rules.pool import Term
from rules.powers import PowerTotals, PowerUse, count_body, make_terms
from rules.text import Text
from rules.wod2004.actions.instant import TEN_AGAIN, Quality
from rules.wod2004.actions.powers import improve
from rules.wod2004.actions.willpower import spend
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.state.combatant import Combatant


def can_spend(actor: Combatant) -> bool:
    """Return whether the combatant may spend a point of Willpower now (WD-050, WD-055)."""
    return spend(actor.willpower, int(actor.willpower_spent), "dice").allowed


def _get_purse(actor: Combatant) -> dict[str, int]:
    """Return what powers can be paid with: one point of Willpower in a turn (WD-055), the pool, the body."""
    body = count_body(actor.boxes - len(actor.track), actor.willpower_dots)
    return {"willpower": int(can_spend(actor)), "fuel": actor.fuel, **body}


USE: PowerUse[Combatant] = PowerUse(POWERS, _get_purse, spent=attrgetter("spent"))


def gather_powers(actor: Combatant, keys: object, moment: str, *, willpower: bool = False) -> PowerTotals:
    """Return the powers that count in a roll: those switched on for it, which are paid now, and lasting ones.

    `willpower`: the turn's point is spent elsewhere (WD-055).
    """
    on = USE.choose(actor, keys, moment)
    if willpower and on.cost.get("willpower"):
        raise IllegalMove("no_willpower", Text("Only one Willpower point can be spent per turn."), rule="WD-055")
    USE.check_cost(actor, on)
    counted = {kind.key for kind in POWERS.kinds if moment in kind.uses}
    lasting = tuple(share for share in actor.standing if share.kind in counted)
    return replace(on, shares=(*on.shares, *lasting)) if lasting and moment != "defense" else on


def power_dice(on: PowerTotals) -> list[Term]:
    """Return the dice of each power, for the bonuses (WD-041)."""
    return list(make_terms(on.shares, "dice", "power", "WD-041"))


def get_quality(on: PowerTotals) -> Quality:
    """Return the quality of the dice with these powers (WD-023, WD-025)."""
    return improve(TEN_AGAIN, on.shares)
