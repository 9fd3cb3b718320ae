"""A turn ends by itself where nothing is left to do in it, and never before."""

from dataclasses import replace
from typing import Any

from rules.battle import Offer, Seat
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.state.board import State
from tests.rules.exalted3e.builders import BATTLE, BOW, QUIET, battle, fighter, found, play

TABLE = replace(QUIET, turns_end_themselves=True)
ANN = Seat(characters=frozenset({"ann"}))
MISS = [1, 1, 1, 1, 1, 1, 1, 1]


def duel(bands: int = 0, options: object = TABLE, **changes: Any) -> State:
    """Ann's turn, with Bob so many bands away."""
    ann = fighter("ann", character="ann", **changes)
    return battle(ann, fighter("bob", "blue", position=bands, initiative=3), turn="ann", options=options)  # type: ignore[arg-type]


def acts(state: State) -> list[Offer]:
    return [one for one in BATTLE.legal_moves(state, ANN) if one.group == "act" and not one.reason]


def test_the_turn_of_somebody_embattled_ends_with_the_attack() -> None:
    state, events = play(duel(), mv.Attack("ann", "bob", "withering"), MISS)
    assert found(events, ev.TurnEnded)
    assert state.current == "bob"
    told = [view["line"] for event in events if (view := BATTLE.view_event(event, ANN))]
    assert told[-1] == "Bob acts."
    assert "Ann ends the turn." not in told


def test_the_storytellers_own_need_no_end_either() -> None:
    state, _ = play(duel(), mv.Miscellaneous("ann"))
    state, _ = play(state, mv.Miscellaneous("bob"))
    assert (state.round, state.current) == (2, "ann")


def test_a_move_that_is_left_keeps_the_turn_open_and_its_end_comes_first() -> None:
    state, _ = play(duel(bands=1), mv.Miscellaneous("ann"))
    assert state.current == "ann"
    assert [offer.move for offer in acts(state)] == ["EndTurn", "MoveBand"]
    state, _ = play(state, mv.MoveBand("ann", "bob"))
    assert state.current == "bob"


def test_who_moved_first_may_still_act_and_then_the_turn_is_over() -> None:
    state, _ = play(duel(bands=1), mv.MoveBand("ann", "bob"))
    assert state.current == "ann"
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), MISS)
    assert state.current == "bob"


def test_an_attack_may_say_that_the_turn_ends_with_it() -> None:
    shot = duel(bands=1, weapon="bow", arms=(BOW,))
    state, _ = play(shot, mv.Attack("ann", "bob", "withering"), [1] * 10)
    assert state.current == "ann"
    state, _ = play(shot, mv.Attack("ann", "bob", "withering", then_end=True), [1] * 10)
    assert state.current == "bob"
    quiet, _ = play(replace(shot, options=QUIET), mv.Attack("ann", "bob", "withering", then_end=True), [1] * 10)
    assert quiet.current == "bob"


def test_the_end_of_the_turn_is_asked_for_only_where_a_move_is_left() -> None:
    def asks(state: State) -> bool:
        attack = next(one for one in BATTLE.legal_moves(state, ANN) if one.move == "Attack" and not one.reason)
        return "then_end" in [field.name for field in attack.fields]

    assert asks(duel(bands=1, weapon="bow", arms=(BOW,)))
    assert not asks(duel())


def test_the_rest_of_a_flurry_keeps_the_turn_open() -> None:
    state, _ = play(duel(), mv.DeclareFlurry("ann", "attack", "misc"))
    state, _ = play(state, mv.Attack("ann", "bob", "withering", then_end=True), [1] * 5)
    assert state.current == "ann"
    state, _ = play(state, mv.Miscellaneous("ann"))
    assert state.current == "bob"


def test_a_weapon_that_is_drawn_without_an_action_keeps_the_turn_open() -> None:
    state, _ = play(duel(quick_draw=True), mv.Miscellaneous("ann"))
    assert state.current == "ann"


def test_a_turn_with_a_question_open_does_not_end() -> None:
    options = replace(TABLE, ask_contest=True)
    state = duel(options=options)
    state, _ = play(state.change("bob", character="bob"), mv.Disengage("ann", "@down"))
    assert (state.current, [prompt.kind for prompt in state.pending]) == ("ann", ["contest"])
    state, _ = play(state, mv.AnswerContest(state.pending[0].id, False))
    assert state.current == "bob"


def test_no_round_follows_once_nobody_resists() -> None:
    state = duel().change("bob", out="defeated")
    state, _ = play(state, mv.Miscellaneous("ann"))
    assert (state.current, state.round) == ("ann", 1)


def test_a_shift_gives_the_turn_back_though_its_end_was_announced() -> None:
    ann = fighter("ann", initiative=-1, crashed_by="bob", join_battle=0)
    state = battle(ann, fighter("bob", "blue", initiative=1), turn="ann", options=TABLE)
    hit = [7, 7, 7, 7, 1, 2, 3, 4]
    state, _ = play(state, mv.Attack("ann", "bob", "withering", then_end=True), [*hit, 7, 1, 1, 1, 1, 1, 1, 1])
    assert (state.current, state.get("ann").action_used) == ("ann", False)


def test_a_table_may_have_every_turn_ended_by_hand() -> None:
    state, _ = play(duel(options=QUIET), mv.Attack("ann", "bob", "withering"), MISS)
    assert state.current == "ann"
