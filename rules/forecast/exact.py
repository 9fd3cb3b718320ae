"""Duels that are counted out: every way in which the dice can fall, by the same simulator, not fights at random.

A position is how both stand before someone's turn. From each, that turn is played in every way, once; so the chances
go from position to position until the duel is over (a Markov chain). Nothing is drawn: only numbers are rounded.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, TypeVar

from rules.battle.roster import Roster
from rules.dice import SIDES
from rules.forecast.contract import Duel, Forecaster, Opening, Outcome, Plans
from rules.forecast.dice import Key, Spread
from rules.forecast.tactics import plan_of

LEAST = 1e-15
"""Positions less likely than this are followed no further."""
NEVER, LATE = 10**9, -1
"""The limit of a turn in which there is time, and of one after the time is over."""
T = TypeVar("T")
Options = Sequence[tuple[Any, float]]
"""What one roll can give, with the chance of each."""
Branch = tuple[Outcome | None, int, Hashable]
"""How a step ends: the outcome of a fight that is over; the time that has passed; or the position after it.

The time of an outcome is counted from the step, too; it is negative where the fight was decided before.
"""


class EveryDice:
    """Dice that fall in every way, one way after the other."""

    def __init__(self, spread: Spread) -> None:
        self._spread = spread
        self._known: dict[Key, Options] = {}
        self._path: list[tuple[Options, int]] = []
        self._at = 0

    def list_ways(self, play: Callable[[], T]) -> Iterator[tuple[T, float]]:
        """Play again and again, until every way was seen. Yield what each returns, and its chance."""
        self._path = []
        while True:
            self._at = 0
            result = play()
            yield result, prod(options[place][1] for options, place in self._path)
            while self._path and self._path[-1][1] + 1 == len(self._path[-1][0]):
                self._path.pop()
            if not self._path:
                return
            options, place = self._path[-1]
            self._path[-1] = options, place + 1

    def roll(self, key: Key, /) -> int:
        """Return the next result of one roll."""
        if key not in self._known:
            self._known[key] = [(result, float(chance)) for result, chance in self._spread(key) if chance]
        return int(self._next(self._known[key]))

    def faces(self, count: int, /) -> Sequence[int]:
        """Return the next single faces. Those rolled again break a tie: of them, only ways that differ count."""
        throws = list(product(range(1, SIDES + 1), repeat=count))
        if self._at:
            throws = [faces for faces in throws if len(set(faces)) == count]
        return list(self._next([(faces, 1 / len(throws)) for faces in throws]))

    def _next(self, options: Options) -> Any:
        if self._at == len(self._path):
            self._path.append((options, 0))
        options, place = self._path[self._at]
        self._at += 1
        return options[place][0]


def find_duel(forecaster: Forecaster[Any], state: Roster[Any], plans: Plans) -> Opening | None:
    """Return the duel from here, or None if the fight is none that can be counted out.

    That is one of two combatants who spend no points, in a game that has few enough positions.
    """
    present = [combatant for combatant in state.combatants if forecaster.fate(combatant) != "left"]
    has_points = (
        plan_of(plans, combatant.side).spends and any(p.read(combatant) for p in forecaster.purses)
        for combatant in present
    )
    if len(present) != 2 or any(has_points) or forecaster.is_amid(state):
        return None
    return forecaster.open_duel(state, plans)


def count_duel(opening: Opening, spread: Spread, end: int) -> Mapping[Outcome, float]:
    """Return every outcome with its chance. They add up to 1, but for what is rounded.

    `spread`: that of the game's forecaster. `end`: the time after which the duel is undecided.
    """
    chain = _Chain(opening, spread, end)
    outcomes = defaultdict[Outcome, float](float)
    steps = [(0, 1.0, chain.list_openings())]
    while steps:
        standing: dict[tuple[int, Hashable], float] = {}
        for time, share, branches in steps:
            for (outcome, passed, position), chance in branches:
                if outcome is not None:
                    outcomes[outcome._replace(time=time + outcome.time)] += share * chance
                else:
                    at = time + passed, position
                    standing[at] = standing.get(at, 0.0) + share * chance
        steps = [
            (time, share, chain.list_ways(position, is_late=time > end))
            for (time, position), share in standing.items()
            if share > LEAST
        ]
    return outcomes


class _Chain:
    """The positions of a duel: from each, the ways to the next."""

    def __init__(self, opening: Opening, spread: Spread, end: int) -> None:
        self._dice = EveryDice(spread)
        self._known: dict[tuple[Hashable, bool], list[tuple[Branch, float]]] = {}
        self._duels = {is_late: opening(self._dice, LATE if is_late else NEVER) for is_late in (False, True)}
        self._opening, self._end = opening, end

    def list_openings(self) -> list[tuple[Branch, float]]:
        """Return the ways in which the duel begins."""
        return _gather(self._dice.list_ways(self._begin))

    def _begin(self) -> Branch:
        duel = self._opening(self._dice, self._end)
        return _make_branch(duel, is_over=duel.is_over or duel.begin())

    def list_ways(self, position: Hashable, *, is_late: bool) -> list[tuple[Branch, float]]:
        """Return the ways from a position; `is_late`: whether the time is over."""
        if (position, is_late) not in self._known:
            duel = self._duels[is_late]
            self._known[position, is_late] = _gather(self._dice.list_ways(lambda: _go_on(duel, position)))
        return self._known[position, is_late]


def _go_on(duel: Duel, position: Hashable) -> Branch:
    duel.load(position)
    return _make_branch(duel, is_over=duel.play_step())


def _make_branch(duel: Duel, *, is_over: bool) -> Branch:
    return (duel.get_outcome(), duel.time, ()) if is_over else (None, duel.time, duel.save())


def _gather(branches: Iterator[tuple[Branch, float]]) -> list[tuple[Branch, float]]:
    """Return each end once, with the chances of all ways that lead to it."""
    gathered = defaultdict[Branch, float](float)
    for branch, chance in branches:
        gathered[branch] += chance
    return list(gathered.items())
