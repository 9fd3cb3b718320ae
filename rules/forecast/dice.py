"""The dice of a simulated fight: one interface, by which they fall face by face or are drawn from their exact odds.

A simulator asks for whole rolls by a key (pool, target number ...). With `FallenDice` each die falls, by the rules'
own functions: so the law compares it with the real battle. With `DrawnDice` the result of the roll is drawn at once
from its exact distribution, which is many times quicker and as true.
"""

import random
from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Protocol

from rules.dice import SIDES, Roller
from rules.odds import Odds

Key = Hashable
"""What makes one kind of roll: its pool and all that changes how its dice count. The game chooses its form."""
Throw = Callable[[Key, Roller], int]
"""Rolls by a key with real dice, and returns the result as one number: successes, or -1 for a botch."""
Spread = Callable[[Key], Iterable[tuple[int, Fraction]]]
"""Returns every result of a key with its exact chance. They add up to 1."""


BOTCH = -1
"""The result of a botch or a dramatic failure."""


def part_botch(odds: Odds) -> Iterable[tuple[int, Fraction]]:
    """Yield the results of a roll with their chances, the botch apart from other failures."""
    yield BOTCH, odds.botch
    for successes, chance in odds.distribution:
        yield successes, chance - odds.botch if successes == 0 else chance


class Dice(Protocol):
    """What a simulator rolls with."""

    def roll(self, key: Key, /) -> int:
        """Return the result of one roll."""

    def faces(self, count: int, /) -> Sequence[int]:
        """Return single faces, 1 to 10, as for initiative."""


class FallenDice:
    """Dice that fall from a roller, in the order of the rules."""

    def __init__(self, throw: Throw, roller: Roller) -> None:
        self._throw, self._roller = throw, roller

    def roll(self, key: Key, /) -> int:
        return self._throw(key, self._roller)

    def faces(self, count: int, /) -> Sequence[int]:
        return self._roller.roll(count)


class DrawnDice:
    """Results that are drawn from their exact odds: one random number for each roll.

    The lowest numbers give the lowest results, so that two fights with the same seed stay alike where a pool is changed
    by one die.
    """

    def __init__(self, spread: Spread) -> None:
        self._tables = _Tables(spread)
        self._random = random.Random()
        self._next = self._random.random

    def begin(self, seed: int) -> None:
        """Begin a fight: the same seed gives the same random numbers."""
        self._random.seed(seed)

    def roll(self, key: Key, /) -> int:
        limits, results = self._tables[key]
        return results[bisect(limits, self._next())]

    def faces(self, count: int, /) -> Sequence[int]:
        return [int(self._next() * SIDES) + 1 for _ in range(count)]


class _Tables(dict[Key, tuple[list[float], list[int]]]):
    """The results of each key, with the limits between them from 0 to 1."""

    def __init__(self, spread: Spread) -> None:
        super().__init__()
        self._spread = spread

    def __missing__(self, key: Key) -> tuple[list[float], list[int]]:
        results, chances = zip(*sorted(self._spread(key)), strict=True)
        limits = [float(limit) for limit in accumulate(chances)]
        self[key] = (limits[:-1], list(results))  # what is above the last limit is the last result
        return self[key]
