"""Offers for lasting powers: to drop those that are on, and to switch on the others."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Field, Offer, offer_move
from rules.battle.moves import SwitchOff, SwitchOn
from rules.powers.lasting import list_lasting
from rules.powers.model import Power, PowerRules
from rules.powers.use import PowerUse
from rules.powers.words import describe_effects, describe_price, describe_use
from rules.text import EMPTY, Text, join, verbatim


def offer_lasting(
    use: PowerUse[Any], actor: Any, fields: Iterable[Field], acts: Mapping[str, Offer | None]
) -> list[Offer]:
    """Return one offer for each lasting power of a combatant, in order.

    `fields`: the form for powers that may be switched on now, as `PowerUse.field` returns it. `acts`: for each timing
    that takes an action, the offer whose cost, reason and next ticks such a power gets; None if there is no offer for
    it.
    """
    on, found = {power.key for power in actor.active}, []
    reflex = offer_move(SwitchOn, EMPTY, actor, group="reflex")
    for field in fields:
        for choice, power in zip(field.choices, list_lasting(use.rules, use.owned(actor)), strict=True):
            fixed = {"actor": actor.id, "power": power.key}
            if power.key in on:
                drop = Text("Drop {name}", name=power.name)
                reflexive = Text("reflexive")
                found.append(offer_move(SwitchOff, drop, actor, group="reflex", cost=reflexive, fixed=fixed))
            elif (taken := acts.get(power.timing, reflex)) is not None:
                reason = taken.reason
                if choice.reason:
                    reason = Text("{name}: {reason}.", name=power.name, reason=choice.reason)
                found.append(replace(_fill(use.rules, power, taken), fixed=fixed, reason=reason))
    return found


def _fill(rules: PowerRules, power: Power, taken: Offer) -> Offer:
    cost = (taken.cost, describe_price(rules, power))
    hint = (describe_effects(rules, power), describe_use(rules, power))
    return replace(taken, label=verbatim(power.name), cost=join(", ", cost), hint=join("; ", hint))
