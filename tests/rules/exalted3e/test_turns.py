"""Rounds and ticks, ties, delays, movement, flurries in the live battle."""

from dataclasses import replace

import pytest

from rules.battle import Move, Seat
from rules.battle.events import Overridden
from rules.battle.moves import AddCombatant, EndBattle, Override, StartBattle
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.state.board import State
from tests.rules.exalted3e.builders import ALL_ASKED, BATTLE, QUIET, battle, blank, fighter, found, play


def code(state: State, move: Move, seat: Seat | None = None) -> str:
    with pytest.raises((IllegalMove, BadInput)) as refused:
        play(state, move, seat=seat or Seat(storyteller=True))
    return refused.value.code


def test_join_battle_is_rolled_for_all_and_the_highest_acts() -> None:
    state = BATTLE.start(QUIET)
    for id, side in (("ann", "red"), ("bob", "blue")):
        state, _ = play(state, AddCombatant(id, id, side, None, blank("mortal")))
    state, _ = play(state, StartBattle(), [7, 1, 1, 1, 10, 7, 1, 1])
    assert [c.initiative for c in state.combatants] == [4, 6]
    assert (state.round, state.tick, state.current) == (1, 6, "bob")


def test_a_late_joiner_rolls_at_once_and_acts_in_the_same_round() -> None:
    state = battle(fighter("ann"), turn="ann", tick=6)
    late = AddCombatant("late", "Late", "blue", "7", blank("mortal"), npc=True)
    state, _ = play(state, late, [10, 10, 10, 1])
    assert not state.get("late").is_played
    assert state.get("late").initiative == 9
    state, _ = play(state, mv.EndTurn("ann"))
    assert (state.round, state.tick, state.current) == (1, 5, "late")


def test_tied_players_are_asked_and_both_eager_ones_roll() -> None:
    ann, bob = fighter("ann", character="ann"), fighter("bob", "blue", character="bob")
    state = battle(ann, bob, fighter("cid", initiative=9), turn="cid", options=ALL_ASKED)
    state, _ = play(state, mv.EndTurn("cid"))
    assert [prompt.kind for prompt in state.pending] == ["tie", "tie"]
    for prompt, faces in zip(state.pending, ((), (4, 4, 2, 9)), strict=True):
        state, events = play(state, mv.AnswerTie(prompt.id, True), faces)
    assert state.current == "bob"
    assert state.due == ("bob", "ann")
    assert len(found(events, ev.TieBroken)[0].dice) == 4


@pytest.mark.parametrize(
    ("players", "asked"),
    [((), []), (("ann",), ["ann", "bob"]), (("ann", "eli"), ["ann", "bob", "eli"])],
    ids=["nobody else", "one player", "two players"],
)
def test_a_storyteller_who_is_asked_is_asked_once_for_all_that_she_plays_on_a_tick(
    players: tuple[str, ...], asked: list[str]
) -> None:
    mine = (fighter("bob", "blue"), fighter("dee", "blue", character="dee", npc=True))
    there = (*(fighter(id, character=id) for id in players), *mine, fighter("cid", initiative=9))
    state = battle(*there, turn="cid", options=ALL_ASKED)
    state, _ = play(state, mv.EndTurn("cid"))
    assert sorted(prompt.who for prompt in state.pending) == asked


def test_who_yields_lets_the_other_go_first_without_a_roll() -> None:
    ann, bob = fighter("ann", character="ann"), fighter("bob", "blue", character="bob")
    state = battle(ann, bob, fighter("cid", initiative=9), turn="cid", options=ALL_ASKED)
    state, _ = play(state, mv.EndTurn("cid"))
    first, second = state.pending
    state, _ = play(state, mv.AnswerTie(first.id, False))
    state, _ = play(state, mv.AnswerTie(second.id, True))
    assert state.current == "bob"


def test_nobody_acts_out_of_turn_or_twice() -> None:
    state = battle(fighter("ann"), fighter("bob", "blue", initiative=3), turn="ann")
    assert code(state, mv.FullDefense("bob")) == "not_own_turn"
    state, _ = play(state, mv.Miscellaneous("ann"))
    assert code(state, mv.FullDefense("ann")) == "action_already_used"


def test_a_delay_costs_two_and_comes_on_its_tick() -> None:
    state = battle(fighter("ann", initiative=9), fighter("bob", "blue"), turn="ann", tick=9)
    state, _ = play(state, mv.Delay("ann", 5))
    assert (state.get("ann").initiative, state.current) == (7, "bob")
    state, _ = play(state, mv.EndTurn("bob"))
    assert (state.tick, state.current) == (5, "ann")


