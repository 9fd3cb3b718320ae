"""Vectors of kinds `health` and `xp`."""

from typing import Any, cast

from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted3e.conformance.keys import Given, check_keys, flag, items, number, part, text
from rules.exalted3e.experience import (
    Kind,
    Payment,
    Purchase,
    can_pay,
    cost_of,
    earn_sessions,
    essence_allowed,
    training_for,
)
from rules.exalted3e.health import (
    INCAPACITATED,
    STANDARD_LEVELS,
    Health,
    hours_to_heal,
    is_incapacitated,
    mark,
    read_outcome,
    wound_penalty,
)
from rules.exalted3e.pools import motes_of
from rules.exalted3e.traits import DAMAGE_TYPES, TABLES


def check_health(given: Given, roller: Roller) -> dict[str, Any]:
    """One `health` vector."""
    check_keys(given, ("apply", "levels", "pain_tolerance", "heal_as", "pools"), "health")
    health = Health(levels=_read_levels(given))
    for item in items(given, "apply"):
        kind, levels = _read_pair(item)
        damage = text({"kind": kind}, "kind", "lethal", choices=DAMAGE_TYPES)
        health = mark(health, damage, max(0, number({"levels": levels}, "levels")))
    full, penalty = is_incapacitated(health), wound_penalty(health, flag(given, "pain_tolerance"))
    result: dict[str, Any] = {
        "bashing": health.bashing,
        "lethal": health.lethal,
        "aggravated": health.aggravated,
        "wound_penalty": "inc" if full else penalty,
        "incapacitated": full,
        "outcome": read_outcome(health),
    }
    if given.get("heal_as") is not None:
        result["hours_to_heal_all"] = hours_to_heal(health, text(given, "heal_as", choices=("exalt", "mortal")))
    if given.get("pools") is not None:
        result["pools"] = _wounded_pools(given["pools"], penalty)
    return result


def _read_pair(item: object) -> tuple[object, object]:
    if not isinstance(item, list | tuple) or len(item) != 2:
        raise BadInput("wrong_type", f"Each entry is a pair, not {item!r}.", key="apply")
    return item[0], item[1]


def _read_levels(given: Given) -> tuple[int, ...]:
    if given.get("levels") is None:
        return STANDARD_LEVELS
    levels: list[int] = []
    for item in items(given, "levels"):
        penalty, count = _read_pair(item)
        named = str(penalty).lstrip("-")
        if named not in ("0", "1", "2", "4", "inc"):
            raise BadInput("wrong_type", f"levels has penalties 0, 1, 2, 4 and inc, not {penalty!r}.", key="levels")
        worth = INCAPACITATED if named == "inc" else int(named)
        levels += [worth] * max(0, number({"levels": count}, "levels"))
    return tuple(sorted(levels))


def _wounded_pools(pools: object, penalty: int) -> Any:
    """Pools under the wound penalty; damage rolls are exempt (3E-264)."""
    held = part({"pools": pools}, "pools")
    return {name: number(held, name) if _is_damage(name) else max(0, number(held, name) - penalty) for name in held}


def _is_damage(name: str) -> bool:
    """Whether a pool of this name is one of damage: withering, decisive, or the Initiative roll of a gambit."""
    return "damage" in name or name == "initiative_roll"


PURCHASE_KEYS = ("kind", "from", "to", "favored", "solar_charm", "min_ability", "min_essence", "circle")
KINDS = ("attribute", "ability", "specialty", "willpower", "merit", "charm", "spell", "evocation")


def read_purchase(item: object) -> Purchase:
    """One purchase."""
    given = check_keys(item, PURCHASE_KEYS, "purchase")
    return Purchase(
        kind=cast(Kind, text(given, "kind", choices=KINDS)), before=number(given, "from"), after=number(given, "to"),
        favored=flag(given, "favored"), solar_charm=flag(given, "solar_charm"),
        min_ability=number(given, "min_ability"), min_essence=number(given, "min_essence"),
        circle=number(given, "circle", 1),
    )  # fmt: skip


XP_KEYS = (
    "purchases", "pay", "xp", "solar_xp", "spent", "sessions", "spent_xp", "training", "essence", "essence_start",
)  # fmt: skip
BEING = "solar"
"""Whose Essence the vectors mean."""


def check_xp(given: Given, roller: Roller) -> dict[str, Any]:
    """One `xp` vector."""
    check_keys(given, XP_KEYS, "xp")
    result: dict[str, Any] = {"xp": number(given, "xp"), "solar_xp": number(given, "solar_xp")}
    if given.get("purchases") is not None:
        result |= _buy(given)
    if given.get("sessions") is not None:
        earned = _earn(given["sessions"])
        result |= {"xp": result["xp"] + earned.xp, "solar_xp": result["solar_xp"] + earned.solar}
    if given.get("spent_xp") is not None:
        start = number(given, "essence_start", 1)
        result["essence_available"] = essence_allowed(number(given, "spent_xp"), start, BEING)
    if given.get("training") is not None:
        result["training"] = [list(training_for(read_purchase(item))) for item in items(given, "training")]
    if given.get("essence") is not None:
        personal, peripheral = motes_of(BEING, number(given, "essence"), TABLES["pools"])
        result |= {"personal": personal, "peripheral": peripheral}
    return result


def _buy(given: Given) -> dict[str, Any]:
    purchases = tuple(read_purchase(item) for item in items(given, "purchases"))
    cost = sum(cost_of(purchase) for purchase in purchases)
    found: dict[str, Any] = {"cost": cost, "costs": [cost_of(purchase) for purchase in purchases]}
    if given.get("pay") is None:
        return found
    pay = check_keys(given["pay"], ("xp", "solar"), "pay")
    payment = Payment(number(pay, "xp"), number(pay, "solar"))
    xp, solar, spent = (number(given, key) for key in ("xp", "solar_xp", "spent"))
    allowed = can_pay(purchases, payment, xp, solar)
    paid = payment if allowed else Payment()
    left = {"xp": xp - paid.xp, "solar_xp": solar - paid.solar, "spent": spent + paid.xp}
    essence = essence_allowed(spent + paid.xp, number(given, "essence_start", 1), BEING)
    return {**found, **left, "allowed": allowed, "essence_available": essence}


def _earn(sessions: object) -> Payment:
    """A number of sessions, or for each the bonuses that were ticked: an object, or a list of their names (3E-346)."""
    if isinstance(sessions, int) and not isinstance(sessions, bool):
        return earn_sessions(sessions)
    each = items({"sessions": sessions}, "sessions")
    told = [dict.fromkeys(map(str, session), True) if isinstance(session, list) else session for session in each]
    all_held = [check_keys(session, ("expression", "role"), "sessions") for session in told]
    expression, role = (sum(min(1, _ticks(held, name)) for held in all_held) for name in ("expression", "role"))
    return earn_sessions(len(all_held), expression, role)


def _ticks(held: Given, key: str) -> int:
    """How often a bonus was ticked; once a session is all that counts."""
    return int(held[key]) if isinstance(held.get(key), bool) else number(held, key)
