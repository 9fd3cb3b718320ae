"""Which numbers matter most: the fights again with one number one point higher, and with the same random numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rules.battle.roster import Roster
from rules.forecast.contract import Forecaster, Lever, Plans
from rules.forecast.results import Chance
from rules.forecast.runs import check, find_end, play
from rules.forecast.tally import Tally
from rules.text import Text

SIFTED, WEIGHED = 150, 1500
"""Fights with each number, and with each of those that seemed to matter most."""
KEPT, REPORTED = 6, 3
"""How many numbers are weighed again, and how many are reported."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What one point more does: the chance of `side` to win, without it and with it."""

    actor: str
    who: str
    name: Text
    side: str
    before: Chance
    after: Chance

    @property
    def gain(self) -> float:
        """By how much the chance rises; it may fall."""
        return self.after.share - self.before.share


def weigh_levers(
    forecaster: Forecaster[Any], state: Roster[Any], plans: Plans, seed: int = 0, limit: int = 0
) -> tuple[Weight, ...]:
    """Return the three numbers that change most who wins, if each is one point higher; the strongest first.

    All are tried with few fights, the strongest of them with more. Raises `BadInput` where there is no forecast.
    """
    check(forecaster, state)
    kept: Sequence[Lever[Any]] = forecaster.levers(state)
    for fights, number in ((SIFTED, KEPT), (WEIGHED, REPORTED)):
        weighed = _weigh(forecaster, state, plans, kept, seed, limit, fights)
        ranked = sorted(zip(weighed, kept, strict=True), key=lambda pair: -abs(pair[0].gain))[:number]
        kept = [lever for _, lever in ranked]
    return tuple(weight for weight, _ in ranked)


def _weigh(
    forecaster: Forecaster[Any],
    state: Any,
    plans: Plans,
    levers: Sequence[Lever[Any]],
    seed: int,
    limit: int,
    fights: int,
) -> list[Weight]:
    before = _count_wins(forecaster, state, plans, seed, limit, fights)
    weights = []
    for lever in levers:
        combatant = state.get(lever.actor)
        after = _count_wins(forecaster, lever.state, plans, seed, limit, fights)
        sides = (Chance(wins.get(combatant.side, 0), fights) for wins in (before, after))
        weights.append(Weight(combatant.id, combatant.name, lever.name, combatant.side, *sides))
    return weights


def _count_wins(
    forecaster: Forecaster[Any], state: Roster[Any], plans: Plans, seed: int, limit: int, fights: int
) -> dict[str, int]:
    end = find_end(forecaster, state, limit)
    tally, wins = Tally(forecaster, state, end), dict[str, int]()
    for outcome in islice(play(forecaster, state, plans, seed, end), fights):
        side = tally.winner(outcome)
        wins[side] = wins.get(side, 0) + 1
    return wins
