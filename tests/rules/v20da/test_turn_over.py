"""Cards are turned and turns begin by themselves where nothing else is left to do, and never before."""

from dataclasses import replace
from typing import Any

from rules.battle import STORYTELLER
from rules.codec import decode, encode
from rules.v20da.options import DEFAULTS, Options
from tests.rules.v20da.table import ADA, NOBODY, Table, kinds, sheet

NEXT = [10, 1]
"""The dice of the next turn's initiative, for two."""


def duel(options: Options = DEFAULTS, **changes: Any) -> Table:
    """Ada, who is quicker, against a foe of the Storyteller."""
    table = Table(options)
    table.add("ada", sheet(**changes), "ada")
    table.add("foe")
    table.start(10, 1)
    return table


def test_the_last_to_declare_turns_the_cards() -> None:
    table = duel()
    assert "DeclarationsRevealed" not in kinds(table.declare("foe", "other"))
    events = table.declare("ada", "wait", seat=ADA)
    assert table.state.stage == "act"
    assert table.lines(NOBODY, events)[-2:] == ["Ada: Wait and see.", "Foe: Another action."]


def test_openly_declared_cards_are_acted_out_by_themselves_too() -> None:
    table = duel(Options(cards="open"))
    table.declare("foe", "other")
    table.declare("ada", "wait", seat=ADA)
    assert table.state.stage == "act"


def test_the_last_action_of_a_turn_begins_the_next() -> None:
    table = duel()
    table.declare("foe", "other")
    table.declare("ada", "other")
    table.move("ForgoAction", (), ADA, actor="ada")
    assert table.state.turn == 1
    events = table.move("TakeAction", [7, *NEXT], actor="foe", attribute="courage")
    assert kinds(events) == ["ActionTaken", "TurnStarted", "InitiativeRolled", "InitiativeRolled"]
    assert (table.state.turn, table.state.stage) == (2, "declare")


def test_where_all_wait_the_next_turn_begins_at_once() -> None:
    table = duel()
    table.declare("foe", "wait")
    table.move("DeclareActions", NEXT, ADA, actor="ada", others=["wait"])
    assert (table.state.turn, table.state.stage) == (2, "declare")


def test_an_attack_that_waits_for_its_defense_keeps_the_turn_open() -> None:
    table = duel()
    table.declare("foe", "wait")
    table.declare("ada", attack="strike", target="foe")
    table.move("MakeAttack", (), ADA, actor="ada", target="foe")
    assert table.state.turn == 1
    table.move("AnswerDefense", [2, 2, 2, 2, *NEXT], prompt="attack-1-defense", defense="none")
    assert table.state.turn == 2


def test_a_held_action_keeps_the_turn_open() -> None:
    table = duel()
    table.declare("foe", "other")
    table.declare("ada", "other")
    table.move("HoldAction", (), ADA, actor="ada")
    table.move("ForgoAction", actor="foe")
    assert table.state.turn == 1
    table.move("ForgoAction", NEXT, ADA, actor="ada")
    assert table.state.turn == 2


def test_who_hides_declares_and_acts_before_the_turn_goes_on() -> None:
    table = duel()
    table.add("lurker", hidden=True, dice=[10])
    table.declare("foe", "wait")
    table.declare("ada", "wait", seat=ADA)
    assert table.state.stage == "declare"
    table.declare("lurker", "other")
    assert (table.state.stage, table.state.turn) == ("act", 1)
    table.move("ForgoAction", [*NEXT, 5], actor="lurker")
    assert table.state.turn == 2


def test_a_vampire_that_can_only_heal_is_asked_and_may_wait() -> None:
    table = Table(DEFAULTS)
    table.add("ada", character="ada")
    table.add("foe")
    table.add("pale", sheet("vampire", health="///////"), "pale")
    table.start(10, 1, 5)
    assert [offer.fixed["others"] for offer in table.offers(STORYTELLER, "DeclareActions", "pale")] == [
        ["heal"],
        ["wait"],
    ]
    table.declare("foe", "other")
    table.declare("ada", "other")
    assert table.state.stage == "declare"
    assert "DeclarationsRevealed" in kinds(table.declare("pale", "wait"))
    refused = table.refuse("DeclareActions", actor="pale", others=["dodge"])
    assert refused.code == "not_your_turn"


def test_no_turn_follows_once_only_one_side_stands() -> None:
    table = duel()
    table.declare("foe", "wait")
    table.move("Override", actor="foe", what="lethal", value=7, reason="felled")
    table.declare("ada", "wait", seat=ADA)
    assert (table.state.stage, table.state.turn) == ("act", 1)
    assert table.offers(STORYTELLER, "NextTurn")


def test_the_last_who_has_not_declared_leaves_and_the_cards_are_turned() -> None:
    table = duel()
    table.add("late", dice=[5])
    table.declare("foe", "other")
    table.declare("ada", "wait", seat=ADA)
    table.move("Leave", actor="late")
    assert table.state.stage == "act"


def test_a_series_may_leave_both_steps_to_the_storyteller() -> None:
    table = duel(replace(DEFAULTS, turns_end_themselves=False))
    table.declare("foe", "wait")
    table.declare("ada", "wait", seat=ADA)
    assert table.state.stage == "declare"
    table.reveal()
    assert table.state.turn == 1


def test_a_fight_that_was_stored_before_goes_on_by_hand() -> None:
    stored = {name: value for name, value in encode(DEFAULTS).items() if name != "turns_end_themselves"}
    assert not decode(Options, stored).turns_end_themselves
    assert decode(Options, {}).turns_end_themselves
