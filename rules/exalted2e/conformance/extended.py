"""Vectors of kind extended: plain, resisted and interrupted extended actions."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.battle import Json
from rules.dice import Roller
from rules.errors import BadInput
from rules.exalted2e.actions.extended import Effort, Race, add_roll, add_round, read_botch_effect, share_done
from rules.exalted2e.actions.resisted import contest
from rules.exalted2e.actions.rolling import TARGET, plain_rule, roll
from rules.exalted2e.conformance.given import Result, dispatch, in_range, read

MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Plain:
    """Keys of op plain; a difficulty that is null or left out is none."""

    cumulative: int
    rolls: tuple[int, ...]
    difficulty: int | None = None
    interval_minutes: int = 0
    rule_of_10: bool = True
    botch_effect: str = "none"
    tn: int = TARGET


@dataclass(frozen=True, slots=True)
class Resisted:
    """Keys of op resisted."""

    cumulative: int
    sides: tuple[str, ...]
    rounds: tuple[tuple[int, int], ...]
    interval_minutes: int = 0
    rule_of_10: bool = True
    tn: int = TARGET


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Keys of op interrupt."""

    accumulated: int
    cumulative: int


def plain(given: Mapping[str, Json], roller: Roller) -> Result:
    """Roll until it is complete, has failed, or the rolls run out."""
    asked = read(Plain, given)
    rule, botch = plain_rule(asked.rule_of_10, asked.tn), read_botch_effect(asked.botch_effect)
    in_range("cumulative", asked.cumulative, 1, MOST)
    effort = Effort(asked.cumulative, asked.difficulty, asked.interval_minutes)
    totals: list[int] = []
    for pool in asked.rolls:
        if effort.status != "open":
            break
        counted = roll(pool, rule, roller, difficulty=1 if asked.difficulty is None else asked.difficulty)
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


def resisted(given: Mapping[str, Json], roller: Roller) -> Result:
    """Both roll each round until one reaches the cumulative difficulty, or the rounds run out."""
    asked = read(Resisted, given)
    in_range("cumulative", asked.cumulative, 1, MOST)
    if len(asked.sides) != 2:
        raise BadInput("wrong_length", "'sides' has two names.", key="sides")
    rule = plain_rule(asked.rule_of_10, asked.tn)
    race = Race(asked.cumulative, asked.interval_minutes)
    for pools in asked.rounds:
        if race.winner is not None:
            break
        first, second = (roll(pool, rule, roller) for pool in pools)
        race = add_round(race, contest(first, second))
    return {
        "progress": dict(zip(asked.sides, race.totals, strict=True)),
        "winner": None if race.winner is None else asked.sides[race.winner],
        "rounds_used": race.rounds,
        "elapsed_minutes": race.elapsed,
    }


def interrupt(given: Mapping[str, Json], roller: Roller) -> Result:
    """The share done, in lowest terms."""
    asked = read(Interrupt, given)
    in_range("accumulated", asked.accumulated, 0, MOST)
    share = share_done(asked.accumulated, in_range("cumulative", asked.cumulative, 1, MOST))
    return {"progress_num": share.numerator, "progress_den": share.denominator}


KINDS = {"extended": dispatch({"plain": plain, "resisted": resisted, "interrupt": interrupt})}
