"""Forecasts from many fights: early answers, chances with their bounds, what cannot be forecast, what matters most."""

from dataclasses import replace
from typing import Any

import pytest

from rules import get_system
from rules.dice import SeededRoller
from rules.errors import BadInput
from rules.forecast import TACTICS, Chance, DrawnDice, Forecast, forecast, weigh_levers
from rules.forecast.files import load_fight
from rules.forecast.law import check_spread, play_really
from rules.forecast.results import mean, quantile
from rules.forecast.runs import find_end, take
from rules.forecast.words import describe_out, describe_person, describe_sides, describe_tactics, describe_weights

pytestmark = pytest.mark.walk

WOD = get_system("wod2004").get_forecaster()
DUEL = {"system": "wod2004", "sides": {"red": {"thug": 1}, "blue": {"thug": 1}}}
BRAWL = {"system": "wod2004", "sides": {"red": {"soldier": 1, "officer": 1}, "blue": {"thug": 3}}}


def ask(file: dict[str, Any], runs: int, **given: Any) -> list[Forecast]:
    _, state, plans = load_fight(file)
    return list(forecast(WOD, state, plans, runs, **given))


def test_a_first_answer_comes_early_and_the_last_counts_all_fights() -> None:
    answers = ask(BRAWL, 1000)
    assert [told.fights for told in answers] == [200, 400, 600, 800, 1000]
    assert [told.is_whole for told in answers] == [False] * 4 + [True]
    whole = answers[-1]
    assert sum(chance.fights for chance in (*whole.sides.values(), whole.nobody)) == 1000
    assert all(sum(fights for _, fights in person.lost) == 1000 for person in whole.people)
    assert sum(fights for _, fights in whole.times) == 1000


def test_the_same_seed_gives_the_same_forecast_and_another_one_does_not() -> None:
    assert ask(BRAWL, 300, seed=4) == ask(BRAWL, 300, seed=4)
    assert ask(BRAWL, 300, seed=4) != ask(BRAWL, 300, seed=5)


def test_equals_win_equally_often() -> None:
    told = ask(DUEL, 4000)[-1]
    low, high = told.sides["red"].bounds
    assert low - 0.01 < 0.5 < high + 0.01


def test_a_forecast_agrees_with_fights_of_the_real_battle() -> None:
    _, state, plans = load_fight(BRAWL)
    told = ask(BRAWL, 3000)[-1]
    end, fights = find_end(WOD, state, 0), 60
    ends = [play_really(WOD, state, plans, SeededRoller(seed), end) for seed in range(fights)]
    for place, person in enumerate(told.people):
        real = sum(bool(outcome.fates[place]) for outcome in ends) / fights
        share = person.felled.share
        assert abs(real - share) < 4.5 * (max(0.02, share * (1 - share)) / fights) ** 0.5


@pytest.mark.parametrize("key", [(0, 10), (1, 10), (4, 10), (7, 9), (9, 8), (5, 11)])
def test_dice_are_drawn_with_the_chances_with_which_they_fall(key: tuple[int, int]) -> None:
    check_spread(WOD, key)


def test_drawn_results_have_the_chances_of_their_key() -> None:
    dice = DrawnDice(WOD.spread)
    dice.begin(1)
    drawn = [dice.roll((3, 10)) for _ in range(20_000)]
    for result, chance in list(WOD.spread((3, 10)))[:5]:
        assert abs(drawn.count(result) / 20_000 - chance) < 0.02
    assert {*dice.faces(1000)} == {*range(1, 11)}


def test_a_limit_leaves_fights_undecided() -> None:
    told = ask(BRAWL, 200, limit=1)[-1]
    assert told.nobody.fights > 150
    assert max(time for time, _ in told.times) <= 2


def test_a_fight_under_way_is_forecast_from_where_it_stands() -> None:
    _, state, plans = load_fight(BRAWL)
    before = ask(BRAWL, 400)[-1]
    while not WOD.battle.prompts(state):
        state = take(WOD, state, plans, SeededRoller(3))
    state = state.put(replace(state.combatants[0], track="X" * 5), replace(state.combatants[1], track="X" * 5))
    told = list(forecast(WOD, state, plans, 400))[-1]
    assert told.sides["red"].share < before.sides["red"].share
    assert max(levels for levels, _ in told.people[0].lost) <= state.combatants[0].boxes - 5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"grapple": "c1"}, "grapple"),
        ({"track": "*" * 7}, "at least two sides"),
    ],
)
def test_what_cannot_be_forecast_is_refused_with_a_reason(change: dict[str, Any], said: str) -> None:
    _, state, plans = load_fight(DUEL)
    state = state.put(replace(state.combatants[0], **{**change, "boxes": 7}))
    with pytest.raises(BadInput, match=said):
        forecast(WOD, state, plans)


@pytest.mark.parametrize("runs", [0, -1, 10**9])
def test_a_forecast_has_a_number_of_fights_that_can_be_played(runs: int) -> None:
    with pytest.raises(BadInput, match="1 to 100000"):
        ask(DUEL, runs)


def test_a_game_without_forecasts_says_so() -> None:
    with pytest.raises(BadInput, match="has no forecasts"):
        replace(get_system("wod2004"), forecaster=None).get_forecaster()


def test_the_numbers_that_matter_most_help_their_own_side() -> None:
    _, state, plans = load_fight(BRAWL)
    weights = weigh_levers(WOD, state, plans)
    assert len(weights) == 3
    assert weights[0].gain > 0.02
    assert [abs(weight.gain) for weight in weights] == sorted((abs(weight.gain) for weight in weights), reverse=True)
    assert all("+1 " in sentence and "wins" in sentence for sentence in describe_weights(weights))


def test_a_number_that_changes_nothing_is_not_told_to_matter() -> None:
    _, state, plans = load_fight(BRAWL)
    first, *_ = weigh_levers(WOD, state, plans)
    assert len(list(describe_weights([first, replace(first, after=first.before)]))) == 1


def test_the_bounds_of_a_chance_are_wilsons() -> None:
    low, high = Chance(41, 100).bounds
    assert (round(low, 3), round(high, 3)) == (0.319, 0.508)
    assert Chance(0, 50).bounds[0] == 0
    assert Chance(50, 50).bounds[1] == 1


def test_quantiles_and_the_mean_are_of_the_counted_fights() -> None:
    counts = ((1, 5), (2, 4), (9, 1))
    assert [quantile(counts, share) for share in (0.1, 0.5, 0.51, 0.9, 1)] == [1, 1, 2, 2, 9]
    assert mean(counts) == 2.2


def test_a_forecast_is_told_in_plain_words() -> None:
    told = ask({**DUEL, "tactics": {"red": "spending"}}, 200)[-1]
    plans = {"red": TACTICS["spending"]}
    lines = [*describe_tactics(told, plans), *describe_sides(WOD, told), *map(describe_person, told.people)]
    assert "red: Weakest first, spending everything." in lines[0]
    assert any(line.startswith("red wins: ") for line in lines)
    assert any("nine in ten within" in line for line in lines)
    assert "Willpower spent" in lines[-2]
    assert "Willpower" not in lines[-1]


def test_those_who_are_out_already_are_told_apart() -> None:
    _, state, plans = load_fight(BRAWL)
    first, *_ = state.combatants
    told = list(forecast(WOD, state.put(replace(first, left=True)), plans, 50))[-1]
    assert first.name not in [person.name for person in told.people]
    assert len(told.people) == len(state.combatants) - 1
    assert list(describe_out(told)) == [f"Already out: {first.name} (left)."]
    assert not list(describe_out(ask(BRAWL, 50)[-1]))
