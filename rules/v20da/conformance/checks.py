"""Pools, single rolls, difficulties, tables, experience, hints."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.dice import Roller
from rules.errors import IllegalMove
from rules.pool import Term
from rules.v20da.actions.automatic import Request, spend_willpower, suggests_automatic
from rules.v20da.actions.difficulty import (
    build_difficulty,
    check_base,
    check_difficulty,
    is_allowed,
    is_nearly_certain,
    opponents_raise,
)
from rules.v20da.actions.extended import is_epic
from rules.v20da.actions.rolling import check_pool, degree_of, roll_dice
from rules.v20da.experience import raise_cost
from rules.v20da.options import BotchMode
from rules.v20da.pools import build_pool
from rules.v20da.traits import Category, can_specialise, find_ability, look_up, untrained_raise


@dataclass(frozen=True, slots=True)
class PoolGiven:
    traits: tuple[int, ...] = ()
    modifier: int = 0


def check_pool_kind(given: PoolGiven, roller: Roller) -> dict[str, Any]:
    """`pool` (V20-020, 022, 037)."""
    traits = tuple(Term("Trait", dots, "trait", "V20-020") for dots in given.traits)
    extra = (Term("Modifier", given.modifier, "modifier", "V20-022"),)
    return {"dice": check_pool(build_pool("Pool", traits, extra).total)}


@dataclass(frozen=True, slots=True)
class RollGiven:
    pool: int = 0
    difficulty: int | None = None
    specialty: bool = False
    willpower: bool = False
    botch_mode: BotchMode = "rolled"


def check_roll(given: RollGiven, roller: Roller) -> dict[str, Any]:
    """`roll` (V20-023 to 041, 061, 084)."""
    result = roll_dice(given.pool, given.difficulty, roller, given.specialty, given.willpower, given.botch_mode)
    return {"rolled": result.rolled, "ones": result.ones, "net": result.net, "outcome": result.outcome,
            "degree": result.degree}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SpecialtyGiven:
    dots: int = 0


def check_specialty(given: SpecialtyGiven, roller: Roller) -> dict[str, Any]:
    """`specialty` (V20-060)."""
    return {"eligible": can_specialise(given.dots)}


@dataclass(frozen=True, slots=True)
class AutoGiven:
    pool: int = 0
    difficulty: int | None = None
    named_contest: bool = False
    injury: bool = False
    road: bool = False


def check_auto(given: AutoGiven, roller: Roller) -> dict[str, Any]:
    """`auto` (V20-080 to 082); an automatic success is worth one."""
    difficulty = check_base(given.difficulty)
    eligible = suggests_automatic(given.pool, difficulty, given.named_contest, given.injury, given.road)
    return {"eligible": eligible, "successes": int(eligible)}


@dataclass(frozen=True, slots=True)
class RetryGiven:
    base: int | None = None
    attempt: int = 1


def check_retry(given: RetryGiven, roller: Roller) -> dict[str, Any]:
    """`retry` (V20-070, 071)."""
    total = build_difficulty(given.base, attempt=given.attempt).total
    return {"allowed": is_allowed(total, attempt=given.attempt), "difficulty": total}


@dataclass(frozen=True, slots=True)
class DifficultyGiven:
    base: int | None = None
    mods: tuple[int, ...] = ()
    opponents: int = 0
    retry_attempt: int = 0
    multi_index: int = 0


def check_difficulty_kind(given: DifficultyGiven, roller: Roller) -> dict[str, Any]:
    """`difficulty` (V20-038, 039, 051, 070, 072, 164)."""
    mods = [Term("Modifier", amount, "modifier", "V20-038") for amount in given.mods]
    mods.append(Term("Opponents", opponents_raise(given.opponents), "opponents", "V20-164"))
    total = build_difficulty(given.base, mods, given.retry_attempt, given.multi_index).total
    return {"allowed": is_allowed(total, given.retry_attempt, given.multi_index), "difficulty": total}


@dataclass(frozen=True, slots=True)
class DegreeGiven:
    net: int = 0


def check_degree(given: DegreeGiven, roller: Roller) -> dict[str, Any]:
    """`degree` (V20-040, 041)."""
    return {"degree": degree_of(given.net)}


@dataclass(frozen=True, slots=True)
class UntrainedGiven:
    category: Category
    attribute: int = 0
    difficulty: int | None = None


def check_untrained(given: UntrainedGiven, roller: Roller) -> dict[str, Any]:
    """`untrained` (V20-011); a difficulty is told even where it allows no roll."""
    base, told = check_base(given.difficulty), dict[str, int]()
    try:
        told["difficulty"] = base + untrained_raise(given.category)
        check_difficulty(told["difficulty"])
        return {"allowed": True, "dice": check_pool(given.attribute), **told}
    except IllegalMove:
        return {"allowed": False, **told}


@dataclass(frozen=True, slots=True)
class AbilityGiven:
    name: str
    custom: tuple[str, ...] = ()


def check_ability(given: AbilityGiven, roller: Roller) -> dict[str, Any]:
    """`ability` (V20-002 to 005)."""
    known, standard = find_ability(given.name, given.custom)
    return {"known": known, "standard": standard}


@dataclass(frozen=True, slots=True)
class WillpowerGiven:
    request: Request
    turn_spent: int = 0
    points: int = 0
    penalty: int = 0


def check_willpower(given: WillpowerGiven, roller: Roller) -> dict[str, Any]:
    """`willpower` (V20-084, 087, 091)."""
    try:
        spent = spend_willpower(given.points, given.request, given.turn_spent, given.penalty)
        return {"allowed": True, "points": spent.points, "penalty": spent.penalty}
    except IllegalMove as refusal:
        told = {"points": given.points, "penalty": given.penalty, "rule": refusal.data["rule"]}
        return {"allowed": False, **told}


@dataclass(frozen=True, slots=True)
class LookupGiven:
    table: str
    keys: tuple[int | str, ...] = ()


def check_lookup(given: LookupGiven, roller: Roller) -> dict[str, Any]:
    """`lookup` (V20-170 to 172, 190)."""
    return {"values": [look_up(given.table, key) for key in given.keys]}


@dataclass(frozen=True, slots=True)
class XpGiven:
    trait: str
    from_: int = 0
    to: int = 0


def check_xp(given: XpGiven, roller: Roller) -> dict[str, Any]:
    """`xp` (V20-210 to 213)."""
    return {"cost": raise_cost(given.trait, given.from_, given.to).total}


@dataclass(frozen=True, slots=True)
class HintGiven:
    difficulty: int | None = None


def check_hint(given: HintGiven, roller: Roller) -> dict[str, Any]:
    """`hint` (V20-025)."""
    return {"nearly_certain": is_nearly_certain(check_base(given.difficulty))}


@dataclass(frozen=True, slots=True)
class ExtendedHintGiven:
    required: int = 0


def check_extended_hint(given: ExtendedHintGiven, roller: Roller) -> dict[str, Any]:
    """`extended_hint` (V20-107)."""
    return {"epic": is_epic(given.required)}


KINDS: Mapping[str, Callable[[Any, Roller], dict[str, Any]]] = {
    "pool": check_pool_kind,
    "roll": check_roll,
    "specialty": check_specialty,
    "auto": check_auto,
    "retry": check_retry,
    "difficulty": check_difficulty_kind,
    "degree": check_degree,
    "untrained": check_untrained,
    "ability": check_ability,
    "willpower": check_willpower,
    "lookup": check_lookup,
    "xp": check_xp,
    "hint": check_hint,
    "extended_hint": check_extended_hint,
}
