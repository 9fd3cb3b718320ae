"""A forecast, drawn: what its numbers say in words, with a bar for each chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.forecast import Forecaster
from rules.forecast.levers import Weight
from rules.forecast.results import Chance, Counts, Forecast, Person
from rules.forecast.words import say_chance, say_counts, tell_weights
from rules.odds import percent
from rules.text import EMPTY, Text, join

MOST_BARS = 10
"""How many stretches of time the fights' lengths are gathered in, at most."""


@dataclass(frozen=True, slots=True)
class Row:
    """One chance: what it is of, the number in words, and its share from 0 to 1."""

    label: Text
    told: Text
    share: float


@dataclass(frozen=True, slots=True)
class Fighter:
    """What becomes of one combatant: how often it is felled and how, what it loses, and what it spends."""

    name: str
    side: str
    felled: Row
    fates: Text
    lost: Text
    spent: Text


@dataclass(frozen=True, slots=True)
class Picture:
    """A forecast as the page shows it."""

    fights: int
    asked: int
    sides: Sequence[Row]
    times: Sequence[Row]
    fighters: Sequence[Fighter]
    numbers: Sequence[Text]


def draw_forecast(forecaster: Forecaster[Any], told: Forecast, weights: Sequence[Weight]) -> Picture:
    """Shape a forecast for the page, in English texts."""
    sides = [_row(Text("{side} wins", side=side), chance) for side, chance in told.sides.items()]
    if told.nobody.fights:
        sides.append(_row(Text("Undecided"), told.nobody))
    return Picture(
        told.fights, told.asked, sides, list(_list_times(forecaster, told.times)),
        [_draw_fighter(person) for person in told.people], list(tell_weights(weights)),
    )  # fmt: skip


def _row(label: Text, chance: Chance) -> Row:
    return Row(label, say_chance(chance), chance.share)


def _list_times(forecaster: Forecaster[Any], times: Counts) -> Iterator[Row]:
    """Yield how many fights are over within each of a few times."""
    first, last, whole = times[0][0], times[-1][0], sum(fights for _time, fights in times)
    step = max(1, -(-(last - first + 1) // MOST_BARS))
    for low in range(first, last + 1, step):
        within = Chance(sum(fights for time, fights in times if low <= time < low + step), whole)
        if step == 1:
            label = forecaster.count(low)
        else:
            label = Text("{low} to {high}", low=low, high=forecaster.count(low + step - 1))
        yield Row(label, percent(within.share), within.share)


def _draw_fighter(person: Person) -> Fighter:
    spent = [
        Text("{purse} {points}", purse=spending.name, points=say_counts(spending.spent))
        for spending in person.spendings
        if any(points for points, _fights in spending.spent)
    ]
    fates = (Text("{fate} {chance}", fate=fate, chance=percent(chance.share)) for fate, chance in person.fates)
    felled = Row(EMPTY, percent(person.felled.share), person.felled.share)
    return Fighter(person.name, person.side, felled, join(", ", fates), say_counts(person.lost), join(", ", spent))
