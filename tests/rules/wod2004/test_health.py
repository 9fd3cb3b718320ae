"""Health: marking, upgrading, dying and healing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.wod2004.health import (
    bleed,
    heal,
    mark_damage,
    minutes_to_heal,
    wound_penalty,
    wound_state,
)
from rules.wounds import STROKES, rank, sort_track

TRACKS = st.text(STROKES, max_size=7).map(sort_track)
DAMAGE = st.sampled_from(["bashing", "lethal", "aggravated"])


def weight(track: str) -> int:
    return sum(rank(mark) + 1 for mark in track)


@given(TRACKS, st.integers(0, 12), DAMAGE)
@settings(max_examples=150, deadline=None)
def test_damage_never_makes_a_track_lighter(track: str, amount: int, damage: str) -> None:
    after = mark_damage(track, 7, amount, damage)
    assert after == sort_track(after)
    assert len(after) == min(7, len(track) + amount)
    assert weight(after) >= min(weight(track) + amount, 21)
    if len(track) + amount <= 7:
        assert weight(after) == weight(track) + amount * {"bashing": 1, "lethal": 2, "aggravated": 3}[damage]


@given(TRACKS, st.integers(0, 50_000))
@settings(max_examples=100, deadline=None)
def test_healing_takes_the_lightest_first_and_comes_to_an_end(track: str, minutes: int) -> None:
    after = heal(track, minutes)
    assert track.startswith(after)
    assert heal(track, minutes_to_heal(track)) == ""
    assert minutes_to_heal(track) - minutes_to_heal(after) <= minutes


@given(TRACKS, st.integers(0, 9))
@settings(max_examples=100, deadline=None)
def test_only_the_dying_get_worse(track: str, minutes: int) -> None:
    after = bleed(track, 7, minutes)
    assert len(after) == len(track)
    if wound_state(track, 7) != "dying":
        assert after == track
    else:
        assert after.count("*") == min(7, track.count("*") + minutes)


@pytest.mark.parametrize(
    ("track", "penalty", "state"),
    [
        ("", 0, "ok"),
        ("XX//", 0, "ok"),
        ("XX///", -1, "ok"),
        ("XX////", -2, "ok"),
        ("XX/////", -3, "check_stamina"),
        ("XXXXXXX", -3, "dying"),
        ("*******", -3, "dead"),
    ],
)
def test_the_right_most_box_tells_penalty_and_state(track: str, penalty: int, state: str) -> None:
    assert (wound_penalty(track, 7), wound_state(track, 7)) == (penalty, state)
