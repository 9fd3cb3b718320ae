"""Duels that are counted out: exact where a hand can count, and what fights at random come to."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from rules import get_system
from rules.forecast import Plans, forecast
from rules.forecast.exact import EveryDice, count_duel, find_duel
from rules.forecast.files import load_fight
from rules.forecast.runs import find_end, play
from rules.forecast.words import say_chance

pytestmark = pytest.mark.walk

WOD = get_system("wod2004").get_forecaster()
RUNS = 4000


def read_duel(red: str, blue: str, **more: Any) -> tuple[Any, Plans]:
    _, state, plans = load_fight({"system": "wod2004", "sides": {"red": {red: 1}, "blue": {blue: 1}}, **more})
    return state, plans


def read_last_gasp() -> tuple[Any, Plans]:
    """Return a duel that a hand can count: a level each, shots that hit with a 10 on one die, and red goes first."""
    state, plans = read_duel("officer", "officer")
    suit = replace(state.combatants[0].suit, ballistic=30, bulletproof=False)
    red, blue = (replace(one, boxes=1, suit=suit) for one in state.combatants)
    return state.put(replace(red, initiative_modifier=30), blue), plans


def test_a_tiny_duel_has_the_chances_that_a_hand_counts() -> None:
    state, plans = read_last_gasp()
    told = list(forecast(WOD, state, plans))[-1]
    missed = 0.9 * 0.9
    assert told.sides["red"].share == pytest.approx(0.1 / (1 - missed) * (1 - missed**50), abs=1e-12)
    assert told.sides["blue"].share == pytest.approx(0.09 / (1 - missed) * (1 - missed**50), abs=1e-12)
    assert told.nobody.share == pytest.approx(missed**50, abs=1e-12)
    times = dict(told.times)
    assert [times[turn] for turn in (1, 2, 3)] == pytest.approx([0.19, 0.19 * 0.81, 0.19 * 0.81**2], abs=1e-12)


def test_an_exact_chance_has_no_spread() -> None:
    early, told = forecast(WOD, *read_last_gasp())
    assert (early.is_exact, early.fights) == (False, 200)
    assert told.is_exact
    assert told.is_whole
    low, high = told.sides["red"].bounds
    assert low == high == told.sides["red"].share
    assert say_chance(told.sides["red"]) == "53 %"


@pytest.mark.parametrize("sides", [("soldier", "thug"), ("officer", "soldier")])
def test_fights_at_random_come_to_what_is_counted(sides: tuple[str, str]) -> None:
    state, plans = read_duel(*sides)
    end = find_end(WOD, state, 0)
    opening = find_duel(WOD, state, plans)
    assert opening is not None
    outcomes = count_duel(opening, WOD.spread, end)
    assert sum(outcomes.values()) == pytest.approx(1, abs=1e-9)
    exact, drawn = Counter[Any](), Counter[Any]()
    for outcome, chance in outcomes.items():
        for fact in (outcome.time, outcome.fates, outcome.wounds):
            exact[fact] += chance  # type: ignore[assignment]
    for outcome in islice(play(WOD, state, plans, 1, end), RUNS):
        drawn.update((outcome.time, outcome.fates, outcome.wounds))
    assert set(drawn) <= set(exact)
    for fact, chance in exact.items():
        assert abs(drawn[fact] - RUNS * chance) <= 5 * (RUNS * chance * (1 - chance)) ** 0.5 + 3, fact


def test_a_duel_under_way_is_counted_from_where_it_stands() -> None:
    state, plans = read_duel("thug", "thug")
    before = list(forecast(WOD, state, plans))[-1]
    red, _ = state.combatants
    hurt = list(forecast(WOD, state.put(replace(red, track="X" * (red.boxes - 1))), plans))[-1]
    assert hurt.is_exact
    assert hurt.sides["red"].share < before.sides["red"].share == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(
    ("sides", "more"),
    [
        ({"red": {"thug": 2}, "blue": {"thug": 1}}, {}),
        ({"red": {"thug": 1}, "blue": {"thug": 1}}, {"tactics": {"red": "spending"}}),
    ],
)
def test_what_is_no_plain_duel_is_sampled(sides: dict[str, Any], more: dict[str, Any]) -> None:
    _, state, plans = load_fight({"system": "wod2004", "sides": sides, **more})
    told = list(forecast(WOD, state, plans, 50))[-1]
    assert not told.is_exact
    assert told.fights == 50


def test_the_dice_fall_in_every_way_once() -> None:
    dice = EveryDice(WOD.spread)
    ways = list(dice.list_ways(lambda: tuple(dice.faces(2))))
    assert len({faces for faces, _ in ways}) == len(ways) == 100
    ties = list(dice.list_ways(lambda: (*dice.faces(1), *dice.faces(2))))
    assert len(ties) == 10 * 90
    assert sum(chance for _, chance in ties) == pytest.approx(1)
