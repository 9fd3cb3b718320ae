"""Vectors of kinds `health` and `xp`."""

from collections.abc import Mapping
from typing import Any, cast

from rules.dice import Roller
from rules.errors import BadInput

from ..experience import (
    Kind,
    Payment,
    Purchase,
    can_pay,
    cost_of,
    earn_sessions,
    essence_allowed,
    training_for,
)
from ..health import (
    INCAPACITATED,
    STANDARD_LEVELS,
    Health,
    hours_to_heal,
    is_incapacitated,
    mark,
    read_outcome,
    wound_penalty,
)
from ..pools import motes_of
from ..traits import DAMAGE_TYPES, TABLES
from .keys import Given, check_keys, flag, items, number, text


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
    """Pools and static values under the wound penalty; damage rolls, soak and Hardness are exempt (3E-264)."""
    if isinstance(pools, list):
        return [max(0, number({"pools": pool}, "pools") - penalty) for pool in pools]
    if isinstance(pools, dict):
        return {
            name: number(pools, name) if _is_exempt(name) else max(0, number(pools, name) - penalty) for name in pools
        }
    return max(0, number({"pools": pools}, "pools") - penalty)


def _is_exempt(name: str) -> bool:
    return any(word in name for word in ("damage", "initiative_roll", "gambit_initiative", "soak", "hardness"))


PURCHASE_KEYS = (
    "kind", "from", "to", "favored", "solar_charm", "min_ability", "min_essence", "circle", "name",
)  # fmt: skip
KINDS = ("attribute", "ability", "specialty", "willpower", "merit", "charm", "spell", "evocation")
ALIASES = {"martial_arts_charm": "charm", "solar_charm": "charm"}


def read_purchase(item: object) -> Purchase:
    """One purchase."""
    given = check_keys(item, PURCHASE_KEYS, "purchase")
    named = text(given, "kind", choices=(*KINDS, *ALIASES))
    return Purchase(
        kind=cast(Kind, ALIASES.get(named, named)),
        before=number(given, "from"),
        after=number(given, "to"),
        favored=flag(given, "favored"),
        solar_charm=flag(given, "solar_charm") or named == "solar_charm",
        min_ability=number(given, "min_ability"),
        min_essence=number(given, "min_essence"),
        circle=number(given, "circle", 1),
    )


XP_KEYS = (
    "purchases", "pay", "xp", "solar_xp", "spent", "sessions", "spent_xp", "training", "essence", "essence_start",
    "exalt",
)  # fmt: skip


def check_xp(given: Given, roller: Roller) -> dict[str, Any]:
    """One `xp` vector."""
    check_keys(given, XP_KEYS, "xp")
    being = text(given, "exalt", "solar", (*TABLES["pools"], "default"))
    result: dict[str, Any] = {"xp": number(given, "xp"), "solar_xp": number(given, "solar_xp")}
    if given.get("purchases") is not None:
        result |= _buy(given, being)
    if given.get("sessions") is not None:
        earned = _earn(given["sessions"])
        result |= {"xp": result["xp"] + earned.xp, "solar_xp": result["solar_xp"] + earned.solar}
    if given.get("spent_xp") is not None:
        result["essence_available"] = essence_allowed(
            number(given, "spent_xp"), number(given, "essence_start", 1), being
        )
    if given.get("training") is not None:
        result["training"] = [list(training_for(read_purchase(item))) for item in items(given, "training")]
    if given.get("essence") is not None:
        personal, peripheral = motes_of(being, number(given, "essence"), TABLES["pools"])
        result |= {"personal": personal, "peripheral": peripheral}
    return result


def _buy(given: Given, being: str) -> dict[str, Any]:
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
    after = {f"{key}_after": value for key, value in left.items()}
    essence = essence_allowed(spent + paid.xp, number(given, "essence_start", 1), being)
    return {**found, **left, **after, "allowed": allowed, "essence_available": essence}


def _earn(sessions: object) -> Payment:
    """A number of sessions, or for each the bonuses that were ticked: an object, or a list of their names (3E-346)."""
    if isinstance(sessions, int) and not isinstance(sessions, bool):
        return earn_sessions(sessions)
    if isinstance(sessions, Mapping):
        held = check_keys(sessions, ("count", "expression", "role"), "sessions")
        count = number(held, "count", 1)
        return earn_sessions(count, min(count, _ticks(held, "expression")), min(count, _ticks(held, "role")))
    each = items({"sessions": sessions}, "sessions")
    names = ("expression", "expression_bonus", "role", "role_bonus", "name", "session")
    told = [dict.fromkeys(map(str, session), True) if isinstance(session, list) else session for session in each]
    all_held = [check_keys(session, names, "sessions") for session in told]
    expression = sum(min(1, _ticks(s, "expression") + _ticks(s, "expression_bonus")) for s in all_held)
    role = sum(min(1, _ticks(s, "role") + _ticks(s, "role_bonus")) for s in all_held)
    return earn_sessions(len(all_held), expression, role)


def _ticks(held: Given, key: str) -> int:
    """How often a bonus was ticked; once a session is all that counts."""
    return int(held[key]) if isinstance(held.get(key), bool) else number(held, key)
