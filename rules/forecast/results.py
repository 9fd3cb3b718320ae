"""What a forecast says: chances with their uncertainty, and how the fights were spread."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from rules.text import Text

SURE = 1.96
"""Standard errors on either side of the middle that include the true chance in 95 of 100 cases."""
Counts = tuple[tuple[int, float], ...]
"""Values, lowest first, each with the number of fights that had it, or with its chance in an exact forecast."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How many of the fights went so; `is_exact`: `fights` is the chance itself, of 1."""

    fights: float
    of: float
    is_exact: bool = False

    @property
    def share(self) -> float:
        """The share of the fights, 0 to 1."""
        return self.fights / self.of

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the true chance lies in 95 of 100 cases (Wilson's interval)."""
        if self.is_exact:
            return self.share, self.share
        square = SURE * SURE
        middle = (self.share + square / (2 * self.of)) / (1 + square / self.of)
        spread = self.share * (1 - self.share) / self.of + square / (4 * self.of * self.of)
        half = SURE * sqrt(spread) / (1 + square / self.of)
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Spending:
    """What a combatant spent from one purse."""

    name: Text
    spent: Counts


@dataclass(frozen=True, slots=True)
class Person:
    """What became of one combatant. `fates`: how it fell, by the words for it; `lost`: health levels lost."""

    id: str
    name: str
    side: str
    felled: Chance
    fates: tuple[tuple[Text, Chance], ...]
    lost: Counts
    spendings: tuple[Spending, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """The result of the fights that were played so far, of those that are asked for.

    `sides`: how often each side alone was left standing; `nobody`: how often no side was within the limit. `times`: how
    long the fights took from now, in the game's time. `people`: all who stand now; `out`: the others, each with how it
    is out. `is_exact`: no fight was played, for all ways of a duel were counted out (`rules.forecast.exact`).
    """

    fights: int
    asked: int
    limit: int
    sides: Mapping[str, Chance]
    nobody: Chance
    times: Counts
    people: tuple[Person, ...]
    out: tuple[tuple[str, Text], ...] = ()
    is_exact: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether all fights have been played."""
        return self.fights >= self.asked


def quantile(counts: Counts, share: float) -> int:
    """Return the lowest value that at least this share of the fights did not exceed."""
    whole, passed = sum(fights for _, fights in counts), 0.0
    for value, fights in counts:
        passed += fights
        if passed >= share * whole:
            return value
    return counts[-1][0]


def mean(counts: Counts) -> float:
    """Return the mean value."""
    return sum(value * fights for value, fights in counts) / sum(fights for _, fights in counts)
