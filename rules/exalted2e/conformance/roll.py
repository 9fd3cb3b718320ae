"""Vectors of kinds roll and resisted: counting, automatic success, pooled efforts, contests."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e.actions.automatic import succeed_automatically
from rules.exalted2e.actions.resisted import contest
from rules.exalted2e.actions.rolling import TARGET, Count, difficulty_name, plain_rule, roll, threshold_name
from rules.exalted2e.conformance.given import Result, dispatch, read


@dataclass(frozen=True, slots=True)
class Counted:
    """Keys of op count."""

    pool: int
    tn: int = TARGET
    rule_of_10: bool = True
    difficulty: int = 1
    bonus_successes: int = 0
    external: int = 0


@dataclass(frozen=True, slots=True)
class Auto:
    """Keys of op auto."""

    pool: int
    tn: int = TARGET
    difficulty: int = 1
    external: int = 0
    resisted: bool = False
    stress: bool = False
    dramatic: bool = False
    extended: bool = False


@dataclass(frozen=True, slots=True)
class Helper:
    """One member of op pooled."""

    id: str
    dice: int
    rule_of_10: bool = True
    tn: int = TARGET


@dataclass(frozen=True, slots=True)
class Pooled:
    """Keys of op pooled."""

    members: tuple[Helper, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of kind resisted."""

    id: str
    n: int
    difficulty: int = 1
    rule_of_10: bool = True
    external: int = 0
    bonus_successes: int = 0
    tn: int = TARGET


@dataclass(frozen=True, slots=True)
class Resisted:
    """Keys of kind resisted."""

    sides: tuple[Side, ...]


def count(given: Mapping[str, Json], roller: Roller) -> Result:
    """One roll."""
    asked = read(Counted, given)
    found = roll(
        asked.pool,
        plain_rule(asked.rule_of_10, asked.tn),
        roller,
        difficulty=asked.difficulty,
        bonus=asked.bonus_successes,
        external=asked.external,
    )
    return {
        "dice_successes": found.successes,
        "total": found.total,
        "outcome": found.outcome,
        "threshold": found.threshold,
        "threshold_name": threshold_name(found.threshold),
        "difficulty_name": difficulty_name(found.difficulty),
        "ones": found.ones,
    }


def auto(given: Mapping[str, Json], roller: Roller) -> Result:
    """Automatic success; it is as good inside an extended action (2E-213)."""
    asked = read(Auto, given)
    found = succeed_automatically(
        asked.pool,
        asked.difficulty,
        asked.tn,
        asked.external,
        resisted=asked.resisted,
        stress=asked.stress,
        dramatic=asked.dramatic,
    )
    return {"required": found.required, "auto": found.applies, "threshold": found.threshold}


def pooled(given: Mapping[str, Json], roller: Roller) -> Result:
    """Everyone rolls, and the successes are added (2E-250)."""
    members = read(Pooled, given).members
    each = {member.id: roll(member.dice, plain_rule(member.rule_of_10, member.tn), roller).total for member in members}
    return {"each": each, "total": sum(each.values())}


def resisted(given: Mapping[str, Json], roller: Roller) -> Result:
    """Two sides, each with its own roll."""
    sides = read(Resisted, given).sides
    if len(sides) != 2:
        raise BadInput("wrong_length", "'sides' has two sides.", key="sides")
    first, second = (_roll_side(side, roller) for side in sides)
    found = contest(first, second)
    ids = [side.id for side in sides]
    return {
        "totals": dict(zip(ids, found.totals, strict=True)),
        "thresholds": dict(zip(ids, found.thresholds, strict=True)),
        "winner": None if found.winner is None else ids[found.winner],
        "margin": found.margin,
    }


def _roll_side(side: Side, roller: Roller) -> Count:
    return roll(
        side.n,
        plain_rule(side.rule_of_10, side.tn),
        roller,
        difficulty=side.difficulty,
        bonus=side.bonus_successes,
        external=side.external,
    )


KINDS = {"roll": dispatch({"count": count, "auto": auto, "pooled": pooled}), "resisted": resisted}
