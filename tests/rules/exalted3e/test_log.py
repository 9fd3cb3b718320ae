"""The log says only what somebody wants to read, and of free text nothing but what was written."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Event, Move, Seat
from rules.battle.moves import Override, StartBattle
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.options import Options
from rules.exalted3e.state.board import State
from tests.rules.exalted3e.builders import ALL_ASKED, BATTLE, Backwards, battle, fighter, found, play
from tests.rules.exalted3e.test_laws import SEEDS, fought

ANN = Seat(characters=frozenset({"ann"}))
DULL = ("answered", "is set.", "uses the movement action", "begins with Initiative", "takes a social")


def lines(events: list[Event], seat: Seat = STORYTELLER) -> list[str]:
    return [told["line"] for event in events if (told := BATTLE.view_event(event, seat))]


def test_no_line_of_a_whole_fight_is_empty_or_says_nothing() -> None:
    for seed in SEEDS[:4]:
        for _, events in fought(seed).steps:
            for line in lines(events):
                assert line.strip(" .")
                assert not any(words in line for words in DULL), line


def test_an_answered_tie_says_who_answered_but_not_what_until_all_have() -> None:
    ann, bob = fighter("ann", character="ann"), fighter("bob", "blue", character="bob")
    state = battle(ann, bob, fighter("cid", initiative=9), turn="cid", options=ALL_ASKED)
    state, events = play(state, mv.EndTurn("cid"))
    assert lines(events)[:2] == ["Cid ends the turn.", "Tick 6: Ann and Bob."]
    first, second = state.pending
    state, events = play(state, mv.AnswerTie(first.id, True))
    assert lines(events) == ["Ann has chosen who acts first."]
    _, events = play(state, mv.AnswerTie(second.id, False))
    assert lines(events) == ["Bob has chosen who acts first.", "Order on tick 6: Ann, Bob.", "Ann acts."]


def test_the_question_of_a_tie_names_who_is_asked_and_who_else_acts_on_the_tick() -> None:
    ann, bob, hid = fighter("ann", character="ann"), fighter("bob", "blue"), fighter("hid", "blue", hidden=True)
    others = [fighter(id, "blue") for id in ("dan", "eve", "fay")]
    there = (ann, bob, hid, *others, fighter("cid", initiative=9))
    state, _ = play(battle(*there, turn="cid", options=ALL_ASKED), mv.EndTurn("cid"))
    (asked,) = (prompt for prompt in BATTLE.view(state, ANN)["pending"] if prompt["mine"])
    assert asked["question"] == "Ann: act first on tick 6, or yield?"
    assert asked["detail"] == "Bob, Dan and 2 more on the same tick."
    first, second = BATTLE.view(state, STORYTELLER)["pending"]
    assert (first["question"], second["detail"]) == (asked["question"], "Ann on the same tick.")
    assert second["question"] == "Bob, Dan and 2 more: act first on tick 6, or yield?"


def test_a_turn_is_told_once() -> None:
    state = battle(fighter("ann"), fighter("bob", "blue", initiative=3), turn="ann")
    assert lines(play(state, mv.EndTurn("ann"))[1]) == ["Ann ends the turn.", "Bob acts."]


def test_join_battle_is_one_line_each() -> None:
    state = BATTLE.start(Options())
    for id in ("ann", "bob"):
        state = replace(state, combatants=(*state.combatants, fighter(id, id, initiative=None)))
    _, events = play(state, StartBattle(), [7, 7, 1, 2, 3, 7, 1, 2, 3, 4])
    assert lines(events)[:3] == [
        "Join Battle!",
        "Ann joins battle: 2 successes + 3, Initiative 5.",
        "Bob joins battle: 1 success + 3, Initiative 4.",
    ]


def test_influence_is_told_with_what_was_said() -> None:
    state = battle(fighter("ann", influence=1), fighter("bob", "blue", resolve=1), turn="ann")
    _, events = play(state, mv.Influence("ann", "bob", note="Lay down your arms!"), [7])
    assert lines(events) == ["Ann influences Bob: 1 success against 1. Lay down your arms!"]


def written(text: str) -> dict[str, Move]:
    """Every move of a player in which free text is kept."""
    return {
        "charm": mv.UseCharm("ann", text, initiative=1),
        "note": mv.Miscellaneous("ann", text),
        "words": mv.Influence("ann", "bob", text),
    }


def tell(text: str, kind: str) -> str:
    """All that everyone sees when Ann writes `text`, with Eve in hiding."""
    eve = fighter("eve", "blue", name="Nightingale", hidden=True, initiative=9)
    state: State = battle(fighter("ann", character="ann", influence=1), fighter("bob", "blue"), eve, turn="ann")
    state, events = play(state, written(text)[kind], [7] if kind == "words" else [], ANN)
    seats = (ANN, Seat())
    seen: list[Any] = [[BATTLE.view_event(event, seat) for event in events] for seat in seats]
    return json.dumps([seen, [BATTLE.view(state, seat) for seat in seats]])


@pytest.mark.parametrize("kind", ["charm", "note", "words"])
@pytest.mark.parametrize("secret", ["eve", "Nightingale"])
def test_free_text_that_happens_to_name_the_hidden_is_told_as_written(kind: str, secret: str) -> None:
    plain = "zzz" if secret == "eve" else "Zzzzzzzzzzz"
    assert tell(secret, kind).replace(secret, plain) == tell(plain, kind)
    assert secret not in tell(plain, kind)


def test_a_mount_named_in_the_log_of_overrides_reads_as_words() -> None:
    state = battle(fighter("ann"), turn="ann")
    _, events = play(state, Override("ann", "mount_speed", 3, "a fresh horse"))
    assert lines(events) == ["The Storyteller changes Ann: Mount Speed 0 to 3 (a fresh horse)."]


def test_what_is_silent_is_silent_for_everybody() -> None:
    silent = {
        type(event)
        for seed in SEEDS[:4]
        for _, events in fought(seed).steps
        for event in events
        if BATTLE.view_event(event, STORYTELLER) is None
    }
    known = {
        ev.ActionTaken, ev.CounterHeld, ev.CounterLanded, ev.ExchangeSettled, ev.InitiativeChanged, ev.MovementUsed,
        ev.PromptClosed, ev.PromptRaised, ev.TickReached, ev.TieAnswered, ev.HopeDoubted, ev.EndAnnounced, ev.TurnEnded,
    }  # fmt: skip
    assert silent <= known


def test_another_language_has_its_own_word_for_a_weapon_but_not_for_what_somebody_wrote() -> None:
    state = battle(fighter("ann"), fighter("bob", "blue"), turn="ann")
    _, events = play(state, mv.Attack("ann", "bob", "withering"), [7, 1, 1, 1, 1, 1, 1, 1])
    line = BATTLE.line(found(events, ev.AttackDeclared)[0], STORYTELLER)
    assert line == "Ann makes a withering attack on Bob (sword)."
    assert line.in_language(Backwards()) == "Ann makes a withering attack on Bob (drows)."
    _, events = play(state, mv.Miscellaneous("ann", "Strength"))
    line = BATTLE.line(found(events, ev.ActionTaken)[0], STORYTELLER)
    assert line.in_language(Backwards()) == "Ann takes a miscellaneous action: “Strength”."
