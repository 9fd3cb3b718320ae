"""Counting outcomes: quick to add to, and turned into a `Forecast` when one is asked for."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from rules.battle.roster import Roster
from rules.forecast.contract import Forecaster, Outcome
from rules.forecast.results import Chance, Counts, Forecast, Person, Spending


class Tally:
    """The outcomes of fights that began in one state."""

    def __init__(self, forecaster: Forecaster[Any], state: Roster[Any], limit: int) -> None:
        self._forecaster, self._limit = forecaster, limit
        self._combatants = state.combatants
        self._sides = tuple(combatant.side for combatant in self._combatants)
        self._start = forecaster.compute_outcome(state)
        self._winners: defaultdict[str, float] = defaultdict(int)
        self._times: defaultdict[int, float] = defaultdict(int)
        self._ends: list[defaultdict[Any, float]] = [defaultdict(int) for _ in self._sides]
        self._weight: float = 0
        self._is_exact = False
        self.fights = 0

    def winner(self, outcome: Outcome) -> str:
        """Return the only side that stands, empty if there is none."""
        standing = {side for side, fate in zip(self._sides, outcome.fates, strict=True) if not fate}
        return standing.pop() if len(standing) == 1 else ""

    def add(self, outcome: Outcome) -> None:
        """Count one fight."""
        self.fights += 1
        self._add(outcome, 1)

    def add_all(self, outcomes: Mapping[Outcome, float]) -> None:
        """Count all outcomes of a duel, each with its exact chance."""
        self._is_exact = True
        for outcome, chance in outcomes.items():
            self._add(outcome, chance)

    def _add(self, outcome: Outcome, weight: float) -> None:
        self._weight += weight
        self._winners[self.winner(outcome)] += weight
        self._times[outcome.time] += weight
        for ends, *end in zip(self._ends, outcome.fates, outcome.wounds, outcome.points, strict=True):
            ends[*end,] += weight

    def make_forecast(self, asked: int) -> Forecast:
        """Return the forecast of the fights so far."""
        sides = dict.fromkeys(self._sides)
        return Forecast(
            self.fights,
            asked,
            self._limit,
            {side: self._chance(self._winners[side]) for side in sides},
            self._chance(self._winners[""]),
            _count((max(0, time - self._start.time), fights) for time, fights in self._times.items()),
            tuple(self._person(number) for number, fate in enumerate(self._start.fates) if not fate),
            tuple(
                (combatant.name, self._forecaster.fates[fate])
                for combatant, fate in zip(self._combatants, self._start.fates, strict=True)
                if fate
            ),
            self._is_exact,
        )

    def _chance(self, fights: float) -> Chance:
        return Chance(fights, self._weight, self._is_exact)

    def _person(self, number: int) -> Person:
        combatant, ends = self._combatants[number], self._ends[number]
        fates: defaultdict[str, float] = defaultdict(int)
        for (fate, _, _), fights in ends.items():
            fates[fate] += fights
        hurt, had = sum(self._start.wounds[number]), self._start.points[number]
        return Person(
            combatant.id,
            combatant.name,
            combatant.side,
            self._chance(sum(weight for fate, weight in fates.items() if fate)),
            tuple((word, self._chance(fates[key])) for key, word in self._forecaster.fates.items() if fates[key]),
            _count((sum(wounds) - hurt, fights) for (_, wounds, _), fights in ends.items()),
            tuple(
                Spending(purse.name, _count((had[place] - left[place], n) for (_, _, left), n in ends.items()))
                for place, purse in enumerate(self._forecaster.purses)
            ),
        )


def _count(pairs: Iterable[tuple[int, float]]) -> Counts:
    counted: defaultdict[int, float] = defaultdict(int)
    for value, fights in pairs:
        counted[value] += fights
    return tuple(sorted(counted.items()))
