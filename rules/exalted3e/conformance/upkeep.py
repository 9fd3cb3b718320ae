"""Vectors of kinds `health` and `xp`."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from rules.conformance import Fields, Keys, Kinds, Result, pick
from rules.errors import BadInput
from rules.exalted3e import experience as prices
from rules.exalted3e import health as wounds
from rules.exalted3e.pools import motes_of
from rules.exalted3e.traits import TABLES
from rules.text import Text
from rules.wounds import HARMS, Harm

kind = Kinds()


@kind("health")
def _health(
    *,
    apply: tuple[tuple[Harm, int], ...] = (),
    levels: tuple[tuple[int | str, int], ...] | None = None,
    pain_tolerance: bool = False,
    heal_as: Literal["exalt", "mortal"] | None = None,
    pools: Mapping[str, int] | None = None,
) -> Result:
    """Mark damage on a track. Return its penalty, and how long it takes to heal."""
    track = wounds.Health(levels=wounds.STANDARD_LEVELS if levels is None else _list_levels(levels))
    for damage, amount in apply:
        track = wounds.mark(track, damage, max(0, amount))
    full, penalty = wounds.is_incapacitated(track), track.wound_penalty(pain_tolerance)
    result = {
        **pick(track, *HARMS),
        "wound_penalty": "inc" if full else penalty,
        "incapacitated": full,
        "outcome": wounds.find_outcome(track),
    }
    if heal_as is not None:
        result["hours_to_heal_all"] = wounds.hours_to_heal(track, heal_as)
    if pools is not None:  # damage rolls are exempt from the penalty (3E-264)
        result["pools"] = {n: dice if _is_damage(n) else max(0, dice - penalty) for n, dice in pools.items()}
    return result


def _list_levels(given: tuple[tuple[int | str, int], ...]) -> tuple[int, ...]:
    levels: list[int] = []
    for penalty, count in given:
        named = str(penalty).lstrip("-")
        if named not in ("0", "1", "2", "4", "inc"):
            raise BadInput(
                "wrong_type",
                Text("levels has penalties 0, 1, 2, 4 and inc, not {penalty}.", penalty=repr(penalty)),
                key="levels",
            )
        levels += [wounds.INCAPACITATED if named == "inc" else int(named)] * max(0, count)
    return tuple(sorted(levels))


def _is_damage(name: str) -> bool:
    """Return whether a pool with this name is for damage: withering, decisive, or the Initiative roll of a gambit."""
    return "damage" in name or name == "initiative_roll"


Bought = Annotated[
    Any, Fields(prices.Purchase, "kind", "favored", "solar_charm", "min_ability", "min_essence", "circle")
]


def _make_purchase(*, from_: int = 0, to: int = 0, **bought: Bought) -> prices.Purchase:
    return prices.Purchase(before=from_, after=to, **bought)


Purchases = tuple[Annotated[Mapping[str, Any], Keys(lambda: _make_purchase)], ...]
Bonus = Literal["expression", "role"]
Sessions = int | tuple[Mapping[Bonus, bool | int] | tuple[Bonus, ...], ...]
"""A number of sessions, or for each session its bonuses: an object, or a list of their names (3E-346)."""
BONUSES: tuple[Bonus, Bonus] = ("expression", "role")
BEING = "solar"
"""The kind of character whose Essence the vectors use."""


@kind("xp")
def _experience(
    *,
    purchases: Purchases | None = None,
    pay: prices.Payment | None = None,
    xp: int = 0,
    solar_xp: int = 0,
    spent: int = 0,
    sessions: Sessions | None = None,
    spent_xp: int | None = None,
    training: Purchases | None = None,
    essence: int | None = None,
    essence_start: int = 1,
) -> Result:
    """Buy with experience, or earn and spend it."""
    result: dict[str, Any] = {"xp": xp, "solar_xp": solar_xp}
    if purchases is not None:
        result |= _buy(
            [kind.call(_make_purchase, purchase) for purchase in purchases], pay, xp, solar_xp, spent, essence_start
        )
    if sessions is not None:
        earned = _earn(sessions)
        result |= {"xp": result["xp"] + earned.xp, "solar_xp": result["solar_xp"] + earned.solar}
    if spent_xp is not None:
        result["essence_available"] = prices.essence_allowed(spent_xp, essence_start, BEING)
    if training is not None:
        result["training"] = [list(prices.training_for(kind.call(_make_purchase, purchase))) for purchase in training]
    if essence is not None:
        personal, peripheral = motes_of(BEING, essence, TABLES["pools"])
        result |= {"personal": personal, "peripheral": peripheral}
    return result


def _buy(
    purchases: list[prices.Purchase], pay: prices.Payment | None, xp: int, solar: int, spent: int, start: int
) -> Result:
    costs = [prices.cost_of(purchase) for purchase in purchases]
    if pay is None:
        return {"cost": sum(costs), "costs": costs}
    allowed = prices.can_pay(tuple(purchases), pay, xp, solar)
    paid = pay if allowed else prices.Payment()
    return {
        "cost": sum(costs),
        "costs": costs,
        "allowed": allowed,
        "xp": xp - paid.xp,
        "solar_xp": solar - paid.solar,
        "spent": spent + paid.xp,
        "essence_available": prices.essence_allowed(spent + paid.xp, start, BEING),
    }


def _earn(sessions: Sessions) -> prices.Payment:
    if isinstance(sessions, int):
        return prices.earn_sessions(sessions)
    each = [session if isinstance(session, Mapping) else dict.fromkeys(session, 1) for session in sessions]
    expression, role = (sum(min(1, session.get(name, 0)) for session in each) for name in BONUSES)
    return prices.earn_sessions(len(each), expression, role)
