"""Exact odds of a roll, without sampling. Counts are whole numbers; they become fractions only at the end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Literal

from rules.dice import SIDES, FaceRule, check_dice
from rules.errors import BadInput
from rules.pool import Pool
from rules.text import EMPTY, Text, verbatim

Botch = Literal["none", "ones", "net", "chance"]
"""What counts as a botch: "none": nothing; "ones": no success on any die, and a 1; "net": no success left after ones
have cancelled, and a 1; "chance": a chance die that shows 1 (the dramatic failure of 2004).
"""

TAIL = 12
"""How many totals beyond the number of dice are listed when dice may be rolled again without limit."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact distribution of a roll's total.

    `distribution` maps each possible total (successes after bonus and external, never below 0) to its chance; `success`
    is the chance to reach the difficulty, `botch` that of a botch or dramatic failure, `mean` the mean total. If dice
    are rolled again without limit (`open_ended`), the last total includes all higher totals.
    """

    distribution: tuple[tuple[int, Fraction], ...]
    success: Fraction
    botch: Fraction
    mean: Fraction
    open_ended: bool = False

    def at_least(self, total: int) -> Fraction:
        """Return the chance of this total or more. It is exact for every total that the distribution lists."""
        return sum((chance for value, chance in self.distribution if value >= total), Fraction(0))


def percent(odds: float) -> Text:
    """Return a chance in per cent, never 0 % or 100 % unless it is exact."""
    if 0 < odds < 0.005:
        return Text("under 1 %")
    if 0.995 < odds < 1:
        return Text("over 99 %")
    return verbatim(f"{round(odds * 100)} %")


def about(odds: float) -> Text:
    """Return a chance that hangs on something the reader may not know: the average over what is usual."""
    return Text("about {chance}", chance=percent(odds))


def odds_against(mine: Odds, others: Sequence[Odds]) -> Odds:
    """Return the odds of `mine` where success means to beat every one of `others`; a tie is not a success."""
    success = Fraction(0)
    for total, chance in mine.distribution:
        success += chance * prod(1 - other.at_least(total) for other in others)
    return replace(mine, success=success)


@dataclass(frozen=True, slots=True)
class WeighedRoll:
    """A roll of a fight before it is made. `measured`: whether the seat may know how many successes are enough.

    `guess`: where it may not, an average over usual values, made only of what the seat sees. `others`: what the move
    rolls after it, in order, as the next attacks of a flurry. `is_struck`: it is an attack against the person who makes
    the move; that person may know its chance, but not the pool. `sentence`: the result, where no dice decide it.
    """

    pool: Pool
    odds: Odds
    measured: bool = True
    guess: float | None = None
    others: tuple["WeighedRoll", ...] = ()
    is_struck: bool = False
    sentence: Text = EMPTY


@lru_cache(maxsize=4096)
def odds(
    rule: FaceRule,
    dice: int,
    *,
    difficulty: int = 1,
    bonus: int = 0,
    external: int = 0,
    botch: Botch = "ones",
) -> Odds:
    """Return the odds of `dice` dice under `rule`.

    The total is the successes of the dice (never below 0), plus `bonus` successes (which ones cannot cancel), minus
    `external`, never below 0. Pass `botch="none"` if a bonus success or the kind of roll prevents a botch. Raises
    `BadInput` for more dice than a roll may have, and for rules whose faces cannot be summed.
    """
    check_dice(dice)
    added = bonus - external
    if rule.again is None:
        net = _net(_closed_die(rule, botch == "chance"), dice)
        return _finish(net, difficulty, added, _botch_chance(rule, dice, net, botch))
    net = _open_net(rule, dice, max(dice + TAIL, difficulty - added + 1), botch == "chance")
    missed = _botch_chance(rule, dice, net, botch)
    return _finish(net, difficulty, added, missed, _open_mean(rule, dice, botch == "chance"))


@dataclass(frozen=True, slots=True)
class _Net:
    """The distribution of the dice: the number of ways by value, from `lowest` up, out of `whole`."""

    counts: list[int]
    whole: int
    lowest: int = 0

    def at_most(self, value: int) -> Fraction:
        return Fraction(sum(self.counts[: max(0, value - self.lowest + 1)]), self.whole)


def _closed_die(rule: FaceRule, chance: bool) -> Counter[int]:
    """Return how many of the equally likely throws of one die give each worth; rote rolls a miss once more."""
    faces = Counter(rule.judge(face).worth for face in range(1, SIDES + 1))
    if not rule.rote:
        return faces
    thrown = _thrown_again(rule, chance)
    kept = {worth: count * SIDES for worth, count in faces.items() if worth > 0}
    rote = Counter({worth: count * thrown for worth, count in faces.items()}) + Counter(kept)
    rote[0] += (rule.target - 1 - thrown) * SIDES
    return rote


def _thrown_again(rule: FaceRule, chance: bool) -> int:
    """Return how many faces rote rolls once more: the misses, except the 1 of a chance die (WD-034)."""
    if rule.ones_cancel:
        raise BadInput("no_odds", Text("Ones can’t cancel when failed dice are rerolled."))
    return rule.target - 1 - chance


def _net(counts: Mapping[int, int], dice: int) -> _Net:
    lowest, highest = min(counts), max(counts)
    single = [counts.get(worth, 0) for worth in range(lowest, highest + 1)]
    return _Net(_power(single, dice, (highest - lowest) * dice + 1), sum(single) ** dice, lowest * dice)


def _open_net(rule: FaceRule, dice: int, terms: int, chance: bool) -> _Net:
    """Return the first `terms` totals of dice that are rolled again without limit; the last includes all above.

    A die's series is kept in powers of ten (`single[k] / sides**(k + 1)` is its chance of k successes), so that all
    numbers are whole: every again face is worth a success, so each further success costs at least one more die.
    """
    once, last = _split(rule)
    single = _series(once, last, terms)
    weight = SIDES
    if rule.rote:
        single, weight = _rote_series(rule, single, chance), SIDES * SIDES
    power = _power(single, dice, terms)
    counts = [value * SIDES ** (terms - 1 - k) for k, value in enumerate(power)]
    whole = weight**dice * SIDES ** (terms - 1)
    counts[-1] = whole - sum(counts[:-1])
    return _Net(counts, whole)


def _split(rule: FaceRule) -> tuple[list[int], list[int]]:
    """Return the worths of the faces that stand, and of those that are rolled again."""
    again = SIDES + 1 if rule.again is None else rule.again
    if rule.ones_cancel or again < rule.target:
        raise BadInput("no_odds", Text("Rerolled dice must be successes, and ones must not cancel."))
    worths = [rule.judge(face).worth for face in range(1, SIDES + 1)]
    return worths[: again - 1], worths[again - 1 :]


def _series(once: list[int], last: list[int], terms: int) -> list[int]:
    """Return the series of one die, of which `once` faces stand and `last` faces are rolled again."""
    series = [0] * terms
    for index in range(terms):
        series[index] = once.count(index) * SIDES**index
        series[index] += sum(SIDES ** (worth - 1) * series[index - worth] for worth in last if worth <= index)
    return series


def _rote_series(rule: FaceRule, fresh: list[int], chance: bool) -> list[int]:
    """Return the series of one die of a rote action: `fresh` replaces every miss."""
    once, last = _split(rule)
    thrown = _thrown_again(rule, chance)
    series = [thrown * value for value in fresh]
    for worth in [worth for worth in once if worth > 0] + [0] * (once.count(0) - thrown):
        series[worth] += SIDES * SIDES**worth
    for worth in last:
        for index in range(worth, len(series)):
            series[index] += SIDES**worth * fresh[index - worth]
    return series


def _power(single: list[int], dice: int, terms: int) -> list[int]:
    """Return the first `terms` terms of a series to the power of `dice` (J. C. P. Miller's recurrence)."""
    first, power = single[0], [single[0] ** dice] + [0] * (terms - 1)
    degree = len(single) - 1
    for k in range(1, terms):
        total = 0
        for i in range(1, min(k, degree) + 1):
            total += (i * (dice + 1) - k) * single[i] * power[k - i]
        power[k] = total // (k * first)
    return power


def _botch_chance(rule: FaceRule, dice: int, net: _Net, botch: Botch) -> Fraction:
    if botch == "none" or not dice:
        return Fraction(0)
    misses = min(SIDES, rule.target - 1)
    if botch == "chance":
        return Fraction(SIDES + (misses - 1 if rule.rote else 0), SIDES * SIDES)
    throws = 2 * dice if rule.rote else dice
    no_ones = Fraction(max(0, misses - 1) ** throws, SIDES**throws)
    if botch == "net":
        return net.at_most(0) - no_ones
    return Fraction(misses**throws, SIDES**throws) - no_ones


def _open_mean(rule: FaceRule, dice: int, chance: bool) -> Fraction:
    """Return the mean of dice that are rolled again: each again face is worth itself and one more mean die."""
    once, last = _split(rule)
    die = Fraction(sum(once) + sum(last), len(once))
    if rule.rote:
        die += Fraction(_thrown_again(rule, chance), SIDES) * die
    return dice * die


def _finish(net: _Net, difficulty: int, added: int, botch: Fraction, open_mean: Fraction | None = None) -> Odds:
    totals: dict[int, int] = {}
    short = 0
    for value, count in enumerate(net.counts, net.lowest):
        total = max(0, value) + added
        short += max(0, -total) * count
        if count:
            totals[max(0, total)] = totals.get(max(0, total), 0) + count
    if open_mean is None:
        mean = Fraction(sum(total * count for total, count in totals.items()), net.whole)
    else:
        mean = open_mean + added + Fraction(short, net.whole)
    failed = sum(count for total, count in totals.items() if total < difficulty)
    distribution = tuple((total, Fraction(count, net.whole)) for total, count in sorted(totals.items()))
    return Odds(distribution, 1 - Fraction(failed, net.whole), botch, mean, open_mean is not None)
