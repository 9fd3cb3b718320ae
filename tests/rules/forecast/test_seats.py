"""Seats that play themselves: by the tactics of the forecasts, and by nothing that the seat does not know."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rules import get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.battle.moves import AddCombatant, StartBattle
from rules.dice import ScriptedRoller, SeededRoller
from rules.errors import BadInput
from rules.forecast.law import make_fight
from rules.forecast.seats import (
    USUAL,
    Call,
    find_tactic,
    imagine_for,
    is_decided,
    list_calls,
    list_moves,
    list_tactics,
    seat_of,
)
from rules.forecast.tactics import TACTICS
from rules.system import System

pytestmark = pytest.mark.walk

GAMES = ("exalted2e", "exalted3e", "v20da", "wod2004")
MOST = 600


def begin(system: System, seed: int) -> tuple[Any, random.Random]:
    """A fight of random people that has just begun."""
    rng = random.Random(seed)
    state, _ = make_fight(system, rng)
    events = system.battle.decide(state, STORYTELLER, StartBattle(), SeededRoller(seed))
    return fold(system.battle.apply, state, events), rng


def play(system: System, state: Any, call: Call, key: str, roller: SeededRoller) -> Any:
    """The state after the first move of a call, which must not be refused."""
    made = next(iter(list_moves(system, state, call, find_tactic(system, key))))
    seat = seat_of(state, call.actor)
    return fold(system.battle.apply, state, system.battle.decide(state, seat, system.battle.moves.decode(made), roller))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [4])
def test_a_whole_fight_plays_itself_and_the_rules_refuse_no_move(game: str, seed: int) -> None:
    system = get_system(game)
    state, rng = begin(system, seed)
    roller = SeededRoller(seed)
    for _ in range(MOST):
        calls = list(list_calls(system.battle, state))
        if is_decided(system.battle, state) and not any(call.prompt for call in calls):
            return
        state = play(system, state, calls[0], rng.choice([*list_tactics(system)]), roller)
    pytest.fail(f"the fight is not decided after {MOST} moves")


def forget(system: System, state: Any, actor: str) -> Any:
    """The same fight to the eyes of one combatant: those whom it cannot see are gone, and of the others all that is
    theirs to know is that of somebody else.
    """
    forecaster, strangers = system.get_forecaster(), [*system.sheets.archetypes]
    own = state.get(actor).character
    seen = {
        one["id"] for one in system.battle.view(state, Seat(characters=frozenset([own] if own else ())))["combatants"]
    }
    there = []
    for place, one in enumerate(state.combatants):
        if one.id == actor:
            there.append(one)
        elif one.id in seen:
            extra = system.sheets.is_extra(system.battle.sheet_of(one))
            sheet = system.sheets.blank(strangers[place % len(strangers)])
            if extra:
                sheet = system.sheets.as_extra(system.sheets.parse(sheet))
            made = system.battle.make_combatant(state, AddCombatant(one.id, one.name, one.side, one.character, sheet))
            there.append(replace(made, **{name: getattr(one, name) for name in forecaster.shown}))
    return replace(state, combatants=tuple(there))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_does_depends_on_nothing_that_it_cannot_see(game: str) -> None:
    system, compared = get_system(game), 0
    for seed in range(3):
        state, rng = begin(system, seed)
        roller = SeededRoller(seed)
        for _ in range(24):
            calls = list(list_calls(system.battle, state))
            if is_decided(system.battle, state):
                break
            call = calls[0]
            if call.actor and not call.prompt:
                for key in list_tactics(system):
                    tactic = find_tactic(system, key)
                    known = next(iter(list_moves(system, state, call, tactic)))
                    other = system.get_forecaster().act(
                        guessed := imagine_for(system, forget(system, state, call.actor), call.actor),
                        guessed.get(call.actor),
                        tactic,
                    )
                    assert system.battle.moves.encode(other) == known
                    compared += 1
            state = play(system, state, call, rng.choice([*list_tactics(system)]), roller)
    assert compared > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_foe_is_attacked_by_nobody_who_cannot_see_it(game: str) -> None:
    system = get_system(game)
    state = system.battle.start(system.options())
    sheet = system.sheets.blank(next(iter(system.sheets.archetypes)))
    for id, side, hidden in (("a", "red", False), ("b", "blue", True), ("c", "blue", False)):
        move = AddCombatant(id, id.title(), side, None, sheet, hidden=hidden)
        state = fold(system.battle.apply, state, system.battle.decide(state, STORYTELLER, move, ScriptedRoller(())))
    state = fold(system.battle.apply, state, system.battle.decide(state, STORYTELLER, StartBattle(), SeededRoller(3)))
    known = imagine_for(system, state, "a")
    assert [one.id for one in known.combatants] == ["a", "c"]
    assert [one.id for one in imagine_for(system, state, "b").combatants] == ["a", "b", "c"]
    for tactic in list_tactics(system).values():
        assert "b" not in next(iter(list_moves(system, state, Call("a"), tactic))).values()


def test_a_player_s_character_acts_with_the_rights_of_its_own_seat() -> None:
    system = get_system("wod2004")
    state = system.battle.start(system.options())
    sheet = system.sheets.blank("soldier")
    move = AddCombatant("a", "Ada", "red", "7", sheet)
    state = fold(system.battle.apply, state, system.battle.decide(state, STORYTELLER, move, ScriptedRoller(())))
    assert seat_of(state, "a") == Seat(characters=frozenset({"7"}))
    assert seat_of(state, "") == STORYTELLER


def test_a_fight_that_has_not_begun_waits_for_nobody() -> None:
    system = get_system("wod2004")
    assert not list(list_calls(system.battle, system.battle.start(system.options())))


def test_no_tactic_is_the_first_one_and_an_unknown_one_is_refused() -> None:
    system = get_system("v20da")
    assert find_tactic(system, "") is TACTICS["weakest"]
    with pytest.raises(BadInput):
        find_tactic(system, "flurry")


def test_a_game_without_forecasts_makes_its_first_usual_move() -> None:
    system = replace(get_system("wod2004"), forecaster=None)
    assert list_tactics(system) == {"usual": USUAL}
    state, _ = begin(get_system("wod2004"), 2)
    call = next(list_calls(system.battle, state))
    made = [*list_moves(system, state, call, USUAL)]
    offers = system.battle.offer(state, seat_of(state, call.actor)).acts[call.actor]
    first = next(offer for offer in offers if offer.group == "act" and not offer.reason and offer.rank == "usual")
    assert [one["kind"] for one in made] == [first.move, "EndTurn"]
