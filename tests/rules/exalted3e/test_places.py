"""Facts of a place: the cover that it keeps, one side of it, the way around it, difficult ground, and out of reach."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import Offer, Seat
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.state.board import PlaceCover, State
from tests.rules.exalted3e.builders import BATTLE, BOW, QUIET, battle, fighter, found, play

ANN = Seat(characters=frozenset({"ann"}))
OLD = replace(QUIET, cover_of_places=False)


def field(bands: int = 2, **changes: Any) -> State:
    """Ann's turn; Bob stands so many bands up the field, Cid beside him."""
    foes = (fighter("bob", "blue", position=bands, initiative=3), fighter("cid", "blue", position=bands, initiative=2))
    return battle(fighter("ann", character="ann", **changes), *foes, turn="ann")


def offer(state: State, move: str, seat: Seat = ANN) -> Offer:
    return next(one for one in BATTLE.legal_moves(state, seat) if one.move == move)


def test_a_place_keeps_the_cover_that_was_ruled_for_it() -> None:
    state, events = play(field(), mv.TakeCover("ann", "heavy", 2), [7, 7, 1, 1, 1])
    assert found(events, ev.CoverRuled)
    assert state.covers == (PlaceCover(0, "heavy", 2),)
    assert state.get("ann").cover == "heavy"
    again = state.change("ann", action_used=False, movement_used="", cover="none")
    state, events = play(again, mv.TakeCover("ann", "heavy", 0), [7, 1, 1, 1, 1])
    assert found(events, ev.ContestRolled)[0].difficulty == 2
    assert state.get("ann").cover == "none"


def test_a_lesser_cover_of_a_place_is_no_harder_than_a_better_one() -> None:
    state, _ = play(field(), mv.SetPlaceCover("ann", "heavy", 3))
    fields = {one.name: one for one in offer(state, "TakeCover").fields}
    assert [(one.value, one.hint) for one in fields["level"].choices] == [
        ("light", "Difficulty 3"),
        ("heavy", "Difficulty 3"),
        ("full", ""),
    ]
    assert "difficulty" in fields
    state, _ = play(state, mv.SetPlaceCover("ann", "full", 4))
    assert "difficulty" not in [one.name for one in offer(state, "TakeCover").fields]


def test_a_player_waits_for_the_ruling_on_a_place_once_and_not_again() -> None:
    with pytest.raises(IllegalMove, match="Only the Storyteller can set this: Cover"):
        play(field(), mv.TakeCover("ann", "heavy", 2), seat=ANN)
    state, _ = play(field(), mv.SetPlaceCover("ann", "heavy", 2))
    for level in ("heavy", "light"):
        taken, _ = play(state, mv.TakeCover("ann", level), [7, 7, 1, 1, 1], seat=ANN)
        assert taken.get("ann").cover == level
    with pytest.raises(IllegalMove, match="Only the Storyteller can set this: Cover"):
        play(state, mv.TakeCover("ann", "full"), seat=ANN)


def test_only_the_storyteller_rules_on_a_place() -> None:
    for move in (mv.SetPlaceCover("ann", "full", 0), mv.SetGround("ann", "bob"), mv.SetCover("ann", "full")):
        with pytest.raises((IllegalMove, BadInput)):
            play(field(), move, seat=ANN)


def test_who_leaves_a_place_loses_its_cover() -> None:
    state, events = play(field(cover="heavy"), mv.MoveBand("ann", "bob"))
    assert state.get("ann").cover == "none"
    assert "Ann has no cover." in [BATTLE.line(event, ANN) for event in events]
    state, _ = play(battle(fighter("ann", cover="heavy"), turn="ann", options=OLD), mv.MoveBand("ann", "@up"))
    assert state.get("ann").cover == "heavy"


def test_cover_does_not_help_against_who_is_behind_it() -> None:
    state, _ = play(field(weapon="bow", arms=(BOW,)), mv.SetCover("bob", "full", ("ann",)))
    assert state.get("bob").cover_open == ("ann",)
    aimed = state.change("ann", aim_target="bob", aim_count=1)
    _, events = play(aimed, mv.Attack("ann", "bob", "withering"), [1] * 8)
    assert found(events, ev.AttackRolled)[0].defense.total == 2
    state, _ = play(state, mv.SetCover("bob", "full"))
    with pytest.raises(IllegalMove, match="full cover"):
        play(state.change("ann", aim_target="bob", aim_count=1), mv.Attack("ann", "bob", "withering"))


