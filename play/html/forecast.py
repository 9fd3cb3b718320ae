"""A forecast, drawn: what its numbers say in words, with a bar for each chance."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format

from rules.forecast import Forecaster
from rules.forecast.levers import Weight
from rules.forecast.results import Chance, Counts, Forecast, Person, quantile
from rules.forecast.words import EXACT, describe_out, describe_weights, say_chance, say_counts
from rules.odds import percent
from rules.system import System
from rules.text import EMPTY, Text, join, verbatim

MAX_BARS = 10
"""How many stretches of time the fights' lengths are gathered in, at most, beside the longest."""
USUAL = 0.98
"""The share of the fights whose lengths are shown in stretches."""


@dataclass(frozen=True, slots=True)
class Row:
    """One chance: what it is of, the number in words, and its share from 0 to 1."""

    label: Text
    words: Text
    share: float


@dataclass(frozen=True, slots=True)
class Fighter:
    """What becomes of one combatant: how often it is felled and how, what it loses, and what it spends."""

    name: str
    side: str
    felled: Row
    fates: Sequence[Text]
    lost: Text
    spent: Text


@dataclass(frozen=True, slots=True)
class Picture:
    """A forecast as the page shows it."""

    fights: int
    asked: int
    progress: tuple[str, str]
    """How many fights were played, and how many were asked for, as they are written."""
    exact: Text
    sides: Sequence[Row]
    times: Sequence[Row]
    fighters: Sequence[Fighter]
    out: Text
    numbers: Sequence[Text]

    @property
    def is_dear(self) -> bool:
        """Whether anybody spends anything."""
        return any(fighter.spent for fighter in self.fighters)


def draw_forecast(forecaster: Forecaster[Any], forecast: Forecast, weights: Sequence[Weight]) -> Picture:
    """Shape a forecast for the page, in English texts."""
    sides = [_row(verbatim(side), chance) for side, chance in forecast.sides.items()]
    if forecast.nobody.fights:
        sides.append(_row(Text("Undecided"), forecast.nobody))
    progress = number_format(forecast.fights, force_grouping=True), number_format(forecast.asked, force_grouping=True)
    return Picture(
        forecast.fights,
        forecast.asked,
        progress,
        EXACT if forecast.is_exact else EMPTY,
        sides,
        list(_list_times(forecaster, forecast.times)),
        [_draw_fighter(person) for person in forecast.people],
        next(describe_out(forecast), EMPTY),
        list(describe_weights(weights)),
    )


def list_guesses(system: System, forecast: Forecast, taken: Mapping[str, str]) -> Iterator[Text]:
    """Yield of each archetype who was taken as it. `taken`: archetypes by the ids of combatants."""
    for archetype in dict.fromkeys(taken.values()):
        names = [verbatim(person.name) for person in forecast.people if taken.get(person.id) == archetype]
        if names:
            yield Text("Treated as {what}: {names}.", what=system.sheets.archetypes[archetype], names=join(", ", names))


def _row(label: Text, chance: Chance) -> Row:
    return Row(label, say_chance(chance), chance.share)


def _list_times(forecaster: Forecaster[Any], times: Counts) -> Iterator[Row]:
    """Yield how many fights are over within each of a few times. The last row holds the longest fights."""
    whole, first, late = sum(fights for _time, fights in times), times[0][0], quantile(times, USUAL)
    step = max(1, -(-(late - first + 1) // MAX_BARS))
    end = first + step * -(-(late - first + 1) // step)
    for low in range(first, end, step):
        label = forecaster.count(low)
        if step > 1:
            label = Text("{low} to {high}", low=low, high=forecaster.count(low + step - 1))
        yield _share(label, times, range(low, low + step), whole)
    if times[-1][0] >= end:
        yield _share(Text("longer"), times, range(end, times[-1][0] + 1), whole)


def _share(label: Text, times: Counts, within: range, whole: float) -> Row:
    share = sum(fights for time, fights in times if time in within) / whole
    return Row(label, percent(share), share)


def _draw_fighter(person: Person) -> Fighter:
    spent = [
        Text("{purse} {points}", purse=spending.name, points=say_counts(spending.spent))
        for spending in person.spendings
        if any(points for points, _fights in spending.spent)
    ]
    fates = [Text("{fate} {chance}", fate=fate, chance=percent(chance.share)) for fate, chance in person.fates]
    felled = Row(EMPTY, percent(person.felled.share), person.felled.share)
    return Fighter(person.name, person.side, felled, fates, say_counts(person.lost), join(", ", spent))
