"""Crash, Break and Shift through the one way in."""

from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.battle import STORYTELLER
from rules.dice import ScriptedRoller
from rules.exalted3e import events as ev
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.options import Options
from rules.exalted3e.state.combatant import SELF, Combatant, Group
from rules.exalted3e.timing.initiative import Cause, award_break, change_initiative
from rules.exalted3e.timing.play import Play
from rules.text import Text
from tests.rules.exalted3e.builders import battle, fighter, found

Kind = Literal["own", "other", "attack"]
KINDS: tuple[Kind, ...] = ("own", "other", "attack")


def change(play: Play, id: str, delta: int, kind: Kind = "other", by: str = "", avenges: bool = False) -> None:
    change_initiative(play, id, delta, Cause(kind, Text("test"), "", by=by, avenges=avenges))


def table(*fighters: Combatant, faces: tuple[int, ...] = (), **changes: Any) -> Play:
    return Play(BATTLE, battle(*fighters, **changes), STORYTELLER, ScriptedRoller(faces))


def test_own_costs_into_crash_lose_another_five() -> None:
    play = table(fighter("ann", initiative=2))
    change(play, "ann", -2, "own")
    assert play.state.get("ann").initiative == -5
    assert play.state.get("ann").crashed_by == SELF
    assert [prompt.kind for prompt in play.state.pending] == ["award"]


def test_own_costs_while_crashed_cost_their_face_value() -> None:
    play = table(fighter("ann", initiative=-1))
    change(play, "ann", -2, "own")
    assert play.state.get("ann").initiative == -3


def test_an_attack_into_crash_gives_the_break_and_is_remembered() -> None:
    play = table(fighter("ann"), fighter("bob", "blue", initiative=3))
    change(play, "bob", -4, "attack", by="ann")
    assert (play.state.get("ann").initiative, play.state.get("bob").initiative) == (11, -1)
    assert play.state.get("bob").crashed_by == "ann"


def test_hitting_who_is_crashed_gives_no_break() -> None:
    play = table(fighter("ann"), fighter("bob", "blue", initiative=0))
    change(play, "bob", -4, "attack", by="ann")
    assert play.state.get("ann").initiative == 6


@pytest.mark.parametrize(("round", "gains"), [(2, False), (3, False), (4, True)])
def test_no_break_in_the_round_of_recovery_nor_the_next(round: int, gains: bool) -> None:
    play = table(fighter("ann"), fighter("bob", "blue", initiative=1, recovered_round=2), round=round)
    change(play, "bob", -1, "attack", by="ann")
    assert play.state.get("ann").initiative == (11 if gains else 6)


def test_a_rise_to_one_ends_crash() -> None:
    play = table(fighter("ann", initiative=-2, crash_turns=2, crashed_by="bob", no_hope=True), round=4)
    change(play, "ann", 3)
    ann = play.state.get("ann")
    assert (ann.crash_turns, ann.crashed_by, ann.recovered_round, ann.no_hope) == (0, None, 4, False)


def test_a_shift_goes_to_base_and_adds_join_battle_without_the_three() -> None:
    ann = fighter("ann", initiative=-15, crashed_by="bob", join_battle=2, turn_open=True)
    play = table(ann, fighter("bob", "blue", initiative=1), faces=(10, 1), current="ann")
    change(play, "bob", -1, "attack", by="ann", avenges=True)
    assert play.state.get("ann").initiative == 5
    assert play.state.get("ann").shift_lock == "bob"


def test_break_may_come_after_the_return_to_base_by_option() -> None:
    ann = fighter("ann", initiative=-15, crashed_by="bob", join_battle=0)
    options = Options(break_before_base=False, ask_beaten=False)
    play = table(ann, fighter("bob", "blue", initiative=1), options=options, current="ann")
    change(play, "bob", -1, "attack", by="ann", avenges=True)
    assert play.state.get("ann").initiative == 8


def test_a_battle_group_never_crashes() -> None:
    play = table(fighter("mob", group=Group(2), initiative=1))
    change(play, "mob", -5)
    assert not play.state.get("mob").is_crashed
    assert not found(play.events, ev.InitiativeChanged)[0].crashed


@given(
    start=st.integers(-10, 12),
    steps=st.lists(st.tuples(st.integers(-9, 9), st.sampled_from(KINDS)), max_size=12),
    round=st.integers(1, 3),
)
@settings(max_examples=60, deadline=None)
def test_crash_is_always_what_the_number_says(start: int, steps: list[tuple[int, Kind]], round: int) -> None:
    play = table(fighter("ann", initiative=start), fighter("bob", "blue"), round=round)
    for delta, kind in steps:
        before = play.state.get("ann")
        change(play, "ann", delta, kind, by="bob" if kind == "attack" else "")
        now = play.state.get("ann")
        extra = 5 if kind == "own" and (before.initiative or 0) >= 1 > (before.initiative or 0) + delta else 0
        assert now.initiative == (before.initiative or 0) + delta - extra
        assert now.is_crashed == ((now.initiative or 0) <= 0)
        if before.is_crashed and not now.is_crashed:
            assert now.recovered_round == round


def test_an_award_inside_the_window_is_blocked() -> None:
    play = table(fighter("ann"), fighter("bob", "blue", initiative=-5, recovered_round=1))
    assert not award_break(play, "ann", "bob")
    assert play.state.get("ann").initiative == 6
