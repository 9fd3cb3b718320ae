"""How dice have fallen, beside how fair dice fall."""

import random

import pytest

from rules.dice_statistics import ENOUGH, find_share_above, tally


@pytest.mark.parametrize(("chi_square", "share"), [(0.0, 1.0), (8.343, 0.5), (16.919, 0.05), (21.666, 0.01)])
def test_the_shares_are_those_of_the_tables(chi_square: float, share: float) -> None:
    assert find_share_above(chi_square) == pytest.approx(share, abs=0.0005)


def test_faces_are_counted_with_their_longest_run() -> None:
    found = tally([7, 7, 3, 10, 10, 10, 1])
    assert found.faces == (1, 0, 1, 0, 0, 0, 2, 0, 0, 3)
    assert (found.dice, found.run, found.run_face) == (7, 3, 10)
    assert found.mean == pytest.approx(48 / 7)


def test_even_dice_are_as_expected_and_loaded_ones_are_not() -> None:
    assert tally([*range(1, 11)] * 10).share_worse == 1.0
    loaded = tally([10] * 50 + [*range(1, 11)] * 5).share_worse
    assert loaded is not None
    assert loaded < 0.001


def test_few_dice_say_nothing() -> None:
    assert tally([1] * (ENOUGH - 1)).share_worse is None
    assert tally([]).mean == 0.0
    assert tally([]).chi_square == 0.0


def test_the_usual_run_is_reached_by_about_half_of_fair_tables() -> None:
    chance = random.Random(4)
    for dice in (10, 100, 1000):
        tables = [tally([chance.randint(1, 10) for _ in range(dice)]) for _ in range(300)]
        reached = sum(one.run >= one.usual_run for one in tables)
        beyond = sum(one.run > one.usual_run for one in tables)
        assert reached > 120, "the usual run is rarely missed"
        assert beyond < 180, "and not often beaten"
