"""Dice: rollers and what faces count for."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import MAX_DICE, Die, FaceRule, RecordingRoller, ScriptedRoller, SystemRoller, throw
from rules.errors import BadInput, DiceError

FACES = st.integers(1, 10)


def test_the_system_roller_gives_each_face_from_1_to_10_as_often() -> None:
    roller = SystemRoller()
    fallen = [face for _ in range(50) for face in roller.roll(200)]
    assert len(fallen) == 50 * 200
    counted = Counter(fallen)
    assert set(counted) == set(range(1, 11))
    assert all(800 < count < 1200 for count in counted.values())  # 30 each way is usual, 200 is never


def test_the_system_roller_asks_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "_urandom", bytes)
    assert SystemRoller().roll(5) == (1, 1, 1, 1, 1)


def test_a_script_is_used_from_left_to_right() -> None:
    roller = ScriptedRoller([1, 2, 3])
    assert roller.roll(2) == (1, 2)
    assert roller.left == 1
    assert roller.roll(1) == (3,)
    roller.finish()


def test_running_out_of_faces_is_an_error() -> None:
    with pytest.raises(DiceError) as caught:
        ScriptedRoller([5]).roll(2)
    assert caught.value.code == "dice_ran_out"


def test_faces_left_over_are_an_error() -> None:
    with pytest.raises(DiceError) as caught:
        ScriptedRoller([5]).finish()
    assert caught.value.code == "dice_left"


@pytest.mark.parametrize("face", [0, 11, -1, True, "7", 7.0])
def test_what_no_die_shows_is_refused(face: object) -> None:
    with pytest.raises(BadInput):
        ScriptedRoller([face])  # type: ignore[list-item]


@pytest.mark.parametrize("count", [-1, MAX_DICE + 1, 10_000])
def test_no_roll_has_so_many_dice(count: int) -> None:
    with pytest.raises(BadInput):
        SystemRoller().roll(count)


def test_a_recording_keeps_every_face() -> None:
    roller = RecordingRoller(ScriptedRoller([4, 5, 6]))
    roller.roll(1)
    roller.roll(2)
    assert roller.faces == [4, 5, 6]


@pytest.mark.parametrize(
    ("rule", "face", "worth", "why"),
    [
        (FaceRule(), 10, 2, "double"),
        (FaceRule(), 7, 1, "hit"),
        (FaceRule(), 6, 0, "miss"),
        (FaceRule(), 1, 0, "one"),
        (FaceRule(7, frozenset()), 10, 1, "hit"),
        (FaceRule(ones_cancel=True), 1, -1, "cancels"),
    ],
)
def test_a_face_counts_as_the_rule_says(rule: FaceRule, face: int, worth: int, why: str) -> None:
    assert rule.judge(face) == Die(face, worth, why)


def test_again_faces_are_rolled_in_waves() -> None:
    dice = throw(FaceRule(8, frozenset(), again=10), 2, ScriptedRoller([10, 10, 10, 3, 8]))
    assert [(die.face, die.origin) for die in dice] == [
        (10, "pool"),
        (10, "pool"),
        (10, "again"),
        (3, "again"),
        (8, "again"),
    ]


def test_rote_throws_each_failed_die_once_more() -> None:
    dice = throw(FaceRule(8, frozenset(), rote=True), 3, ScriptedRoller([8, 3, 4, 9, 1]))
    assert [(die.face, die.origin) for die in dice[3:]] == [(9, "rote"), (1, "rote")]


@settings(max_examples=50)
@given(st.lists(FACES, max_size=20))
def test_a_throw_keeps_every_die_in_the_order_it_fell(faces: list[int]) -> None:
    dice = throw(FaceRule(), len(faces), ScriptedRoller(faces))
    assert [die.face for die in dice] == faces
