"""Vectors of kinds roll, resisted and extended."""

from dataclasses import dataclass
from typing import Annotated

from rules.conformance import Range, Result, tell
from rules.dice import Roller
from rules.exalted2e.actions.automatic import succeed_automatically
from rules.exalted2e.actions.extended import Effort, Race, add_roll, add_round, read_botch_effect, share_done
from rules.exalted2e.actions.resisted import contest
from rules.exalted2e.actions.rolling import TARGET, Count, difficulty_name, plain_rule, roll, threshold_name
from rules.exalted2e.conformance.pool import MANY, make_kinds

kind = make_kinds()
Cumulative = Annotated[int, Range(1, MANY)]


@kind("roll", op="count")
def _count(
    roller: Roller, *, pool: int, tn: int = TARGET, rule_of_10: bool = True, difficulty: int = 1,
    bonus_successes: int = 0, external: int = 0,
) -> Result:  # fmt: skip
    rule = plain_rule(rule_of_10, tn)
    found = roll(pool, rule, roller, difficulty=difficulty, bonus=bonus_successes, external=external)
    return {
        **tell(found, "total", "outcome", "threshold", "ones", dice_successes="successes"),
        "threshold_name": threshold_name(found.threshold),
        "difficulty_name": difficulty_name(found.difficulty),
    }


@kind("roll", op="auto")
def _auto(
    *, pool: int, tn: int = TARGET, difficulty: int = 1, external: int = 0, resisted: bool = False,
    stress: bool = False, dramatic: bool = False, extended: bool = False,
) -> Result:  # fmt: skip
    """Return the automatic success, which also counts in an extended action (2E-213)."""
    found = succeed_automatically(pool, difficulty, tn, external, resisted=resisted, stress=stress, dramatic=dramatic)
    return tell(found, "required", "threshold", auto="applies")


@dataclass(frozen=True, slots=True)
class Helper:
    """A member of op pooled."""

    id: str
    dice: int
    rule_of_10: bool = True
    tn: int = TARGET


@kind("roll", op="pooled")
def _pooled(roller: Roller, *, members: tuple[Helper, ...]) -> Result:
    """Roll for all members and add the successes (2E-250)."""
    each = {one.id: roll(one.dice, plain_rule(one.rule_of_10, one.tn), roller).total for one in members}
    return {"each": each, "total": sum(each.values())}


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of kind resisted."""

    id: str
    n: int
    difficulty: int = 1
    rule_of_10: bool = True
    external: int = 0
    bonus_successes: int = 0
    tn: int = TARGET

    def roll(self, roller: Roller) -> Count:
        """Roll for this side."""
        rule = plain_rule(self.rule_of_10, self.tn)
        return roll(
            self.n, rule, roller, difficulty=self.difficulty, bonus=self.bonus_successes, external=self.external
        )


@kind("resisted")
def _resisted(roller: Roller, *, sides: tuple[_Side, _Side]) -> Result:
    first, second = (side.roll(roller) for side in sides)
    found, ids = contest(first, second), [side.id for side in sides]
    return {
        "totals": dict(zip(ids, found.totals, strict=True)),
        "thresholds": dict(zip(ids, found.thresholds, strict=True)),
        "winner": None if found.winner is None else ids[found.winner],
        "margin": found.margin,
    }


@kind("extended", op="plain")
def _plain(
    roller: Roller, *, cumulative: Cumulative, rolls: tuple[int, ...], difficulty: int | None = None,
    interval_minutes: int = 0, rule_of_10: bool = True, botch_effect: str = "none", tn: int = TARGET,
) -> Result:  # fmt: skip
    """Roll until it is complete, has failed, or the rolls run out. A difficulty of null means none."""
    rule, botch, totals = plain_rule(rule_of_10, tn), read_botch_effect(botch_effect), []
    effort = Effort(cumulative, difficulty, interval_minutes)
    for pool in rolls:
        if effort.status != "open":
            break
        counted = roll(pool, rule, roller, difficulty=1 if difficulty is None else difficulty)
        effort = add_roll(effort, counted, botch)
        totals.append(effort.total)
    return {
        "added": list(effort.added),
        "totals": totals,
        "complete": effort.status == "complete",
        "failed": effort.status == "failed",
        "rolls_used": len(effort.added),
        "elapsed_minutes": effort.elapsed,
    }


@kind("extended", op="resisted")
def _race(
    roller: Roller, *, cumulative: Cumulative, sides: tuple[str, str], rounds: tuple[tuple[int, int], ...],
    interval_minutes: int = 0, rule_of_10: bool = True, tn: int = TARGET,
) -> Result:  # fmt: skip
    """Roll for both sides each round until one reaches the cumulative difficulty, or the rounds run out."""
    rule, found = plain_rule(rule_of_10, tn), Race(cumulative, interval_minutes)
    for pools in rounds:
        if found.winner is not None:
            break
        first, second = (roll(pool, rule, roller) for pool in pools)
        found = add_round(found, contest(first, second))
    return {
        "progress": dict(zip(sides, found.totals, strict=True)),
        "winner": None if found.winner is None else sides[found.winner],
        **tell(found, rounds_used="rounds", elapsed_minutes="elapsed"),
    }


@kind("extended", op="interrupt")
def _interrupt(*, accumulated: Annotated[int, Range(0, MANY)], cumulative: Cumulative) -> Result:
    return tell(share_done(accumulated, cumulative), progress_num="numerator", progress_den="denominator")
