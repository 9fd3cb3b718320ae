"""Vectors of pools, rolls, attempts and the tables."""

from rules.dice import Roller
from rules.errors import BadInput
from rules.pool import Pool, Term
from rules.wod2004.actions.extended import (
    retry_wait,
    roll_limit,
    stage_pools,
    trait_target,
)
from rules.wod2004.actions.instant import Result, roll_dice
from rules.wod2004.actions.reflexive import is_reflexive, look_up
from rules.wod2004.actions.successive import attempt_penalty, retry_penalty
from rules.wod2004.actions.willpower import spend
from rules.wod2004.conformance.keys import MOST, QUALITY, Answer, Given, Reader
from rules.wod2004.pools import build_pool, is_chance, trait, trait_pool
from rules.wod2004.traits import UNSKILLED

POOL = ("attribute", "skill", "category", "bonuses", "penalties", "willpower", "specialty")


def _read_pool(given: Reader) -> Pool:
    # An action that names no Skill is rolled on its Attribute alone, and is never unskilled.
    skill = given.number("skill") if given.has("skill") or given.has("category") else None
    return trait_pool(
        given.number("attribute"),
        skill,
        given.text("category", "none", ("none", *UNSKILLED)) if given.has("category") else None,
        given.numbers("bonuses"),
        given.numbers("penalties"),
        willpower=given.flag("willpower"),
        specialty=given.flag("specialty"),
    )


def check_pool(given: Given, roller: Roller) -> Answer:
    """Attribute + Skill with bonuses and penalties."""
    try:
        pool = _read_pool(Reader(given, POOL, "pool"))
    except BadInput as refusal:
        return modifier_error(refusal)
    return {"dice": pool.dice, "chance": is_chance(pool)}


def modifier_error(refusal: BadInput) -> Answer:
    """The answer for a modifier out of range; every other refusal stays one."""
    if refusal.code != "modifier_range":
        raise refusal
    return {"error": refusal.code, "rule": refusal.data["rule"]}


def check_roll(given: Given, roller: Roller) -> Answer:
    """A roll of a pool that is known."""
    read = Reader(given, ("pool", "chance", *QUALITY), "roll")
    result = roll_dice(0 if read.flag("chance") else read.number("pool", low=-MOST), roller, read.quality())
    return _told(result)


def check_instant(given: Given, roller: Roller) -> Answer:
    """A pool and its roll."""
    read = Reader(given, (*POOL, *QUALITY), "instant")
    try:
        pool = _read_pool(read)
    except BadInput as refusal:
        return modifier_error(refusal)
    result = roll_dice(pool.total, roller, read.quality())
    return {"pool": pool.dice, "chance": is_chance(pool), **_told(result)}


def _told(result: Result) -> Answer:
    return {"successes": result.successes, "outcome": result.outcome, "dice_used": len(result.dice)}


def check_roll_limit(given: Given, roller: Roller) -> Answer:
    """The most rolls of an attempt."""
    read = Reader(given, ("attribute", "skill", "equipment_bonus", "time_available", "interval"), "roll_limit")
    read.number("equipment_bonus", low=-MOST)  # tools do not change the limit (WD-078)
    limit = roll_limit(
        read.optional("attribute"), read.optional("skill"), read.optional("time_available"), read.optional("interval")
    )
    return {"limit": limit}


def check_attempt_penalty(given: Given, roller: Roller) -> Answer:
    """The pool of a later attempt."""
    read = Reader(given, ("base", "bonus", "attempt"), "attempt_penalty")
    penalty = attempt_penalty(read.number("attempt", 1))
    pool = build_pool(
        "New attempt",
        [trait("Base", read.number("base"))],
        [Term("Bonus", read.number("bonus", low=-MOST), "circumstance", "WD-041")],
        [Term("Attempt", -penalty, "attempt", "WD-083")],
    )
    return {"penalty": penalty, "dice": pool.dice}


def check_retry(given: Given, roller: Roller) -> Answer:
    """The pool of another try at an instant action."""
    read = Reader(given, ("pool", "attempt", "pressure", "step"), "retry")
    penalty = retry_penalty(read.number("attempt", 1), pressure=read.flag("pressure"), step=read.number("step", 1))
    pool = build_pool(
        "Another try", [trait("Pool", read.number("pool"))], (), [Term("Attempt", -penalty, "attempt", "WD-142")]
    )
    return {"dice": pool.dice, "chance": is_chance(pool)}


def check_stage_pools(given: Given, roller: Roller) -> Answer:
    """The pools of every roll of an attempt."""
    read = Reader(given, ("pool", "rolls", "attempt"), "stage_pools")
    return {"pools": stage_pools(read.number("pool"), read.number("rolls", high=1000), read.number("attempt", 1))}


def check_trait_target(given: Given, roller: Roller) -> Answer:
    """A target taken from traits."""
    read = Reader(given, ("attribute", "skill", "speed", "double"), "trait_target")
    dots = read.number("attribute") + read.number("skill") + read.number("speed")
    return {"target": trait_target(dots, double=read.flag("double"))}


def check_retry_wait(given: Given, roller: Roller) -> Answer:
    """The wait after an exhausted attempt."""
    return {"wait": retry_wait(Reader(given, ("unit",), "retry_wait").text("unit"))}


def check_lookup(given: Given, roller: Roller) -> Answer:
    """Rows of the tables."""
    read = Reader(given, ("table", "keys"), "lookup")
    return {"values": look_up(read.text("table"), [str(key) for key in read.items("keys")])}


def check_reflexive(given: Given, roller: Roller) -> Answer:
    """What is left of the turn after these events."""
    read = Reader(given, ("events", "action_available"), "reflexive")
    kinds = [is_reflexive(str(event)) for event in read.items("events")]
    return {"action_available": read.flag("action_available") and all(kinds)}


def check_willpower(given: Given, roller: Roller) -> Answer:
    """A request to spend a point."""
    read = Reader(given, ("turn_spent", "points", "request"), "willpower")
    spending = spend(read.number("points"), read.number("turn_spent"), read.text("request"))
    if not spending.allowed:
        return {"allowed": False, "points": spending.points, "rule": spending.rule}
    return {"allowed": True, "points": spending.points, "effect": spending.effect}
