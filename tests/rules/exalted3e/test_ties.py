"""Who acts first on a shared tick, who is felled on it, and when the Storyteller is asked whether a foe is beaten."""

from dataclasses import replace

import pytest

from rules.battle import Event, Seat
from rules.battle.moves import Override
from rules.codec import decode, encode
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.health import Health
from rules.exalted3e.options import Options
from rules.exalted3e.state.board import State
from tests.rules.exalted3e.builders import BATTLE, QUIET, battle, fighter, found, play

ANN, BOB = Seat(characters=frozenset({"ann"})), Seat(characters=frozenset({"bob"}))
BOTH = Seat(characters=frozenset({"ann", "bob"}))
TABLE = replace(QUIET, own_ties="die", ask_every_tie=False)
"""As a new series plays, but that nobody is asked about attacks."""
HIT = [7, 7, 7, 7, 1, 1, 1, 1]


def lines(events: list[Event], seat: Seat) -> list[str]:
    return [told["line"] for event in events if (told := BATTLE.view_event(event, seat))]


def shared(*ids: str, players: str = "", options: Options = TABLE) -> State:
    """Cid acts on tick 9; these all share tick 6, the named ones played by players."""
    there = (
        fighter(id, "red" if id in players.split() else "blue", character=id if id in players.split() else None)
        for id in ids
    )
    return battle(*there, fighter("cid", initiative=9), turn="cid", options=options)


def test_the_storytellers_own_roll_a_die_each_and_nobody_is_asked() -> None:
    state, events = play(shared("wolf", "bear"), mv.EndTurn("cid"), [3, 8])
    assert (state.pending, state.due, state.current) == ((), ("bear", "wolf"), "bear")
    assert lines(events, ANN) == ["Cid ends the turn.", "Tick 6: Bear and Wolf.", "Bear acts."]


def test_equal_dice_of_the_storytellers_own_are_rolled_again() -> None:
    state, _ = play(shared("wolf", "bear"), mv.EndTurn("cid"), [5, 5, 2, 9])
    assert state.due == ("bear", "wolf")


def test_only_the_storyteller_reads_the_dice_of_her_own() -> None:
    _, events = play(shared("wolf", "bear"), mv.EndTurn("cid"), [3, 8])
    (told,) = found(events, ev.TieBroken)
    assert (told.audience, [die.face for die in told.dice]) == ((), [3, 8])
    assert lines(events, Seat(storyteller=True))[2] == "Your characters on tick 6, in order: Bear, Wolf."


def test_a_hidden_one_of_the_storytellers_rolls_along_and_is_not_named() -> None:
    state = shared("wolf", "bear")
    state, events = play(state.change("wolf", hidden=True), mv.EndTurn("cid"), [9, 8])
    assert state.current == "wolf"
    assert not any("Wolf" in line for line in lines(events, ANN))


def test_a_table_may_keep_the_order_in_which_they_joined() -> None:
    state, _ = play(shared("wolf", "bear", options=replace(TABLE, own_ties="added")), mv.EndTurn("cid"))
    assert state.due == ("wolf", "bear")


def test_a_table_may_have_the_storyteller_choose_once_for_the_tick() -> None:
    state = shared("wolf", "bear", "ogre", options=replace(TABLE, own_ties="choose"))
    state, _ = play(state, mv.EndTurn("cid"))
    (prompt,) = state.pending
    assert (prompt.kind, state.current) == ("order", None)
    (offer,) = (offer for offer in BATTLE.legal_moves(state, Seat(storyteller=True)) if offer.move == "ChooseOrder")
    assert [choice.value for choice in offer.fields[0].choices] == ["wolf", "bear", "ogre"]
    with pytest.raises(IllegalMove, match="who acts on this tick"):
        play(state, mv.ChooseOrder(prompt.id, "cid"))
    state, _ = play(state, mv.ChooseOrder(prompt.id, "ogre"), [2, 4])
    assert (state.due, state.pending) == (("ogre", "bear", "wolf"), ())


