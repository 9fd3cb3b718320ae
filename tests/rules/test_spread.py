"""Distributions of numbers that hang on several rolls, against counting every case."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import FaceRule
from rules.odds import odds
from rules.outlook import Alternative, Goal, Outlook, describe_mean
from rules.spread import add_up, at_least, average, change_values, compute_spread, convolve, find_mean, find_range, mix
from rules.text import Text
from tests.rules.every_roll import play_out

SMALL = st.dictionaries(st.integers(-3, 6), st.integers(1, 9), min_size=1, max_size=4)


def share(counts: dict[int, int]) -> dict[int, float]:
    return {value: count / sum(counts.values()) for value, count in counts.items()}


@given(st.lists(SMALL, max_size=3))
def test_a_sum_is_as_likely_as_all_the_cases_that_make_it(counts: list[dict[int, int]]) -> None:
    spreads = [share(one) for one in counts]
    wanted: dict[int, float] = {}
    for case in product(*(one.items() for one in spreads)):
        total = sum(value for value, _chance in case)
        wanted[total] = wanted.get(total, 0.0) + math.prod(chance for _value, chance in case)
    assert convolve(spreads) == pytest.approx(wanted)


@given(SMALL, SMALL, st.floats(0, 1))
def test_a_mixture_has_the_mean_of_its_parts(first: dict[int, int], second: dict[int, int], weight: float) -> None:
    one, two = share(first), share(second)
    mixed = mix(((weight, one), (1 - weight, two)))
    assert find_mean(mixed) == pytest.approx(weight * find_mean(one) + (1 - weight) * find_mean(two))
    assert sum(average([one, two]).values()) == pytest.approx(1)


@given(SMALL, st.integers(-4, 7))
def test_a_chance_counts_every_value_from_the_least_on(counts: dict[int, int], least: int) -> None:
    spread = share(counts)
    assert at_least(spread, least) == pytest.approx(1 - sum(spread[value] for value in spread if value < least))
    assert find_mean(change_values(spread, lambda value: -2 * value)) == pytest.approx(-2 * find_mean(spread))


@given(SMALL)
def test_the_usual_range_leaves_out_a_twentieth_at_each_end_at_most(counts: dict[int, int]) -> None:
    spread = share(counts)
    low, high = find_range(spread)
    assert low <= high
    assert sum(chance for value, chance in spread.items() if value < low) <= 0.05 + 1e-9
    assert sum(chance for value, chance in spread.items() if value > high) <= 0.05 + 1e-9


@given(st.integers(0, 4))
def test_every_throw_of_the_dice_gives_the_odds(dice: int) -> None:
    tens = FaceRule(7, frozenset({10}))
    found = play_out(lambda roller: sum(tens.judge(face).worth for face in roller.roll(dice)))
    assert found == pytest.approx(compute_spread(odds(tens, dice, botch="none")))


def test_a_mean_is_told_with_its_range() -> None:
    told = describe_mean(Text("Hits"), {-1: 0.5, 3: 0.5}, "2E-305")
    assert told.value == "1.0, mostly −1 to 3"
    assert describe_mean(Text("Hits"), {2: 1.0}, "2E-305", about=True).value == "about 2.0"


def test_the_verdict_names_every_chance_and_the_likeliest_first() -> None:
    ways = (
        Alternative(Text("One"), goals=(Goal(Text("a hit"), 0.2),)),
        Alternative(Text("Two"), goals=(Goal(Text("a wound"), 0.5, about=True),)),
        Alternative(Text("Three")),
    )
    assert Outlook(ways).verdicts == ["Most likely first: a wound about 50 %, a hit 20 %."]
    assert not Outlook(ways[:1]).verdicts


@given(SMALL.map(lambda counts: {max(0, value): count for value, count in counts.items()}), st.integers(1, 12))
def test_rolls_that_are_added_up_reach_a_goal_as_often_as_their_sum_does(counts: dict[int, int], goal: int) -> None:
    spread = share(counts)
    reached = add_up(spread, 4, goal)
    assert reached == pytest.approx([at_least(convolve([spread] * rolls), goal) for rolls in (1, 2, 3, 4)])
