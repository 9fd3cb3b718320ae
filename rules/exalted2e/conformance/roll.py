"""Vectors of kinds roll, resisted and extended."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from rules.conformance import Range, Result, pick
from rules.dice import Roller
from rules.exalted2e.actions.automatic import succeed_automatically
from rules.exalted2e.actions.extended import add_roll, add_round, find_winner, parse_botch_effect, share_done
from rules.exalted2e.actions.resisted import contest
from rules.exalted2e.actions.rolling import TARGET, Count, difficulty_name, plain_rule, roll, threshold_name
from rules.exalted2e.conformance.pool import MANY, make_kinds
from rules.tasks import Side

kind = make_kinds()
Cumulative = Annotated[int, Range(1, MANY)]


@kind("roll", op="count")
def _count(
    roller: Roller,
    *,
    pool: int,
    tn: int = TARGET,
    rule_of_10: bool = True,
    difficulty: int = 1,
    bonus_successes: int = 0,
    external: int = 0,
) -> Result:
    """Roll once and count the successes."""
    rule = plain_rule(rule_of_10, tn)
    found = roll(pool, rule, roller, difficulty=difficulty, bonus=bonus_successes, external=external)
    return {
        **pick(found, "total", "outcome", "threshold", "ones", dice_successes="successes"),
        "threshold_name": threshold_name(found.threshold),
        "difficulty_name": difficulty_name(found.difficulty),
    }


@kind("roll", op="auto")
def _auto(
    *,
    pool: int,
    tn: int = TARGET,
    difficulty: int = 1,
    external: int = 0,
    resisted: bool = False,
    stress: bool = False,
    dramatic: bool = False,
    extended: bool = False,
) -> Result:
    """Return the automatic success, which also counts in an extended action (2E-213)."""
    found = succeed_automatically(pool, difficulty, tn, external, resisted=resisted, stress=stress, dramatic=dramatic)
    return pick(found, "required", "threshold", auto="applies")


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
    each = {member.id: roll(member.dice, plain_rule(member.rule_of_10, member.tn), roller).total for member in members}
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
    """Roll once for both sides."""
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
    roller: Roller,
    *,
    cumulative: Cumulative,
    rolls: tuple[int, ...],
    difficulty: int | None = None,
    interval_minutes: int = 0,
    rule_of_10: bool = True,
    botch_effect: str = "none",
    tn: int = TARGET,
) -> Result:
    """Roll until it is complete, has failed, or the rolls run out. A difficulty of null means none."""
    rule, botch, totals = plain_rule(rule_of_10, tn), parse_botch_effect(botch_effect), []
    side = Side("", "", difficulty=difficulty, target=cumulative)
    for pool in rolls:
        if side.standing != "in_progress":
            break
        counted = roll(pool, rule, roller, difficulty=1 if difficulty is None else difficulty)
        side = add_roll(side, counted, botch)
        totals.append(side.total)
    return {
        "added": [now - was for was, now in pairwise((0, *totals))],
        "totals": totals,
        "complete": side.standing == "complete",
        "failed": side.standing == "ruined",
        "rolls_used": len(side.gains),
        "elapsed_minutes": len(side.gains) * interval_minutes,
    }


@kind("extended", op="resisted")
def _race(
    roller: Roller,
    *,
    cumulative: Cumulative,
    sides: tuple[str, str],
    rounds: tuple[tuple[int, int], ...],
    interval_minutes: int = 0,
    rule_of_10: bool = True,
    tn: int = TARGET,
) -> Result:
    """Roll for both sides each round until one reaches the cumulative difficulty, or the rounds run out."""
    rule, racing = plain_rule(rule_of_10, tn), (Side("", "", target=cumulative), Side("", "", target=cumulative))
    for pools in rounds:
        if find_winner(racing) is not None:
            break
        first, second = (roll(pool, rule, roller) for pool in pools)
        racing = add_round(racing, contest(first, second))
    winner, used = find_winner(racing), len(racing[0].gains)
    return {
        "progress": {name: side.total for name, side in zip(sides, racing, strict=True)},
        "winner": None if winner is None else sides[winner],
        "rounds_used": used,
        "elapsed_minutes": used * interval_minutes,
    }


@kind("extended", op="interrupt")
def _interrupt(*, accumulated: Annotated[int, Range(0, MANY)], cumulative: Cumulative) -> Result:
    """Return the share of interrupted work that is done."""
    return pick(share_done(accumulated, cumulative), progress_num="numerator", progress_den="denominator")
