"""Vectors of social combat: ops of the kinds dv, roll, extended and tick (2E-510 to 2E-516)."""

from typing import Annotated

from rules.conformance import Range, Result, pick
from rules.exalted2e.actions import social
from rules.exalted2e.conformance import dv, roll, tick
from rules.exalted2e.sheet.rows import Intimacy
from rules.exalted2e.state.debate import Leaning
from rules.exalted2e.timing import get_action, get_first_tick
from rules.exalted2e.traits import Being

Dots = Annotated[int, Range(0, 10)]
Sign = Annotated[int, Range(-1, 1)]


@dv.kind("dv", op="mind")
def _mind(
    *,
    mdv: Annotated[int, Range(0, 30)],
    appearance: Dots = 0,
    attacker_appearance: Dots = 0,
    intimacy: Sign = 0,
    virtue: Sign = 0,
    motivation: Sign = 0,
    actions: Annotated[int, Range(0, 30)] = 0,
) -> Result:
    """Return an MDV with what changes it. 1 is against, -1 in favor; `actions` is the penalty of own actions."""
    leaning = Leaning(intimacy, virtue, motivation)
    terms = social.list_modifiers(appearance, attacker_appearance, leaning)
    return {"dv": max(0, mdv + sum(term.amount for term in terms) - actions)}


@roll.kind("roll", op="resist")
def _resist(
    *,
    willpower: Dots,
    drained: Dots = 0,
    limit: Annotated[int, Range(1, 10)] = 2,
    motivation: Sign = 0,
    being: Being = "exalt",
) -> Result:
    """Return whether someone may give in or resist, and the Willpower that resisting takes."""
    price, must = social.find_price(drained, limit), motivation > 0
    can_resist = social.may_resist(being, willpower, price, must=must)
    return {"may_yield": not must, "may_resist": can_resist, "cost": min(price, willpower) if can_resist else None}


@roll.kind("extended", op="intimacy")
def _intimacy(
    *, conviction: Annotated[int, Range(1, 5)], scenes: Annotated[int, Range(0, 60)], builds: bool = True
) -> Result:
    """Return whether an Intimacy is held after these scenes of building it, or of eroding one that was held."""
    held: tuple[Intimacy, ...] = () if builds else (Intimacy("it"),)
    for _ in range(scenes):
        held = social.work_on(held, "it", conviction, builds=builds)
    return {"held": any(not intimacy.scenes for intimacy in held), "there": bool(held)}


@tick.kind("tick", op="social")
def _action(*, type: str, reaction: Dots = 0, total: Dots = 0) -> Result:
    """Return Speed and DV penalty of an action in social combat, and the first tick of someone who joins it."""
    return {**pick(get_action("debate", type), "speed", dv="penalty"), "first": get_first_tick(reaction, total)}


KINDS = {**dv.kind, **roll.kind, **tick.kind}
"""The kinds, with the ops of social combat and their own."""
