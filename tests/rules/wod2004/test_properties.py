"""What holds for every throw: odds against every way the dice can fall, contests, teamwork, tracks, defences."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ScriptedRoller
from rules.errors import DiceError
from rules.text import Text
from rules.wod2004.actions.contested import challenge
from rules.wod2004.actions.extended import roll_limit, stage_pools
from rules.wod2004.actions.instant import Quality, Result, roll_dice, roll_odds
from rules.wod2004.attack.cover import hit_cover
from rules.wod2004.defense import base_defense, defense_against
from rules.wod2004.health import bleed, mark_damage, minutes_to_heal, wound_penalty, wound_state
from rules.wod2004.pools import trait_pool
from rules.wounds import sort_track

AGAINS = st.sampled_from([8, 9, 10, 11])
TRACKS = st.text(alphabet="/X*", max_size=7).map(sort_track)
DAMAGE = st.sampled_from(["bashing", "lethal", "aggravated"])


class RanOut(Exception):
    """The faces given so far do not end the roll."""


class Faces(ScriptedRoller):
    def roll(self, count: int) -> tuple[int, ...]:
        try:
            return super().roll(count)
        except DiceError as error:
            raise RanOut(count - self.left) from error


def every_fall(pool: int, quality: Quality, longest: int) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """Chance of each number of successes, of a dramatic failure, and of the rolls that go on beyond `longest` dice."""
    shares: dict[int, Fraction] = defaultdict(Fraction)
    dramatic = beyond = Fraction(0)
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        share = Fraction(1, 10 ** len(faces))
        try:
            result = roll_dice(pool, Faces(faces), quality)
        except RanOut:
            if len(faces) < longest:
                waiting += [(*faces, face) for face in range(1, 11)]
            else:
                beyond += share
            continue
        shares[result.successes] += share
        dramatic += share * result.is_dramatic
    return shares, dramatic, beyond


@pytest.mark.parametrize(
    ("pool", "again", "rote", "longest"),
    [(1, 10, False, 5), (1, 9, True, 5), (1, 8, False, 5), (2, 8, False, 4), (2, 10, True, 4), (2, 11, True, 4),
     (0, 10, False, 5), (0, 10, True, 5), (0, 8, True, 5), (0, 11, False, 3), (0, 11, True, 3)],
)  # fmt: skip
def test_the_odds_are_those_of_every_way_the_dice_can_fall(pool: int, again: int, rote: bool, longest: int) -> None:
    shares, dramatic, beyond = every_fall(pool, Quality(again, rote), longest)
    odds = roll_odds(pool, Quality(again, rote))
    listed = dict(odds.distribution)
    for successes, share in shares.items():
        assert share <= listed[successes] <= share + beyond
    assert odds.botch == dramatic
    assert sum(listed.values()) == 1
    assert 1 - odds.success == listed[0] == shares[0]
    assert beyond or odds.mean == sum((total * share for total, share in shares.items()), Fraction(0))


@given(st.integers(-2, 9), AGAINS, st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_only_a_chance_roll_without_success_fails_dramatically(
    pool: int, again: int, rote: bool, random: Random
) -> None:
    result = _throw(pool, Quality(again, rote), random)
    assert result.chance == (pool <= 0)
    if result.is_dramatic:
        assert result.chance
        assert not result.successes
    target = 10 if result.chance else 8
    assert result.successes == sum(die.face >= target for die in result.dice)
    goes_on = (10 if result.chance else again) if again < 11 else 11
    rerolled = sum(die.origin == "again" for die in result.dice)
    assert rerolled == sum(die.face >= goes_on for die in result.dice)


def _throw(pool: int, quality: Quality, random: Random) -> Result:
    class Thrown:
        def roll(self, count: int) -> tuple[int, ...]:
            return tuple(random.randint(1, 10) for _ in range(count))

    return roll_dice(pool, Thrown(), quality)


@given(st.integers(0, 8), st.integers(0, 8), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_a_stored_defence_is_beaten_only_by_more(stored: int, pool: int, random: Random) -> None:
    result = _throw(pool, Quality(), random)
    assert (challenge(stored, result) == "loss") == (result.successes <= stored)
    assert (challenge(stored, result) == "exceptional_win") == (result.successes > stored and result.successes >= 5)


@given(st.integers(1, 5), st.integers(0, 5), st.lists(st.integers(0, 5), max_size=3), st.lists(st.integers(0, 5)))
@settings(max_examples=60, deadline=None)
def test_the_order_of_modifiers_is_no_matter_for_the_sum(
    attribute: int, skill: int, bonuses: list[int], penalties: list[int]
) -> None:
    pool = trait_pool(attribute, skill, "mental", bonuses, penalties, willpower=True, specialty=True)
    assert pool.total == attribute + skill + sum(bonuses) - sum(penalties) + 4 - 3 * (skill == 0)
    assert pool.dice == max(0, pool.total)


@given(TRACKS, st.lists(st.tuples(st.integers(0, 4), DAMAGE), max_size=4))
@settings(max_examples=80, deadline=None)
def test_each_point_makes_the_track_worse_by_one_wound_or_one_step(track: str, hits: list[tuple[int, str]]) -> None:
    for amount, damage in hits:
        for _ in range(amount):
            before, track = track, mark_damage(track, 7, 1, damage)
            assert track == sort_track(track)
            assert len(track) == min(7, len(before) + 1)
            assert wound_penalty(track, 7) <= wound_penalty(before, 7)
            assert track != before or before == "*" * 7
    assert (wound_state(track, 7) == "ok") == (len(track) < 7)


@given(TRACKS, st.integers(0, 10), st.integers(0, 10))
@settings(max_examples=40, deadline=None)
def test_minutes_of_dying_add_up(track: str, first: int, second: int) -> None:
    assert bleed(bleed(track, 7, first), 7, second) == bleed(track, 7, first + second)
    assert minutes_to_heal(track) <= minutes_to_heal(bleed(track, 7, first))


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 3), st.booleans(), st.integers(0, 8))
@settings(max_examples=60, deadline=None)
def test_defense_falls_by_one_a_blow_and_willpower_adds_two(
    dexterity: int, wits: int, armor: int, dodging: bool, before: int
) -> None:
    base = base_defense(dexterity, wits, armor=armor)
    whole = max(0, min(dexterity, wits) - armor) * (2 if dodging else 1)
    plain = defense_against(base, before, dodging=dodging).total
    assert plain == max(0, whole - before)
    assert defense_against(base, before, dodging=dodging, willpower=True).total == plain + 2
    assert defense_against(base, before, dodging=dodging, willpower=True, denied=Text("Bound.")).total == 0


@given(st.integers(0, 12), st.integers(0, 6), st.integers(0, 6))
def test_cover_takes_its_durability_before_armor_does(successes: int, durability: int, armor: int) -> None:
    cover = hit_cover(successes, durability, armor)
    assert cover.through == (successes > durability)
    assert cover.structure_damage == max(0, successes - durability)
    assert cover.new_pool == max(0, successes - durability - armor)


@given(st.integers(0, 9), st.integers(1, 5), st.integers(1, 5))
def test_every_roll_of_a_later_attempt_loses_the_same_dice(pool: int, rolls: int, attempt: int) -> None:
    assert stage_pools(pool, rolls, attempt) == [max(0, pool - attempt + 1)] * rolls


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 60), st.integers(1, 15))
def test_the_smaller_limit_holds(attribute: int, skill: int, time: int, interval: int) -> None:
    both = roll_limit(attribute, skill, time, interval)
    assert both == min(attribute + skill, time // interval)
