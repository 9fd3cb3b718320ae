"""Vectors of pools, rolls, attempts and the tables."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from rules.conformance import Fields, Kinds, Range, Result, pick
from rules.dice import Roller
from rules.pool import Pool, Term
from rules.text import Text
from rules.wod2004.actions import extended, instant, reflexive, successive
from rules.wod2004.actions.willpower import spend
from rules.wod2004.pools import build_pool, is_chance, trait, trait_pool

make_kinds = partial(Kinds, least=0, answers=("modifier_range",))
"""Numbers are 0 or more unless they are `Signed`. A modifier off the scale is a result, not an error."""
kind = make_kinds()
Signed = Annotated[int, Range(-10_000, 10_000)]
Again = Literal[8, 9, 10, 11]
"""The lowest face that is rolled again; 11 is never (WD-023)."""


@dataclass(frozen=True, slots=True)
class Traits:
    """An Attribute and a Skill, with bonuses and penalties."""

    attribute: int = 0
    skill: int | None = None
    category: Literal["none", "mental", "physical", "social"] | None = None
    bonuses: tuple[Signed, ...] = ()
    penalties: tuple[Signed, ...] = ()
    willpower: bool = False
    specialty: bool = False

    def build(self) -> Pool:
        """Return the pool. Without a Skill it is the Attribute alone, and never unskilled."""
        skill = self.skill if self.category is None else self.skill or 0
        return trait_pool(
            self.attribute,
            skill,
            self.category,
            self.bonuses,
            self.penalties,
            willpower=self.willpower,
            specialty=self.specialty,
        )


Pooled = Annotated[Any, Fields(Traits)]


@kind("pool")
def _pool(**traits: Pooled) -> Result:
    """Return the dice of a pool."""
    built = Traits(**traits).build()
    return {"dice": built.dice, "chance": is_chance(built)}


def _report(result: instant.Result) -> dict[str, Any]:
    return {**pick(result, "successes", "outcome"), "dice_used": len(result.dice)}


@kind("roll")
def _roll(roller: Roller, *, pool: Signed = 0, chance: bool = False, again: Again = 10, rote: bool = False) -> Result:
    """Roll a number of dice."""
    return _report(instant.roll_dice(0 if chance else pool, roller, instant.Quality(again, rote)))


@kind("instant")
def _roll_instant(roller: Roller, *, again: Again = 10, rote: bool = False, **traits: Pooled) -> Result:
    """Roll an instant action from its traits."""
    built = Traits(**traits).build()
    result = instant.roll_dice(built.total, roller, instant.Quality(again, rote))
    return {"pool": built.dice, "chance": is_chance(built), **_report(result)}


@kind("roll_limit")
def _roll_limit(
    *,
    attribute: int | None = None,
    skill: int | None = None,
    equipment_bonus: Signed = 0,
    time_available: int | None = None,
    interval: int | None = None,
) -> Result:
    """Return the most rolls of an attempt. Tools do not change it (WD-078)."""
    return {"limit": extended.roll_limit(attribute, skill, time_available, interval)}


@kind("attempt_penalty")
def _attempt_penalty(*, base: int = 0, bonus: Signed = 0, attempt: int = 1) -> Result:
    """Return the dice of another attempt at extended work."""
    penalty = successive.attempt_penalty(attempt)
    added = Term(Text("Bonus"), bonus, "circumstance", "WD-041")
    built = build_pool(
        Text("New attempt"),
        [trait(Text("Base"), base)],
        [added],
        [Term(Text("Attempt"), -penalty, "attempt", "WD-083")],
    )
    return {"penalty": penalty, "dice": built.dice}


@kind("retry")
def _retry(*, pool: int = 0, attempt: int = 1, pressure: bool = False, step: int = 1) -> Result:
    """Return the dice of another try."""
    penalty = successive.retry_penalty(attempt, pressure=pressure, step=step)
    taken = Term(Text("Attempt"), -penalty, "attempt", "WD-142")
    built = build_pool(Text("Next attempt"), [trait(Text("Pool"), pool)], (), [taken])
    return {"dice": built.dice, "chance": is_chance(built)}


@kind("stage_pools")
def _stage_pools(*, pool: int = 0, rolls: Annotated[int, Range(0, 1000)] = 0, attempt: int = 1) -> Result:
    """Return the pools of an extended action, roll by roll."""
    return {"pools": extended.stage_pools(pool, rolls, attempt)}


@kind("trait_target")
def _trait_target(*, attribute: int = 0, skill: int = 0, speed: int = 0, double: bool = False) -> Result:
    """Return the successes that an action takes, from the traits of its target."""
    return {"target": extended.trait_target(attribute + skill + speed, double=double)}


@kind("retry_wait")
def _retry_wait(*, unit: str) -> Result:
    """Return how long to wait before another attempt."""
    return {"wait": extended.retry_wait(unit)}


@kind("lookup")
def _lookup(*, table: str, keys: tuple[Any, ...] = ()) -> Result:
    """Return rows of a table."""
    return {"values": reflexive.look_up(table, [str(key) for key in keys])}


@kind("reflexive")
def _turn(*, events: tuple[Any, ...] = (), action_available: bool = False) -> Result:
    """Return what is left of the turn after these events."""
    kinds = [reflexive.is_reflexive(str(event)) for event in events]
    return {"action_available": action_available and all(kinds)}


@kind("willpower")
def _willpower(*, request: str, points: int = 0, turn_spent: int = 0) -> Result:
    """Spend a point of Willpower."""
    spending = spend(points, turn_spent, request)
    return pick(spending, "allowed", "points", "effect" if spending.allowed else "rule")