def test_an_open_delay_may_join_the_running_tick_and_holds_up_the_round() -> None:
    state = battle(fighter("ann", initiative=9), fighter("bob", "blue"), turn="ann", tick=9)
    state, _ = play(state, mv.Delay("ann"))
    joined, _ = play(state, mv.TakeDelayedTurn("ann"))
    assert joined.due == ("bob", "ann")
    waited, _ = play(state, mv.EndTurn("bob"))
    assert (waited.round, waited.current) == (1, "ann")


def test_a_delay_to_a_passed_tick_is_refused() -> None:
    state = battle(fighter("ann", initiative=9), fighter("bob", "blue"), turn="ann", tick=9)
    assert code(state, mv.Delay("ann", 9)) == "delay_not_later"


def test_three_turns_in_crash_return_to_base() -> None:
    state = battle(fighter("ann", initiative=-4, crash_turns=3), fighter("bob", "blue"), turn="bob", tick=6)
    state, events = play(state, mv.EndTurn("bob"))
    assert found(events, ev.CrashReset)
    assert (state.get("ann").initiative, state.get("ann").recovered_round) == (3, 1)


def test_motes_come_back_at_the_end_of_the_round_peripheral_first() -> None:
    hero = fighter("ann", personal=1, personal_max=10, peripheral=7, peripheral_max=10)
    state, _ = play(battle(hero, turn="ann", tick=6), mv.EndTurn("ann"))
    assert (state.get("ann").peripheral, state.get("ann").personal, state.round) == (10, 3, 2)


def test_a_flurry_is_declared_and_then_holds_its_two_actions() -> None:
    state = battle(fighter("ann", position=3, influence=5), fighter("bob", "blue"), turn="ann")
    state, _ = play(state, mv.DeclareFlurry("ann", "full_defense", "social"))
    assert code(state, mv.Miscellaneous("ann")) == "not_in_flurry"
    state, _ = play(state, mv.FullDefense("ann"))
    state, events = play(state, mv.Influence("ann", "bob", stunt=1), [7, 7, 1, 1])
    assert found(events, ev.ContestRolled)[0].pool.total == 4
    assert code(state, mv.Influence("ann", "bob")) == "action_already_used"


@pytest.mark.parametrize(
    ("first", "second", "refusal"),
    [
        ("attack", "attack", "flurry_same_action"),
        ("aim", "attack", "flurry_no_aim"),
        ("full_defense", "attack", "flurry_full_defense_social_only"),
        ("rush", "disengage", "one_movement_action"),
    ],
)
def test_a_flurry_that_the_book_forbids_is_refused(first: str, second: str, refusal: str) -> None:
    state = battle(fighter("ann"), fighter("bob", "blue"), turn="ann")
    assert code(state, mv.DeclareFlurry("ann", first, second)) == refusal


def test_an_embattled_fighter_must_disengage() -> None:
    state = battle(fighter("ann"), fighter("bob", "blue"), turn="ann")
    assert code(state, mv.MoveBand("ann", "@up")) == "must_disengage"
    state, _ = play(state, mv.Disengage("ann", "@down"), [7, 7, 7, 1, 1, 7, 1, 1, 1, 1])
    assert (state.get("ann").position, state.get("ann").initiative) == (-1, 4)


def test_a_rusher_keeps_pace_once() -> None:
    state = battle(fighter("ann", rush_target="bob"), fighter("bob", "blue", position=1), turn="bob")
    state, _ = play(state, mv.MoveBand("bob", "@up"))
    assert (state.get("ann").position, state.get("bob").position) == (1, 2)
    assert state.get("ann").rush_target is None


def test_an_aim_is_wasted_behind_full_cover() -> None:
    archer = fighter("ann", weapon="bow", aim_target="bob", aim_count=1, has_aimed=True)
    state, events = play(battle(archer, fighter("bob", "blue", position=1)), mv.SetCover("bob", "full"))
    assert found(events, ev.AimWasted)
    assert state.get("ann").aim_target is None


def test_a_shift_out_of_turn_asks_whether_to_act_at_once() -> None:
    ann = fighter("ann", initiative=-1, crashed_by="bob", join_battle=0)
    state = battle(ann, fighter("bob", "blue", initiative=1), fighter("cat", "blue"), turn="cat")
    move = mv.Attack("ann", "bob", "withering", magic="reflexive")
    state, _ = play(state, move, [7, 7, 7, 7, 1, 2, 3, 4, 7, 1, 1, 1, 1, 1, 1, 1])
    prompt = state.pending[-1]
    assert (prompt.kind, prompt.who) == ("shift", "ann")
    state, _ = play(state, mv.AnswerShift(prompt.id, True))
    assert (state.current, state.stack, state.get("ann").shift_lock) == ("ann", ("cat",), "bob")
    state, _ = play(state, mv.EndTurn("ann"))
    assert (state.current, state.get("ann").acted) == ("cat", True)


