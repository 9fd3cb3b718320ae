"""Extended actions, plain, resisted and interrupted (chapters 7.3 and 11)."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from rules.errors import BadInput
from rules.exalted2e.actions.resisted import Contest
from rules.exalted2e.actions.rolling import Count
from rules.text import Text

Status = Literal["open", "complete", "failed"]


@dataclass(frozen=True, slots=True)
class Effort:
    """The progress of an extended action.

    `cumulative`: the successes it needs. `difficulty`: that of each roll, None where none is set (2E-141).
    `minutes`: the interval of one roll. `added`: the change of the total by each roll.
    """

    cumulative: int
    difficulty: int | None = None
    minutes: int = 0
    added: tuple[int, ...] = ()
    status: Status = "open"

    @property
    def total(self) -> int:
        """Return the successes so far."""
        return sum(self.added)

    @property
    def elapsed(self) -> int:
        """Return the minutes spent so far (2E-145)."""
        return len(self.added) * self.minutes


@dataclass(frozen=True, slots=True)
class BotchEffect:
    """The effect of a botch (2E-144): lose successes, None for all of them, or fail the whole effort."""

    lose: int | None = 0
    fails: bool = False


def read_botch_effect(text: str) -> BotchEffect:
    """Read "none", "lose:3", "lose_all" or "fail". Raise `BadInput` for anything else."""
    if text in ("none", "lose_all"):
        return BotchEffect(0 if text == "none" else None)
    if text == "fail":
        return BotchEffect(fails=True)
    if match := re.fullmatch(r"lose:(\d{1,3})", text):
        return BotchEffect(int(match[1]))
    raise BadInput(
        "bad_botch_effect", Text("A botch costs none, lose:N, lose_all or fail, not {text}.", text=repr(text[:20]))
    )


def progress(count: Count, difficulty: int | None) -> int:
    """Return what one roll adds: its successes, or with a difficulty its threshold, at least 1 (2E-141 to 2E-143)."""
    if difficulty is None:
        return count.total
    return max(1, count.total - difficulty) if count.total >= difficulty else 0


def add_roll(effort: Effort, count: Count, botch: BotchEffect | None = None, share: Fraction = Fraction(1)) -> Effort:
    """Return the effort after one more roll, which has a `share` of its effect (2E-224)."""
    if count.is_botch:
        return _add_botch(effort, botch or BotchEffect())
    return _add(effort, int(progress(count, effort.difficulty) * share))


def share_done(accumulated: int, cumulative: int) -> Fraction:
    """Return the share of an interrupted extended action that is done (2E-225)."""
    return Fraction(min(accumulated, cumulative), cumulative)


def _add(effort: Effort, successes: int) -> Effort:
    after = replace(effort, added=(*effort.added, successes))
    return replace(after, status="complete") if after.total >= effort.cumulative else after


def _add_botch(effort: Effort, botch: BotchEffect) -> Effort:
    if botch.fails:
        return replace(effort, added=(*effort.added, 0), status="failed")
    lost = effort.total if botch.lose is None else min(botch.lose, effort.total)
    return replace(effort, added=(*effort.added, -lost))


@dataclass(frozen=True, slots=True)
class Race:
    """An extended and resisted action: who first reaches the cumulative difficulty wins (2E-146)."""

    cumulative: int
    minutes: int = 0
    totals: tuple[int, int] = (0, 0)
    rounds: int = 0

    @property
    def winner(self) -> int | None:
        """Return 0 or 1; None while nobody has won."""
        return next((side for side in (0, 1) if self.totals[side] >= self.cumulative), None)

    @property
    def elapsed(self) -> int:
        """Return the minutes spent so far."""
        return self.rounds * self.minutes


def add_round(race: Race, outcome: Contest) -> Race:
    """Return the race after a round: its winner adds the difference of the totals, a tie adds 0 (2E-147)."""
    totals = list(race.totals)
    if outcome.winner is not None:
        totals[outcome.winner] += outcome.totals[outcome.winner] - outcome.totals[1 - outcome.winner]
    return replace(race, totals=(totals[0], totals[1]), rounds=race.rounds + 1)


@dataclass(frozen=True, slots=True)
class PartialAction:
    """Option B of an interruption: the pool to roll and its effect (2E-222)."""

    pool: int
    effect: int


def act_partially(pool: int, share: Fraction, successes: int, *, penalized: bool) -> PartialAction:
    """Return an interrupted action with `share` done; `penalized`: it loses dice (2E-223, 2E-224).

    The effect is the share of the successes, rounded down.
    """
    dice = pool - _ceil(pool * (1 - share)) if penalized else pool
    return PartialAction(dice, int(successes * share))


def _ceil(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)