def test_the_choice_of_the_storytellers_own_is_no_players() -> None:
    state, _ = play(shared("wolf", "bear", options=replace(TABLE, own_ties="choose")), mv.EndTurn("cid"))
    with pytest.raises(IllegalMove):
        play(state, mv.ChooseOrder(state.pending[0].id, "bear"), seat=ANN)


def test_a_tie_with_the_storyteller_is_one_tap_of_the_player_and_one_line() -> None:
    state, begun = play(shared("ann", "wolf", players="ann"), mv.EndTurn("cid"))
    (prompt,) = state.pending
    assert prompt.who == "ann"
    rolled, events = play(state, mv.AnswerTie(prompt.id, first=True), [2, 7], seat=ANN)
    assert (rolled.due, rolled.pending) == (("wolf", "ann"), ())
    assert lines([*begun, *events], ANN) == ["Cid ends the turn.", "Order on tick 6: Wolf, Ann.", "Wolf acts."]
    yielded, events = play(state, mv.AnswerTie(prompt.id, first=False), seat=ANN)
    assert yielded.due == ("wolf", "ann")
    assert lines(events, ANN) == ["Order on tick 6: Wolf, Ann.", "Wolf acts."]


def test_the_two_answers_of_a_tie_are_two_buttons() -> None:
    state, _ = play(shared("ann", "wolf", players="ann"), mv.EndTurn("cid"))
    offers = [offer for offer in BATTLE.legal_moves(state, ANN) if offer.group == "answer"]
    assert [(offer.label, offer.fixed["first"], offer.fields) for offer in offers] == [
        ("Roll to act first", True, ()),
        ("Yield", False, ()),
    ]


def test_the_first_of_two_players_who_answers_settles_their_tie() -> None:
    state, _ = play(shared("ann", "bob", players="ann bob"), mv.EndTurn("cid"))
    first, second = state.pending
    yielded, _ = play(state, mv.AnswerTie(first.id, first=False), seat=ANN)
    assert (yielded.due, yielded.pending) == (("bob", "ann"), ())
    rolled, _ = play(state, mv.AnswerTie(second.id, first=True), [8, 4], seat=BOB)
    assert (rolled.due, rolled.pending) == (("ann", "bob"), ())


def test_two_others_roll_where_one_of_three_yields() -> None:
    state, _ = play(shared("ann", "bob", "wolf", players="ann bob"), mv.EndTurn("cid"))
    state, _ = play(state, mv.AnswerTie(state.pending[0].id, first=False), seat=ANN)
    (prompt,) = state.pending
    state, _ = play(state, mv.AnswerTie(prompt.id, first=True), [1, 2], seat=BOB)
    assert state.due == ("wolf", "bob", "ann")


def test_a_player_with_two_characters_on_a_tick_takes_either_first_without_dice() -> None:
    state, _ = play(shared("ann", "bob", players="ann bob"), mv.EndTurn("cid"))
    second = next(prompt for prompt in state.pending if prompt.who == "bob")
    labels = {offer.label for offer in BATTLE.legal_moves(state, BOTH) if offer.group == "answer"}
    assert labels == {"Act first", "Yield"}
    state, events = play(state, mv.AnswerTie(second.id, first=True), seat=BOTH)
    assert (state.due, state.pending) == (("bob", "ann"), ())
    assert found(events, ev.TieBroken)[0].dice == ()


def test_a_player_with_two_characters_rolls_one_die_against_the_storyteller() -> None:
    state, _ = play(shared("wolf", "ann", "bob", players="ann bob"), mv.EndTurn("cid"))
    second = next(prompt for prompt in state.pending if prompt.who == "bob")
    state, _ = play(state, mv.AnswerTie(second.id, first=True), [3, 6], seat=BOTH)
    assert state.due == ("bob", "ann", "wolf")


