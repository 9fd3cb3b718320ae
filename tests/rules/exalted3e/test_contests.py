"""Who contests a disengage, and what a mount adds to movement (3E-218 to 3E-222, 3E-301)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Move, Seat
from rules.battle.moves import Hide, Leave, Override
from rules.defaults import default_answer
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.sheet.profile import build_combatant
from rules.exalted3e.state.board import State
from tests.rules.exalted3e.builders import BATTLE, QUIET, battle, blank, fighter, found, play

ASKING = replace(QUIET, ask_contest=True)
WIN, LOSE = [7, 7, 7, 1, 2], [1, 2, 3, 4, 5]


def surrounded(**changes: Any) -> State:
    """Ann between Bob and Cid, and about to get away."""
    ann = fighter("ann", **{"character": "ann", **changes})
    foes = (fighter("bob", "blue", character="bob"), fighter("cid", "blue"), fighter("far", "blue", position=1))
    return battle(ann, *foes, turn="ann", options=ASKING)


def leave(state: State, **more: Any) -> State:
    return play(state, mv.Disengage("ann", "@down", **more))[0]


def prompts(state: State) -> dict[str, str]:
    return {prompt.who: prompt.id for prompt in state.pending if prompt.kind == "contest"}


def say(state: State, who: str, contest: bool, faces: list[int] | None = None) -> tuple[State, list[Any]]:
    return play(state, mv.AnswerContest(prompts(state)[who], contest), faces or [])


def test_each_opponent_at_close_range_is_asked_and_the_cost_is_paid_first() -> None:
    state = leave(surrounded())
    assert set(prompts(state)) == {"bob", "cid"}
    assert (state.get("ann").initiative, state.get("ann").position) == (4, 0)


def test_only_who_contests_rolls() -> None:
    state, _ = say(leave(surrounded()), "bob", False)
    state, events = say(state, "cid", True, [*WIN, *LOSE])
    rolled = found(events, ev.ContestRolled)[0]
    assert (rolled.opponents, rolled.works, state.get("ann").position) == (("cid",), True, -1)


def test_the_button_of_an_answer_is_no_question() -> None:
    offers = BATTLE.legal_moves(leave(surrounded()), STORYTELLER)
    labels = {offer.label for offer in offers if offer.move == "AnswerContest"}
    assert labels == {"Contest Ann’s disengage", "Let Ann go"}


def test_everybody_who_contests_must_be_beaten() -> None:
    state, _ = say(leave(surrounded()), "bob", True)
    state, events = say(state, "cid", True, [*WIN, *LOSE, *WIN])
    assert found(events, ev.ContestRolled)[0].opponent_successes == (0, 3)
    told = BATTLE.view_event(found(events, ev.ContestRolled)[0], Seat())
    assert told is not None
    assert (told["verdict"], told["line"]) == (
        "failure",
        "Ann disengages from Bob and Cid: 3 successes against 0 and 3.",
    )
    assert state.get("ann").position == 0


def test_nobody_contesting_lets_go_without_a_roll() -> None:
    state, _ = say(leave(surrounded(willpower=2), stunt=2, willpower=True), "bob", False)
    state, events = say(state, "cid", False)
    rolled = found(events, ev.ContestRolled)[0]
    assert (rolled.dice, rolled.opponents, rolled.works) == ((), (), True)
    assert (state.get("ann").position, state.get("ann").willpower) == (-1, 2)
    told = BATTLE.view_event(rolled, Seat())
    assert told is not None
    assert told["line"] == "Ann disengages; no one contests it."


def test_effort_is_paid_with_the_roll() -> None:
    state, _ = say(leave(surrounded(willpower=2), stunt=1, willpower=True), "bob", False)
    state, events = say(state, "cid", True, [*WIN, 1, 2, *LOSE])
    assert found(events, ev.ContestRolled)[0].successes == 4
    assert state.get("ann").willpower == 1


def test_the_retreat_is_from_all_who_were_close() -> None:
    state, _ = say(leave(surrounded()), "bob", False)
    state, _ = say(state, "cid", False)
    assert state.get("ann").retreat_from == ("bob", "cid")


def test_the_default_answer_is_to_contest() -> None:
    state = leave(surrounded())
    for who in ("bob", "cid"):
        offers = BATTLE.legal_moves(state, STORYTELLER)
        move = default_answer(offers, prompts(state)[who])
        assert move is not None
        assert move["contest"] is True
        state, _ = play(state, BATTLE.moves.decode(move), [*WIN, *LOSE, *LOSE] if who == "cid" else [])
    assert state.get("ann").position == -1


def test_each_player_answers_for_the_own_character_only() -> None:
    state = leave(surrounded())
    bob = Seat(characters=frozenset({"bob"}))
    with pytest.raises(IllegalMove):
        play(state, mv.AnswerContest(prompts(state)["cid"], False), seat=bob)
    shown = {pending["who"]: pending["mine"] for pending in BATTLE.view(state, bob)["pending"]}
    assert shown == {"bob": True, "cid": False}


@pytest.mark.parametrize("gone", [Leave("cid"), Hide("cid"), Override("cid", "lethal", 7, "")])
def test_who_is_gone_is_not_waited_for(gone: Move) -> None:
    state, _ = say(leave(surrounded()), "bob", False)
    state, _ = play(state, gone)
    assert (state.departure, state.pending, state.get("ann").position) == (None, (), -1)


def test_who_contested_and_then_left_rolls_no_more() -> None:
    state, _ = say(leave(surrounded()), "bob", True)
    state, _ = play(state, Leave("bob"))
    state, events = say(state, "cid", True, [*WIN, *LOSE])
    assert found(events, ev.ContestRolled)[0].opponents == ("cid",)


def test_it_ends_with_who_wanted_to_get_away() -> None:
    state, _ = play(leave(surrounded()), Leave("ann"))
    assert (state.departure, prompts(state)) == (None, {})


def test_nobody_contests_whom_nobody_sees() -> None:
    state = surrounded(hidden=True)
    state, events = play(state, mv.Disengage("ann", "@down"))
    assert not found(events, ev.PromptRaised)
    assert state.get("ann").position == -1


def test_the_flurry_it_is_part_of_still_weighs_on_it() -> None:
    state, _ = play(surrounded(dodge=8), mv.DeclareFlurry("ann", "misc", "disengage"))
    state, _ = play(state, mv.Miscellaneous("ann"))
    state, _ = say(leave(state), "bob", False)
    _, events = say(state, "cid", True, [*WIN, *LOSE])
    assert found(events, ev.ContestRolled)[0].pool.dice == 5


def test_a_table_may_have_everybody_contest_unasked() -> None:
    state = replace(surrounded(), options=QUIET)
    state, events = play(state, mv.Disengage("ann", "@down"), [*WIN, *LOSE, *LOSE])
    assert found(events, ev.ContestRolled)[0].opponents == ("bob", "cid")


class TestMounts:
    def rolled(self, move: Move, faces: list[int], position: int = 1, **changes: Any) -> tuple[int, dict[str, int]]:
        """The dice of Ann's roll, and its named terms."""
        ann = fighter("ann", position=position, initiative=20, **{"mounted": True, "ride": 6, **changes})
        state = battle(ann, fighter("bob", "blue"), turn="ann")
        _, events = play(state, move, faces)
        pool = found(events, ev.ContestRolled)[0].pool
        return pool.dice, {term.name: term.amount for step in pool.steps for term in step.terms}

    def test_riders_use_ride_and_the_speed_of_the_mount_to_rush(self) -> None:
        dice, terms = self.rolled(mv.Rush("ann", "bob"), [1] * 9 + [1] * 5, mount_speed=3)
        assert (dice, terms["Dexterity + Ride"], terms["the mount’s speed"]) == (9, 6, 3)

    def test_they_disengage_take_cover_and_withdraw_with_both(self) -> None:
        faces = [1] * 8
        assert self.rolled(mv.Disengage("ann"), [*faces, *[2] * 5], 0, mount_speed=2)[0] == 8
        assert self.rolled(mv.TakeCover("ann", "light"), faces, mount_speed=2)[0] == 8
        assert self.rolled(mv.Withdraw("ann"), faces, 3, mount_speed=2)[0] == 8

    def test_a_mounted_opponent_contests_with_both(self) -> None:
        rider = fighter("bob", "blue", mounted=True, ride=6, mount_speed=3)
        state = battle(fighter("ann"), rider, turn="ann")
        _, events = play(state, mv.Disengage("ann", "@up"), [*WIN, *[1] * 9])
        assert len(found(events, ev.ContestRolled)[0].opponent_dice[0]) == 9

    def test_armor_and_fleet_feet_count_in_the_saddle_too(self) -> None:
        dice, terms = self.rolled(mv.Rush("ann", "bob"), [1] * 8 + [1] * 5, mount_speed=3, mobility=2, fleet=1)
        assert (dice, terms["mobility penalty"]) == (8, -2)

    def test_on_foot_the_mount_adds_nothing(self) -> None:
        assert self.rolled(mv.Rush("ann", "bob"), [1] * 5 + [1] * 5, mounted=False, mount_speed=3)[0] == 5

    def test_a_quick_rider_moves_with_its_ready_number_and_the_speed(self) -> None:
        assert self.rolled(mv.Rush("ann", "bob"), [1] * 8 + [1] * 5, ride=0, mount_speed=3)[0] == 8

    def test_the_sheet_tells_the_speed(self) -> None:
        for kind in ("solar", "quick", "group"):
            sheet = parse_sheet({**blank(kind), "mounted": True, "mount_speed": 4})
            assert build_combatant(sheet, "ann", "Ann", "red").mount_speed == 4
        with pytest.raises(BadInput):
            parse_sheet({**blank("solar"), "mount_speed": 11})

    def test_the_storyteller_may_set_it(self) -> None:
        state, _ = play(battle(fighter("ann"), turn="ann"), Override("ann", "mount_speed", 4, "a fresh horse"))
        assert state.get("ann").mount_speed == 4


def test_nothing_is_weighed_of_a_disengage_from_hiding() -> None:
    """Nobody contests it (3E-218)."""
    assert BATTLE.weigh(surrounded(hidden=True), STORYTELLER, mv.Disengage("ann")) is None
    assert BATTLE.weigh(surrounded(), STORYTELLER, mv.Disengage("ann")) is not None
