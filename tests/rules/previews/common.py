"""What the laws of all games share."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from rules.outlook import Alternative, Outlook, Prospect


def chance_of(found: Mapping[Any, float], holds: Callable[[Any], bool]) -> float:
    """Return the chance of the results for which this holds."""
    return sum(chance for result, chance in found.items() if holds(result))


def gather(found: Mapping[Any, float], read: Callable[[Any], int]) -> dict[int, float]:
    """Return the distribution of one number of the results."""
    values = dict[int, float]()
    for result, chance in found.items():
        values[read(result)] = values.get(read(result), 0.0) + chance
    return values


def check_spread(told: Mapping[int, float] | None, found: Mapping[int, float]) -> None:
    """Assert that two distributions are the same; values without a chance do not count."""
    assert told is not None
    known = {value: chance for value, chance in told.items() if chance > 1e-12}
    assert known == pytest.approx({value: chance for value, chance in found.items() if chance > 1e-12})


def find_chosen(outlook: Outlook | None) -> Alternative:
    """Return the way that was weighed."""
    assert outlook is not None
    (chosen,) = [way for way in outlook.alternatives if way.is_chosen]
    return chosen


def read(way: Alternative, label: str) -> Prospect:
    """Return a number of the way."""
    return next(one for one in way.prospects if one.label == label)


def draw(rng: random.Random, **choices: Iterable[Any]) -> dict[str, Any]:
    """Return a few of these values, each drawn from its choices; the others are left out."""
    return {name: rng.choice(list(values)) for name, values in choices.items() if rng.random() < 0.3}