def test_the_turn_of_a_shift_does_not_name_a_target_in_hiding() -> None:
    ann = fighter("ann", initiative=-1, crashed_by="bob", join_battle=0)
    bob = fighter("bob", "blue", initiative=1)
    state = battle(ann, bob, fighter("cat", "blue"), turn="cat")
    move = mv.Attack("ann", "bob", "withering", magic="reflexive")
    state, _ = play(state, move, [7, 7, 7, 7, 1, 2, 3, 4, 7, 1, 1, 1, 1, 1, 1, 1])
    prompt = state.pending[-1]
    _, events = play(state.change("bob", hidden=True, character=None), mv.AnswerShift(prompt.id, True))
    (turn,) = found(events, ev.TurnRefreshed)
    assert turn.audience == ()


def test_who_shifts_back_within_its_own_turn_has_only_that_turn() -> None:
    ann = fighter("ann", initiative=-1, crashed_by="bob", join_battle=0)
    bob = fighter("bob", "blue", initiative=1, join_battle=0)
    state = battle(ann, bob, turn="bob", due=("bob",))
    hit = [7, 7, 7, 7, 1, 2, 3, 4]
    state, _ = play(state, mv.Attack("ann", "bob", "withering", magic="reflexive"), [*hit, 7, 1, 1, 1, 1, 1, 1, 1])
    state, _ = play(state, mv.AnswerShift(state.pending[-1].id, True))
    assert (state.current, state.stack) == ("ann", ("bob",))
    state, _ = play(state, mv.Attack("bob", "ann", "withering", magic="reflexive"), [*hit, *[7] * 8])
    state, _ = play(state, mv.AnswerShift(state.pending[-1].id, True))
    assert (state.current, state.stack) == ("bob", ("ann",))
    state, _ = play(state, mv.EndTurn("bob"))
    assert (state.current, state.stack) == ("ann", ())
    state, _ = play(state, mv.EndTurn("ann"))
    assert state.round == 2


def test_the_break_of_a_self_crash_is_awarded_by_the_storyteller() -> None:
    state = battle(fighter("ann", initiative=1), fighter("bob", "blue"), turn="ann")
    state, _ = play(state, mv.FullDefense("ann"))
    prompt = state.pending[0]
    assert code(state, mv.AwardBreak(prompt.id, "bob"), Seat(characters=frozenset({"bob"}))) == "no_such_prompt"
    state, _ = play(state, mv.AwardBreak(prompt.id, "bob"))
    assert (state.get("ann").initiative, state.get("bob").initiative) == (-5, 11)


def test_poison_takes_initiative_first_and_health_in_crash() -> None:
    state = battle(fighter("ann", initiative=2), fighter("bob", "blue"), turn="ann")
    state, _ = play(state, mv.InflictHarm("ann", "poison", 2, "lethal", by="bob"), [10, 7])
    assert state.get("ann").initiative == -1
    assert state.pending[0].kind == "award"
    state, _ = play(state, mv.InflictHarm("ann", "poison", 2, "lethal"), [10, 7])
    assert state.get("ann").health.lethal == 2


def test_an_override_out_of_bounds_is_refused_and_any_other_is_logged_with_its_reason() -> None:
    state = battle(fighter("ann"), turn="ann")
    assert code(state, Override("ann", "lethal", 99, "the bridge fell")) == "out_of_range"
    state, events = play(state, Override("ann", "lethal", 7, "the bridge fell"))
    told = found(events, Overridden)[0]
    assert (told.was, told.now, told.reason) == (0, 7, "the bridge fell")
    assert state.get("ann").out == "incapacitated"
    state, _ = play(state, Override("ann", "lethal", 3, "a miracle"))
    assert state.get("ann").is_in_play


def test_the_battle_keeps_its_settings_and_takes_its_harm_home() -> None:
    state = battle(fighter("ann", character="ann", willpower=4), turn="ann")
    state, _ = play(state, Override("ann", "bashing", 2, ""))
    state, _ = play(state, EndBattle())
    assert BATTLE.outcome(state) == {"ann": {"willpower.current": 4, "health.marks": "bb"}}
    assert code(state, mv.EndTurn("ann")) == "battle_over"


def test_hostile_ids_are_refused() -> None:
    state = replace(BATTLE.start(QUIET))
    assert code(state, AddCombatant("a b", "A", "red", None, blank("mortal"))) == "bad_id"
    assert code(state, AddCombatant("a", "", "red", None, blank("mortal"))) == "empty"
    assert code(state, AddCombatant("a", "A", "red", None, {"archetype": "dragon"})) == "unknown_value"
