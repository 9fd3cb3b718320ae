"""How long a fight takes is the time of the blow that decided it, not of the choice after it."""

from itertools import islice
from typing import Any

import pytest

from rules import get_system
from rules.dice import SeededRoller
from rules.forecast import forecast
from rules.forecast.contract import Forecaster
from rules.forecast.files import load_fight
from rules.forecast.results import quantile
from rules.forecast.runs import find_end, play, take

pytestmark = pytest.mark.walk


def read_duel(game: str, one: str, extras: tuple[str, ...] = ()) -> tuple[Forecaster[Any], Any, Any]:
    given = {"system": game, "sides": {"red": {one: 1}, "blue": {one: 1}}, "extras": list(extras)}
    _, state, plans = load_fight(given)
    return get_system(game).get_forecaster(), state, plans


def count_really(forecaster: Forecaster[Any], state: Any, plans: Any, seed: int) -> int:
    """The time of the last move in a duel of the real battle."""
    roller, battle, at = SeededRoller(seed), forecaster.battle, 0
    end = find_end(forecaster, state, 0)
    while not forecaster.is_over(state, end):
        at = battle.count_time(state)  # of the move that ends it, whatever follows by itself
        state = take(forecaster, state, plans, roller)
    return at


def test_extras_fall_on_the_tick_of_the_blow() -> None:
    """Before: half within 4 ticks, though in more than half the deciding blow falls on tick 0 or 1."""
    forecaster, state, plans = read_duel("exalted2e", "extra")
    fights = [one.time for one in islice(play(forecaster, state, plans, 1, find_end(forecaster, state, 0)), 400)]
    early = sum(time <= 1 for time in fights) / len(fights)
    assert early > 0.5
    really = [count_really(forecaster, state, plans, seed) for seed in range(60)]
    assert abs(sum(time <= 1 for time in really) / len(really) - early) < 0.2


def test_a_duel_of_thugs_is_told_by_the_turn_of_the_last_blow() -> None:
    """Before: half within 7 turns, and 6.7e-11 for the first one."""
    forecaster, state, plans = read_duel("wod2004", "thug")
    *_, told = forecast(forecaster, state, plans)
    assert told.is_exact
    assert 5e-5 < dict(told.times)[1] < 5e-4
    assert quantile(told.times, 0.5) == 6
    assert min(time for time, chance in told.times if chance) == 1