def test_who_is_felled_on_the_tick_it_shares_still_acts() -> None:
    assert Options().felled_takes_its_turn
    ann, bob = fighter("ann"), fighter("bob", "blue", health=Health(lethal=6))
    state = battle(ann, bob, turn="ann", due=("ann", "bob"), tick=6, options=replace(TABLE, turns_end_themselves=True))
    state, events = play(state, mv.Attack("ann", "bob", "decisive"), [7, 7, 7, 7, 7, 7, 7, *[1] * 5])
    assert found(events, ev.FallDelayed)
    assert (state.current, state.get("bob").is_in_play) == ("bob", True)
    state, _ = play(state, mv.EndTurn("bob"))
    assert state.get("bob").out == "incapacitated"


def test_who_is_felled_acts_with_the_wounds_from_before_the_tick_and_no_decisive_attack_in_crash() -> None:
    ann, bob = fighter("ann", initiative=7), fighter("bob", "blue", initiative=7, health=Health(lethal=5))
    state = battle(fighter("cid", initiative=9), ann, bob, turn="cid", options=replace(TABLE, own_ties="added"))
    state, _ = play(state, mv.EndTurn("cid"))
    wound = state.get("bob").wound
    assert (state.current, state.due, wound) == ("ann", ("ann", "bob"), 2)
    state, _ = play(state, mv.Attack("ann", "bob", "decisive"), [7, 7, 7, 7, 7, 7, 7, 7, *[1] * 5])
    assert state.get("bob").falls
    assert state.get("bob").wound == wound
    state, _ = play(state, mv.EndTurn("ann"))
    crashed = state.change("bob", initiative=-1)
    with pytest.raises(IllegalMove, match="Bob does not have the Initiative for a decisive attack"):
        play(crashed, mv.Attack("bob", "ann", "decisive"))
    _, events = play(state, mv.Attack("bob", "ann", "withering"), [1] * 6)
    assert found(events, ev.AttackRolled)[0].pool.total == 6


def test_a_fight_that_was_stored_before_a_setting_goes_on_as_it_was_played() -> None:
    later = ("own_ties", "ask_every_tie", "turns_end_themselves", "beaten_at_crash", "felled_keeps_wounds")
    stored = {name: value for name, value in encode(Options()).items() if name not in later}
    old = decode(Options, {**stored, "felled_takes_its_turn": False})
    assert (old.own_ties, old.ask_every_tie, old.turns_end_themselves) == ("added", True, False)
    assert (old.beaten_at_crash, old.felled_takes_its_turn) == (True, False)
    del stored["felled_takes_its_turn"]
    assert not decode(Options, stored).felled_takes_its_turn


def test_a_series_that_chose_nothing_plays_by_the_new_rule_and_one_that_chose_keeps_it() -> None:
    assert decode(Options, {}) == Options()
    assert decode(Options, {"ask_clash": False}).felled_takes_its_turn
    assert not decode(Options, {"felled_takes_its_turn": False}).felled_takes_its_turn


def test_hope_is_asked_about_when_a_foe_is_hit_in_crash_and_not_at_the_crash() -> None:
    options = replace(TABLE, ask_beaten=True, beaten_at_crash=False, turns_end_themselves=False)
    ann, bob = fighter("ann"), fighter("bob", "blue", initiative=1)
    state = battle(ann, bob, turn="ann", options=options)
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), [*HIT, 7, *[1] * 7])
    assert state.get("bob").is_crashed
    assert not state.pending
    state, _ = play(state.change("ann", action_used=False), mv.Attack("ann", "bob", "withering"), [*HIT, *[1] * 9])
    assert [prompt.kind for prompt in state.pending] == ["beaten"]
    state, _ = play(state, mv.AnswerBeaten(state.pending[0].id))
    state, _ = play(state.change("ann", action_used=False), mv.Attack("ann", "bob", "withering"), [*HIT, *[1] * 10])
    assert not state.pending
    state, _ = play(state, Override("bob", "initiative", 5, ""))
    assert not state.get("bob").hope_asked