def test_getting_behind_cover_takes_a_move_for_each_band() -> None:
    state = field().change("bob", cover="heavy")
    circle = offer(state, "Circle")
    assert [(one.value, one.hint) for one in circle.fields[0].choices] == [("bob", "2 Moves")]
    state, events = play(state, mv.Circle("ann", "bob"))
    assert BATTLE.line(found(events, ev.Circled)[0], ANN) == "Ann circles Bob: 1 of 2 Moves."
    assert (state.get("ann").movement_used, state.get("bob").cover_open) == ("move", ())
    state, _ = play(state.change("ann", movement_used=""), mv.Circle("ann", "bob"))
    assert (state.get("bob").cover, state.get("bob").cover_open) == ("heavy", ("ann",))
    with pytest.raises(IllegalMove, match="no cover against"):
        play(state.change("ann", movement_used=""), mv.Circle("ann", "bob"))


def test_who_moves_on_begins_anew_and_nobody_circles_without_cover_or_up_close() -> None:
    state = field().change("bob", cover="heavy")
    state, _ = play(state, mv.Circle("ann", "bob"))
    state, _ = play(state.change("ann", movement_used=""), mv.MoveBand("ann", "@down"))
    assert state.get("ann").circled == 0
    with pytest.raises(IllegalMove):
        play(field(), mv.Circle("ann", "bob"))
    with pytest.raises(IllegalMove):
        play(field(bands=0).change("bob", cover="heavy"), mv.Circle("ann", "bob"))


def test_only_the_difficult_stretch_takes_two_moves() -> None:
    state, events = play(field(), mv.SetGround("bob", "@down"))
    assert BATTLE.line(events[0], ANN) == "The ground down the field from Bob is difficult terrain."
    assert state.rough == (1,)
    state, _ = play(state, mv.MoveBand("ann", "bob"))
    assert state.get("ann").position == 1
    state, _ = play(state.change("ann", movement_used=""), mv.MoveBand("ann", "bob"))
    assert (state.get("ann").position, state.get("ann").half_to) == (1, 2)
    state, _ = play(state.change("ann", movement_used=""), mv.MoveBand("ann", "bob"))
    assert state.get("ann").position == 2


def test_a_detour_between_two_is_difficult_ground_and_can_be_cleared() -> None:
    state, events = play(field(), mv.SetGround("ann", "bob"))
    assert BATTLE.line(events[0], ANN) == "The ground between Ann and Bob is difficult terrain."
    assert state.rough == (0, 1)
    state, _ = play(state, mv.SetGround("bob", "ann", False))
    assert state.rough == ()
    with pytest.raises(IllegalMove, match="close range"):
        play(field(), mv.SetGround("bob", "cid"))


def test_difficult_ground_on_the_way_hampers_a_rush_and_none_elsewhere() -> None:
    for toward, dice in (("@up", 2), ("@down", 5)):
        state, _ = play(field(bands=1), mv.SetGround("ann", toward))
        _, events = play(state, mv.Rush("ann", "bob"), [1] * (dice + 5))
        assert found(events, ev.ContestRolled)[0].pool.dice == dice
        weighed = BATTLE.weigh(state, Seat(storyteller=True), mv.Rush("ann", "bob"))
        assert weighed is not None
        assert weighed.pool.dice == dice


def test_difficult_ground_hampers_a_disengage_that_goes_there() -> None:
    state, _ = play(field(bands=0), mv.SetGround("ann", "@up"))
    for toward, dice in (("@up", 2), ("@down", 5)):
        _, events = play(state, mv.Disengage("ann", toward), [1] * (dice + 10))
        assert found(events, ev.ContestRolled)[0].pool.dice == dice


def test_nobody_rushes_who_cannot_follow() -> None:
    state = field(bands=1).change("bob", aloft=True)
    with pytest.raises(IllegalMove, match="can’t follow"):
        play(state, mv.Rush("ann", "bob"))
    _, events = play(state.change("ann", aloft=True), mv.Rush("ann", "bob"), [1] * 10)
    assert found(events, ev.ContestRolled)


def test_a_rusher_does_not_follow_out_of_reach() -> None:
    state = battle(fighter("ann", rush_target="bob"), fighter("bob", "blue", position=1, aloft=True), turn="bob")
    state, _ = play(state, mv.MoveBand("bob", "@up"))
    assert (state.get("ann").position, state.get("ann").rush_target) == (0, "bob")
