"""Exact odds against brute force, and against dice that are rolled again without bound."""

import itertools
import time
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import FaceRule
from rules.errors import BadInput
from rules.odds import Odds, odds

CLOSED = st.builds(
    FaceRule,
    target=st.integers(2, 10),
    doubles=st.sampled_from([frozenset(), frozenset({10}), frozenset({7, 8, 9, 10})]),
    rote=st.just(False),
    ones_cancel=st.booleans(),
)
FACES = range(1, 11)


def by_hand(rule: FaceRule, dice: int, added: int) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """Totals, "ones" botch and "net" botch by counting every way that the dice can fall."""
    totals: Counter[int] = Counter()
    ones = net = 0
    for faces in itertools.product(FACES, repeat=dice):
        worths = [rule.judge(face).worth for face in faces]
        totals[max(0, max(0, sum(worths)) + added)] += 1
        ones += 1 in faces and not any(worth > 0 for worth in worths)
        net += 1 in faces and sum(worths) <= 0
    whole = 10**dice
    return {total: Fraction(ways, whole) for total, ways in totals.items()}, Fraction(ones, whole), Fraction(net, whole)


@settings(max_examples=30, deadline=None)
@given(CLOSED, st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.integers(0, 4))
def test_the_odds_are_those_of_counting_every_throw(
    rule: FaceRule, dice: int, bonus: int, external: int, difficulty: int
) -> None:
    totals, ones, net = by_hand(rule, dice, bonus - external)
    found = odds(rule, dice, difficulty=difficulty, bonus=bonus, external=external)
    assert dict(found.distribution) == totals
    assert found.success == sum((share for total, share in totals.items() if total >= difficulty), Fraction(0))
    assert found.mean == sum((total * share for total, share in totals.items()), Fraction(0))
    assert found.botch == ones
    if dice:
        assert odds(rule, dice, botch="net").botch == net
    assert odds(rule, dice, botch="none").botch == 0


@cache
def one_die_again(rule: FaceRule, longest: int, chance: bool = False) -> dict[int, Fraction]:
    """One die rolled again without bound, followed face by face for so many dice."""
    shares: dict[int, Fraction] = {}

    def follow(total: int, share: Fraction, left: int, rote: bool) -> None:
        for face in FACES:
            worth, part = rule.judge(face).worth, share / 10
            if rote and worth < 1 and not (chance and face == 1):
                follow(total, part, left, False)
            elif rule.again is not None and face >= rule.again and left:
                follow(total + worth, part, left - 1, False)
            else:
                shares[total + worth] = shares.get(total + worth, Fraction(0)) + part

    follow(0, Fraction(1), longest, rule.rote)
    return shares


@pytest.mark.parametrize("again", [8, 9, 10])
@pytest.mark.parametrize("rote", [False, True])
@pytest.mark.parametrize("dice", [0, 1, 2, 3])
def test_again_dice_are_exact_to_the_last_listed_total(again: int, rote: bool, dice: int) -> None:
    rule = FaceRule(8, frozenset(), again, rote)
    shares = one_die_again(rule, 5)
    expected = {0: Fraction(1)}
    for _ in range(dice):
        sums: dict[int, Fraction] = {}
        for (left, a), (right, b) in itertools.product(expected.items(), shares.items()):
            sums[left + right] = sums.get(left + right, Fraction(0)) + a * b
        expected = sums
    found = odds(rule, dice, difficulty=2, botch="none")
    listed = dict(found.distribution)
    assert found.open_ended
    assert all(listed[total] == share for total, share in expected.items() if total <= 4)
    assert sum(listed.values()) == 1
    assert found.success == 1 - expected.get(0, 0) - expected.get(1, 0)
    die = Fraction(3, 10 - (11 - again))
    assert found.mean == dice * (die + (Fraction(7, 10) * die if rote else 0))


@pytest.mark.parametrize(("rote", "success", "dramatic"), [(False, "1/10", "1/10"), (True, "9/50", "9/50")])
def test_a_chance_die_succeeds_on_a_10_and_fails_dramatically_on_a_1(rote: bool, success: str, dramatic: str) -> None:
    rule = FaceRule(10, frozenset(), 10, rote)
    found = odds(rule, 1, botch="chance")
    shares = one_die_again(rule, 5, chance=True)
    assert found.success == Fraction(success)
    assert found.botch == Fraction(dramatic)
    assert dict(found.distribution)[3] == shares[3]


def test_rote_without_again_is_exact() -> None:
    found = odds(FaceRule(8, frozenset(), None, True), 1, botch="none")
    assert dict(found.distribution) == {0: Fraction(49, 100), 1: Fraction(51, 100)}


@pytest.mark.parametrize(
    "rule",
    [FaceRule(8, frozenset(), 10, ones_cancel=True), FaceRule(8, again=7), FaceRule(rote=True, ones_cancel=True)],
)
def test_faces_that_cannot_be_summed_are_refused(rule: FaceRule) -> None:
    with pytest.raises(BadInput):
        odds(rule, 2)


@settings(max_examples=20, deadline=None)
@given(CLOSED, st.integers(0, 60), st.integers(0, 10))
def test_every_distribution_sums_to_one(rule: FaceRule, dice: int, difficulty: int) -> None:
    found: Odds = odds(rule, dice, difficulty=difficulty)
    assert sum(share for _, share in found.distribution) == 1
    assert found.at_least(difficulty) == found.success


def test_sixty_dice_are_quick_and_once_known_quicker() -> None:
    def ask(times: int) -> float:
        start = time.process_time()
        for _ in range(times):
            odds(FaceRule(6), 60)
        return (time.process_time() - start) / times

    def ask_anew() -> float:
        odds.cache_clear()
        return ask(1)

    # Goals are 1 ms and 5 us. The best of a few tries is free of what else the machine does.
    assert min(ask_anew() for _ in range(5)) < 0.02
    assert min(ask(200) for _ in range(5)) < 0.0001
