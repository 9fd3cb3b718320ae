"""Distributions of numbers that hang on several rolls.

A roll's own odds are exact fractions (`rules.odds`). What follows from several of them is convolved, never sampled, in
floating point: its error is below a millionth of a per cent.
"""

from collections.abc import Callable, Iterable, Mapping

from rules.odds import Odds

Spread = Mapping[int, float]
"""Each value with its chance. The chances add up to 1, or to less where only a part of the cases is meant."""
NOTHING: Spread = {0: 1.0}
USUALLY = 0.9
"""The share of cases that the usual range holds."""


def compute_spread(odds: Odds) -> Spread:
    """Return the distribution of a roll's total."""
    return {total: float(chance) for total, chance in odds.distribution}


def mix(parts: Iterable[tuple[float, Spread]]) -> Spread:
    """Return the distribution where each spread holds with its chance."""
    found: dict[int, float] = {}
    for weight, spread in parts:
        for value, chance in spread.items():
            found[value] = found.get(value, 0.0) + weight * chance
    return found


def average(spreads: Iterable[Spread]) -> Spread:
    """Return the average of distributions that are equally likely."""
    listed = list(spreads)
    return mix((1 / len(listed), spread) for spread in listed)


def convolve(spreads: Iterable[Spread]) -> Spread:
    """Return the distribution of the sum of independent numbers."""
    found = NOTHING
    for spread in spreads:
        found = mix(
            (chance, {value + more: share for more, share in spread.items()}) for value, chance in found.items()
        )
    return found


def change_values(spread: Spread, change: Callable[[int], int]) -> Spread:
    """Return the distribution of what each value becomes."""
    return mix((chance, {change(value): 1.0}) for value, chance in spread.items())


def add_up(spread: Spread, rolls: int, goal: int) -> list[float]:
    """Return for each of as many equal rolls the chance that their sum has reached `goal` by then."""
    capped = change_values(spread, lambda value: min(value, goal))
    found, reached = NOTHING, list[float]()
    for _ in range(rolls):
        found = change_values(convolve((found, capped)), lambda value: min(value, goal))
        reached.append(at_least(found, goal))
    return reached


def find_mean(spread: Spread) -> float:
    """Return the mean."""
    return sum(value * chance for value, chance in spread.items())


def at_least(spread: Spread, least: int) -> float:
    """Return the chance of this value or more."""
    return sum(chance for value, chance in spread.items() if value >= least)


def find_range(spread: Spread) -> tuple[int, int]:
    """Return the lowest and the highest value of the usual cases: a twentieth may lie below, and a twentieth above."""
    beyond = (1 - USUALLY) / 2
    return _first(spread, sorted(spread), beyond), _first(spread, sorted(spread, reverse=True), beyond)


def _first(spread: Spread, values: list[int], beyond: float) -> int:
    passed = 0.0
    for value in values:
        passed += spread[value]
        if passed > beyond:
            return value
    return values[-1]
