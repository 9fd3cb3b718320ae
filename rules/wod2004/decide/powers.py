"""Powers of the sheet switched on in a fight: what they add to a roll or a defense, and their cost."""

from dataclasses import replace

from rules.battle import Audience, Event, Field
from rules.errors import IllegalMove
from rules.pool import Term
from rules.powers import NO_POWERS, Switched, check_purse, count_body, make_field, make_terms, switch_on
from rules.wod2004 import events as e
from rules.wod2004.actions.instant import TEN_AGAIN, Quality
from rules.wod2004.actions.powers import improve
from rules.wod2004.decide.common import named
from rules.wod2004.decide.rolling import can_spend, given_back, spent
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.state import Combatant, State


def read_powers(actor: Combatant, keys: object, moment: str, *, willpower: bool = False) -> Switched:
    """The powers that count in a roll: those switched on for it, and those that last; only the first are paid now."""
    on = read_new_powers(actor, keys, moment, willpower=willpower)
    counted = {kind.key for kind in POWERS.kinds if moment in kind.uses}
    lasting = tuple(share for share in actor.standing if share.kind in counted)
    return replace(on, shares=(*on.shares, *lasting)) if lasting and moment != "defense" else on


def read_new_powers(actor: Combatant, keys: object, moment: str, *, willpower: bool = False) -> Switched:
    """The powers switched on at this moment; `willpower`: this turn's one point goes elsewhere (WD-055)."""
    on = switch_on(POWERS, actor.powers, keys, moment, actor.spent)
    if willpower and on.cost.get("willpower"):
        raise IllegalMove("no_willpower", "One point of Willpower is spent in a turn.", rule="WD-055")
    check_purse(POWERS, on.cost, get_purse(actor), on.name)
    return on


def get_purse(actor: Combatant) -> dict[str, int]:
    """What powers can be paid with: one point of Willpower in a turn (WD-055), the pool, the body."""
    body = count_body(actor.boxes - len(actor.track), actor.willpower_dots)
    return {"willpower": int(can_spend(actor)), "fuel": actor.fuel, **body}


def power_field(actor: Combatant, moment: str) -> tuple[Field, ...]:
    """The powers of the sheet that apply at this moment."""
    return make_field(POWERS, actor.powers, moment, get_purse(actor), spent=actor.spent) if actor.powers else ()


def has_power(actor: Combatant, moment: str) -> bool:
    """Whether any power of the sheet can be switched on and paid now."""
    return any(not choice.reason for field in power_field(actor, moment) for choice in field.choices)


def power_dice(on: Switched) -> list[Term]:
    """The dice of each power, among the bonuses (WD-041)."""
    return list(make_terms(on.shares, "dice", "power", "WD-041"))


def get_quality(on: Switched) -> Quality:
    """How good the dice are with these powers (WD-023, WD-025)."""
    return improve(TEN_AGAIN, on.shares)


def used(actor: Combatant, exchange: str, on: Switched, audience: Audience) -> list[Event]:
    """The fact that powers were used and paid for."""
    if not on.names:
        return []
    return [
        e.PowersUsed(
            **named(actor),
            exchange=exchange,
            name=on.name,
            willpower=on.cost.get("willpower", 0),
            fuel=on.cost.get("fuel", 0),
            price=on.price,
            audience=audience,
        )
    ]


def with_cost(
    state: State,
    actor: Combatant,
    fact: e.ActionRolled | e.TreatmentRolled | e.StruggleRolled | e.ConsciousnessRolled,
    *,
    willpower: bool,
    on: Switched = NO_POWERS,
) -> list[Event]:
    """The fact of a roll between what was paid for it and what comes back (WD-050, WD-051)."""
    exchange, audience = fact.exchange, fact.audience
    return [
        *([spent(actor, exchange, "dice", audience)] if willpower else []),
        *used(actor, exchange, on, audience),
        fact,
        *given_back(state.options, actor, exchange, fact.roll.pool, actor.willpower, audience),
    ]
