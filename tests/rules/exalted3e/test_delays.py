"""A delayed turn begins when it is taken: until then everything goes on that lasts until it (3E-137, 3E-138)."""

from typing import Any

import pytest

from rules.battle import STORYTELLER
from rules.battle.events import PowerSwitched
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.defense import FLURRY, FULL_DEFENSE, compute_defense
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Clinch
from rules.powers import Active, Share
from tests.rules.exalted3e.builders import battle, fighter, found, play

OAK_SKIN = Active("oak-skin", "Oak Skin", (Share("Oak Skin", "defense", 1),), "turn")
LASTING: dict[str, dict[str, Any]] = {
    "onslaught (3E-137)": {"onslaught": 2},
    "Full Defense (3E-138, 3E-181)": {"timed": (FULL_DEFENSE,)},
    "a flurry's penalty (3E-138)": {"timed": (FLURRY,)},
    "Defend Other (3E-171)": {"ward": "cat"},
    "a rush (3E-215)": {"rush_target": "bob"},
    "a counterattack that is readied (3E-297)": {"counters": True},
    "a power until the next turn": {"active": (OAK_SKIN,)},
}


def come_up(**ann: Any) -> State:
    """Ann's turn has just come up on tick 9; Bob acts on tick 6."""
    state = battle(fighter("cat", initiative=12), fighter("ann", initiative=9, **ann), fighter("bob", "blue"),
                   turn="cat", due=("cat",))  # fmt: skip
    state, _ = play(state, mv.EndTurn("cat"))
    assert state.current == "ann"
    return state


@pytest.mark.parametrize("lasting", LASTING.values(), ids=LASTING)
def test_what_lasts_until_the_turn_lasts_until_the_delayed_turn_is_taken(lasting: dict[str, Any]) -> None:
    delayed, _ = play(come_up(**lasting), mv.Delay("ann", 5))
    assert {key: getattr(delayed.get("ann"), key) for key in lasting} == lasting
    taken, _ = play(delayed, mv.EndTurn("bob"))
    fresh = fighter("ann")
    assert taken.current == "ann"
    assert {key: getattr(taken.get("ann"), key) for key in lasting} == {key: getattr(fresh, key) for key in lasting}


@pytest.mark.parametrize("lasting", LASTING.values(), ids=LASTING)
def test_it_ends_as_a_turn_begins_that_is_not_delayed(lasting: dict[str, Any]) -> None:
    ann, fresh = come_up(**lasting).get("ann"), fighter("ann")
    assert {key: getattr(ann, key) for key in lasting} == {key: getattr(fresh, key) for key in lasting}


def test_attacks_on_who_delays_wear_down_the_same_defense() -> None:
    state, _ = play(come_up(onslaught=1), mv.Delay("ann", 5))
    state, _ = play(state, mv.Attack("bob", "ann", "withering"), [1] * 8)
    assert state.get("ann").onslaught == 2
    assert compute_defense(state.get("ann")).defense == 0


def test_a_turn_that_is_over_leaves_nothing_to_come_back() -> None:
    state, _ = play(come_up(onslaught=2), mv.EndTurn("ann"))
    state, _ = play(state, mv.EndTurn("bob"))
    state, _ = play(state, mv.EndTurn("cat"))
    state, _ = play(state, mv.Delay("ann", 1))
    assert (state.round, state.get("ann").onslaught) == (2, 0)


def test_the_log_says_which_power_goes_on_and_when_it_is_over() -> None:
    state, events = play(come_up(active=(OAK_SKIN,)), mv.Delay("ann", 5))
    told = BATTLE.view_event(found(events, ev.TurnDelayed)[0], STORYTELLER)
    assert told is not None
    assert told["line"] == "Ann delays to tick 5. Oak Skin lasts until then."
    _, events = play(state, mv.EndTurn("bob"))
    assert [event.is_over for event in found(events, PowerSwitched)] == [True]


@pytest.mark.parametrize(("before", "counted"), [(-1, 1), (1, 0)], ids=["in Crash before", "Crashed by the delay"])
def test_a_delayed_turn_in_crash_counts_unless_the_delay_was_the_crash(before: int, counted: int) -> None:
    bob = fighter("bob", "blue", initiative=-20)
    state = battle(fighter("cat", initiative=12), fighter("ann", initiative=before), bob, turn="cat", due=("cat",))
    for move in (mv.EndTurn("cat"), mv.Delay("ann", -10), mv.EndTurn("ann")):
        state, _ = play(state, move)
    assert state.get("ann").crash_turns == counted


def test_who_was_restrained_loses_the_delayed_turn() -> None:
    ann = fighter("ann", initiative=9, is_delaying=True, delay_tick=5, delayed_at=9, turn_begun=True)
    state = battle(ann, fighter("bob", "blue", clinch=Clinch("ann", True, 3)), turn="bob", tick=6)
    state, _ = play(state, mv.Restrain("bob"))
    state, _ = play(state, mv.EndTurn("bob"))
    assert (state.round, state.get("ann").skips) == (2, False)
