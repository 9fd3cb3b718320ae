"""Vectors of kind `roll`: plain, Join Battle, opposed, extended and social rolls."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.dice import Roller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e.actions.count import is_botch, is_success, threshold_over, throw_pool
from rules.exalted3e.actions.extended import add_progress
from rules.exalted3e.actions.social import (
    ACTIONS,
    GROUP_PENALTY,
    Listener,
    appearance_dice,
    base_resolve,
    read_guile,
    read_resolve,
)
from rules.exalted3e.conformance.keys import Given, check_keys, flag, number, part, stunt_points, text
from rules.exalted3e.pools import build_pool, stunt_successes, stunt_terms, stunt_willpower
from rules.exalted3e.timing.initiative import BASE
from rules.exalted3e.traits import INTENSITIES
from rules.pool import Pool, Term

POOL_KEYS = (
    "mode", "pool", "attribute", "ability", "specialty", "stunt", "bonus", "penalty", "auto", "willpower_spent",
    "willpower", "difficulty", "double_10s",
)  # fmt: skip


def read_pool(given: Given, extra: tuple[Term, ...] = ()) -> Pool:
    """The pool that a vector describes, with its automatic successes (3E-010 to 3E-018)."""
    traits = [Term("pool", number(given, "pool"), "pool", "3E-010")]
    if given.get("pool") is None:
        traits = [
            Term("attribute", number(given, "attribute"), "attribute", "3E-010"),
            Term("ability", number(given, "ability"), "ability", "3E-010"),
        ]
    if flag(given, "specialty"):
        traits.append(Term("specialty", 1, "specialty", "3E-011"))
    stunt = stunt_points(given)
    modifiers = [*stunt_terms(stunt), *extra]
    for name, sign in (("bonus", 1), ("penalty", -1)):
        if number(given, name):
            modifiers.append(Term(name, sign * number(given, name), name, "3E-024"))
    auto = number(given, "auto") + stunt_successes(stunt) + (1 if flag(given, "willpower_spent") else 0)
    return build_pool("Roll", traits, modifiers, auto)


def _spend_willpower(given: Given) -> dict[str, Any]:
    if given.get("willpower") is None:
        return {}
    left = number(given, "willpower") - (1 if flag(given, "willpower_spent") else 0)
    if left < 0:
        raise IllegalMove("no_willpower", "There is no Willpower to spend.")
    return {"willpower_after": stunt_willpower(left, number(given, "stunt"))}


def _doubles(given: Given) -> bool:
    return given.get("double_10s") is None or flag(given, "double_10s")


def _outcome(given: Given, pool: Pool, roller: Roller, difficulty: int, can_botch: bool = True) -> dict[str, Any]:
    willpower = _spend_willpower(given)
    thrown = throw_pool(pool, roller, doubles=_doubles(given))
    works = is_success(thrown.total, difficulty)
    return {
        "dice_rolled": len(thrown.dice),
        "successes": thrown.total,
        "success": works,
        "threshold": threshold_over(thrown.total, difficulty),
        "botch": can_botch and is_botch(thrown, difficulty),
        **willpower,
    }


def _simple(given: Given, roller: Roller) -> dict[str, Any]:
    check_keys(given, POOL_KEYS, "roll")
    return _outcome(given, read_pool(given), roller, number(given, "difficulty", 1))


def _join_battle(given: Given, roller: Roller) -> dict[str, Any]:
    check_keys(given, POOL_KEYS, "roll join_battle")
    result = _outcome(given, read_pool(given), roller, 1, can_botch=False)
    return {**result, "initiative": result["successes"] + BASE}


def _opposed(given: Given, roller: Roller) -> dict[str, Any]:
    check_keys(given, ("mode", "initiator_pool", "opponent_pool", "double_10s"), "roll opposed")
    pools = [
        build_pool("Roll", (Term("pool", number(given, key), "pool", "3E-020"),))
        for key in ("initiator_pool", "opponent_pool")
    ]
    totals = [throw_pool(pool, roller, doubles=_doubles(given)).total for pool in pools]
    return {
        "initiator_successes": totals[0],
        "opponent_successes": totals[1],
        "initiator_wins": totals[0] > totals[1],
        "margin": abs(totals[0] - totals[1]),
    }


def _extended(given: Given, roller: Roller) -> dict[str, Any]:
    check_keys(given, (*POOL_KEYS, "goal", "rolls"), "roll extended")
    pool, difficulty, goal = read_pool(given), number(given, "difficulty", 1), number(given, "goal")
    progress, totals, rolls = 0, list[int](), number(given, "rolls")
    while len(totals) < rolls and not (totals and progress >= goal):
        progress = add_progress(progress, throw_pool(pool, roller, doubles=_doubles(given)), difficulty)
        totals.append(progress)
    return {"progress": totals, "complete": progress >= goal, "rolls_made": len(totals)}


TARGET_KEYS = (
    "wits", "integrity", "manipulation", "socialize", "opposing", "supporting", "unaware", "specialty", "wound_penalty",
)  # fmt: skip


def read_listener(given: Given) -> Listener:
    """The target of influence."""
    check_keys(given, TARGET_KEYS, "target")
    return Listener(
        wits=number(given, "wits"), integrity=number(given, "integrity"), manipulation=number(given, "manipulation"),
        socialize=number(given, "socialize"), resolve_specialty=flag(given, "specialty"),
        guile_specialty=flag(given, "specialty"),
        opposing=text(given, "opposing", choices=("", "none", *INTENSITIES)).replace("none", "") or None,
        supporting=text(given, "supporting", choices=("", "none", *INTENSITIES)).replace("none", "") or None,
        unaware=flag(given, "unaware"), wound=number(given, "wound_penalty"),
    )  # fmt: skip


def _influence(given: Given, roller: Roller) -> dict[str, Any]:
    check_keys(given, (*POOL_KEYS, "target", "appearance", "action"), "roll influence")
    listener = read_listener(part(given, "target"))
    action = text(given, "action", "other", ACTIONS)
    resolve = read_resolve(listener).total
    dice = appearance_dice(action, number(given, "appearance"), base_resolve(listener))
    extra = (Term("Appearance", dice, "bonus", "3E-327"),) if dice else ()
    return {**_outcome(given, read_pool(given, extra), roller, resolve), "resolve": resolve, "appearance_dice": dice}


def _read(given: Given, roller: Roller) -> dict[str, Any]:
    check_keys(given, (*POOL_KEYS, "target"), "roll read")
    guile = read_guile(read_listener(part(given, "target"))).total
    return {**_outcome(given, read_pool(given), roller, guile), "guile": guile}


def _group(given: Given, roller: Roller) -> dict[str, Any]:
    check_keys(given, (*POOL_KEYS, "resolves"), "roll group")
    resolves = check_keys(part(given, "resolves"), part(given, "resolves"), "resolves")
    pool = read_pool(given, (Term("several targets", -GROUP_PENALTY, "circumstance", "3E-333"),))
    lowest = min((number(resolves, name) for name in resolves), default=1)
    result = _outcome(given, pool, roller, lowest)
    affected = [name for name in resolves if is_success(result["successes"], number(resolves, name))]
    return {**result, "affected": affected}


MODES: Mapping[str, Callable[[Given, Roller], dict[str, Any]]] = {
    "simple": _simple,
    "join_battle": _join_battle,
    "opposed": _opposed,
    "extended": _extended,
    "influence": _influence,
    "read": _read,
    "group": _group,
}


def check_roll(given: Given, roller: Roller) -> dict[str, Any]:
    """One `roll` vector."""
    mode = "simple" if given.get("mode") is None else given["mode"]
    if not isinstance(mode, str) or mode not in MODES:
        raise BadInput("unknown_op", f"roll knows no mode {mode!r}. Known: {', '.join(MODES)}.", mode=str(mode))
    try:
        return MODES[mode](given, roller)
    except IllegalMove as refusal:
        return {"error": refusal.code}
