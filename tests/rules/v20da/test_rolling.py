"""One roll: what each face counts for, botches, Willpower, degrees, and odds that agree with counting."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.v20da.actions.automatic import spend_willpower, suggests_automatic
from rules.v20da.actions.chances import chances
from rules.v20da.actions.rolling import Result, degree_of, roll_dice

FACES = st.lists(st.integers(1, 10), min_size=1, max_size=12)


def roll(faces: list[int], difficulty: int | None = 6, **how: Any) -> Result:
    roller = ScriptedRoller(faces)
    result = roll_dice(len(faces), difficulty, roller, **how)
    roller.finish()
    return result


@pytest.mark.parametrize(
    ("faces", "difficulty", "how", "net", "outcome"),
    [
        ([6, 7, 8, 9, 10, 1, 1], 6, {}, 3, "success"),
        ([2, 3, 8, 10, 10], 8, {}, 3, "success"),
        ([2, 3, 8, 10, 10], 8, {"specialty": True}, 5, "success"),
        ([10, 1], 6, {"specialty": True}, 1, "success"),
        ([6, 1], 6, {}, 0, "failure"),
        ([6, 1], 6, {"botch_mode": "net"}, 0, "botch"),
        ([6, 1, 1, 1], 6, {"botch_mode": "net"}, 0, "botch"),
        ([2, 3], 6, {"botch_mode": "net"}, 0, "failure"),
        ([1, 2], 6, {}, 0, "botch"),
        ([1, 1, 1], 6, {"willpower": True}, 1, "success"),
        ([1, 2], 6, {"willpower": True, "botch_mode": "net"}, 1, "success"),
        ([8, 9, 1], 6, {"willpower": True}, 2, "success"),
        ([10], 10, {}, 1, "success"),
        ([2, 1], 2, {}, 0, "failure"),
        ([5], None, {}, 0, "failure"),
    ],
)
def test_a_roll_counts_by_the_book(faces: list[int], difficulty: int, how: Any, net: int, outcome: str) -> None:
    result = roll(faces, difficulty, **how)
    assert (result.net, result.outcome) == (net, outcome)


def test_every_die_says_what_it_counted_for() -> None:
    result = roll([10, 7, 3, 1], specialty=True)
    assert [(die.face, die.worth, die.why) for die in result.dice] == [
        (10, 2, "double"), (7, 1, "hit"), (3, 0, "miss"), (1, -1, "cancels"),
    ]  # fmt: skip
    assert (result.rolled, result.ones, result.net, result.degree) == (3, 1, 2, "moderate")


@pytest.mark.parametrize("net", range(-1, 9))
def test_degrees_go_from_marginal_to_phenomenal(net: int) -> None:
    words = [None, "marginal", "moderate", "complete", "exceptional", "phenomenal"]
    assert degree_of(net) == words[min(5, max(0, net))]


@pytest.mark.parametrize(
    ("dice", "difficulty", "code", "rule"),
    [(0, 6, "no_dice", "V20-037"), (-3, 6, "no_dice", "V20-037"), (4, 1, "difficulty", "V20-026"),
     (4, 11, "difficulty", "V20-026")],
)  # fmt: skip
def test_a_refused_roll_throws_no_die(dice: int, difficulty: int, code: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        roll_dice(dice, difficulty, ScriptedRoller([]))
    assert (refusal.value.code, refusal.value.data["rule"]) == (code, rule)


def test_ten_thousand_dice_are_bad_input() -> None:
    with pytest.raises(BadInput):
        roll_dice(10_000, 6, ScriptedRoller([]))


@given(FACES, st.integers(2, 10), st.booleans(), st.booleans(), st.sampled_from(["rolled", "net"]))
@settings(max_examples=150, deadline=None)
def test_ones_cancel_and_the_floor_is_zero(
    faces: list[int], difficulty: int, specialty: bool, willpower: bool, mode: Any
) -> None:
    result = roll(faces, difficulty, specialty=specialty, willpower=willpower, botch_mode=mode)
    hits = sum((2 if face == 10 and specialty else 1) for face in faces if face >= difficulty)
    assert result.rolled == hits
    assert result.ones == faces.count(1)
    assert result.net == max(0, hits - faces.count(1)) + willpower
    assert (result.outcome == "success") == (result.net > 0)
    assert not (willpower and result.outcome != "success")


@pytest.mark.parametrize("difficulty", [2, 6, 9])
@pytest.mark.parametrize("specialty", [False, True])
@pytest.mark.parametrize("mode", ["rolled", "net"])
def test_odds_agree_with_counting_every_throw(difficulty: int, specialty: bool, mode: Any) -> None:
    counted: dict[int, int] = {}
    botches = 0
    for faces in product(range(1, 11), repeat=3):
        result = roll(list(faces), difficulty, specialty=specialty, botch_mode=mode)
        counted[result.net] = counted.get(result.net, 0) + 1
        botches += result.outcome == "botch"
    odds = chances(3, difficulty, specialty, botch_mode=mode)
    assert dict(odds.distribution) == {net: Fraction(ways, 1000) for net, ways in sorted(counted.items())}
    assert odds.botch == Fraction(botches, 1000)
    assert odds.success == 1 - Fraction(counted.get(0, 0), 1000)


def test_a_willpower_point_makes_success_certain() -> None:
    odds = chances(4, 8, willpower=True)
    assert odds.success == 1
    assert odds.botch == 0
    assert odds.distribution[0][0] == 1


@pytest.mark.parametrize(
    ("pool", "difficulty", "how", "granted"),
    [(6, 6, {}, True), (5, 6, {}, False), (9, 6, {"injury": True}, False), (9, 6, {"named_contest": True}, False),
     (9, 6, {"road": True}, False)],
)  # fmt: skip
def test_an_automatic_success_is_suggested_when_the_pool_reaches_the_difficulty(
    pool: int, difficulty: int, how: Any, granted: bool
) -> None:
    assert suggests_automatic(pool, difficulty, **how) is granted


def test_willpower_buys_one_success_a_turn() -> None:
    assert spend_willpower(3, "success").points == 2
    assert spend_willpower(3, "ignore_wounds", 1, -2) == spend_willpower(3, "ignore_wounds", 0, -5)
    with pytest.raises(IllegalMove):
        spend_willpower(3, "success", 1)
    with pytest.raises(IllegalMove):
        spend_willpower(0, "abort")
