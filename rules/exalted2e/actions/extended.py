"""Extended actions, plain, resisted and interrupted (chapters 7.3 and 11)."""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from rules.errors import BadInput
from rules.exalted2e.actions.resisted import Contest
from rules.exalted2e.actions.rolling import Count
from rules.tasks import Side
from rules.text import Text


@dataclass(frozen=True, slots=True)
class BotchEffect:
    """The effect of a botch (2E-144): lose successes, None for all of them, or fail the whole effort."""

    lose: int | None = 0
    fails: bool = False


NO_EFFECT = BotchEffect()
WHOLE = Fraction(1)


def parse_botch_effect(text: str) -> BotchEffect:
    """Read "none", "lose:3", "lose_all" or "fail". Raise `BadInput` for anything else."""
    if text in ("none", "lose_all"):
        return BotchEffect(0 if text == "none" else None)
    if text == "fail":
        return BotchEffect(fails=True)
    if match := re.fullmatch(r"lose:(\d{1,3})", text):
        return BotchEffect(int(match[1]))
    raise BadInput(
        "bad_botch_effect", Text("A botch must cost none, lose:N, lose_all or fail, not {text}.", text=repr(text[:20]))
    )


def progress(count: Count, difficulty: int | None) -> int:
    """Return what one roll adds: its successes, or with a difficulty its threshold, at least 1 (2E-141 to 2E-143)."""
    if difficulty is None:
        return count.total
    return max(1, count.total - difficulty) if count.total >= difficulty else 0


def add_roll(side: Side, count: Count, botch: BotchEffect = NO_EFFECT, share: Fraction = WHOLE) -> Side:
    """Return the side after one more roll, which has a `share` of its effect (2E-224)."""
    if count.is_botch:
        return side.add(None, botch.lose, ruins=botch.fails)
    return side.add(int(progress(count, side.difficulty) * share))


def share_done(accumulated: int, cumulative: int) -> Fraction:
    """Return the share of an interrupted extended action that is done (2E-225)."""
    return Fraction(min(accumulated, cumulative), cumulative)


def add_round(sides: tuple[Side, Side], outcome: Contest) -> tuple[Side, Side]:
    """Return both sides after a round: its winner adds the difference of the totals, a tie adds 0 (2E-147)."""
    gains = [0, 0]
    if outcome.winner is not None:
        gains[outcome.winner] = outcome.totals[outcome.winner] - outcome.totals[1 - outcome.winner]
    return sides[0].add(gains[0]), sides[1].add(gains[1])


def find_winner(sides: tuple[Side, Side]) -> int | None:
    """Return which side has reached the cumulative difficulty (2E-146): 0 or 1, None while neither has."""
    return next((place for place, side in enumerate(sides) if side.standing == "complete"), None)


@dataclass(frozen=True, slots=True)
class PartialAction:
    """Option B of an interruption: the pool to roll and its effect (2E-222)."""

    pool: int
    effect: int


def act_partially(pool: int, share: Fraction, successes: int, *, penalized: bool) -> PartialAction:
    """Return an interrupted action with `share` done; `penalized`: it loses dice (2E-223, 2E-224).

    The effect is the share of the successes, rounded down.
    """
    dice = pool - ceil(pool * (1 - share)) if penalized else pool
    return PartialAction(dice, int(successes * share))
