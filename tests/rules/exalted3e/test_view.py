"""What each seat sees: the board, the ladder, the log."""

import json
from dataclasses import replace

import pytest

from rules.battle import STORYTELLER, Seat
from rules.battle.moves import Override
from rules.dice import SeededRoller
from rules.errors import IllegalMove
from rules.exalted3e import moves as mv
from rules.exalted3e.events import EVENTS, InitiativeChanged
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Clinch
from rules.exalted3e.view.combatant import conditions
from rules.exalted3e.view.sentences import SENTENCES
from rules.text import Text
from tests.rules.exalted3e.builders import ALL_ASKED, BATTLE, battle, fighter, play, run

ANN = Seat(characters=frozenset({"ann"}))


def scene() -> State:
    ann = fighter("ann", character="ann", initiative=7)
    bob = fighter("bob", "blue", initiative=-2, crashed_by="ann", crash_turns=1)
    return battle(ann, bob, fighter("eve", "blue", hidden=True, initiative=9), turn="ann", tick=7)


def test_every_event_has_its_sentence() -> None:
    assert set(SENTENCES) == set(EVENTS.classes.values())


def test_a_hidden_combatant_leaves_no_trace_for_a_player() -> None:
    state = scene()
    shown = json.dumps([BATTLE.view(state, ANN), [offer.label for offer in BATTLE.legal_moves(state, ANN)]])
    assert "eve" not in shown.lower()
    assert "eve" in json.dumps(BATTLE.view(state, STORYTELLER))


def test_naming_a_hidden_id_is_refused_like_a_stranger() -> None:
    sentences = []
    for id in ("eve", "xyz"):
        with pytest.raises(IllegalMove) as refused:
            play(scene(), mv.Attack("ann", id, "withering"), seat=ANN)
        sentences.append(refused.value.sentence.replace(id, "?"))
    assert sentences[0] == sentences[1]


def test_a_hidden_opponent_neither_embattles_nor_contests() -> None:
    state = battle(fighter("ann", character="ann"), fighter("eve", "blue", hidden=True), turn="ann")
    state, _ = play(state, mv.MoveBand("ann", "@up"), seat=ANN)
    assert state.get("ann").position == 1


def test_attacking_from_hiding_surprises_and_reveals() -> None:
    state = battle(fighter("ann", evasion=5), fighter("eve", "blue", hidden=True), turn="eve")
    state, events = play(state, mv.Attack("eve", "ann", "withering"), [1] * 8)
    assert not state.get("eve").hidden
    lines = [told["line"] for event in events if (told := BATTLE.view_event(event, ANN))]
    assert lines[0] == "Eve is revealed."


def test_players_see_the_others_marks_but_not_their_stats() -> None:
    shown = {combatant["id"]: combatant for combatant in BATTLE.view(scene(), ANN)["combatants"]}
    assert "stats" in shown["ann"]
    assert "stats" not in shown["bob"]
    assert len(shown["bob"]["health"]) == 7


def test_the_ladder_shows_who_crashed_whom_and_the_bands() -> None:
    picture = BATTLE.view(scene(), ANN)["picture"]
    assert picture["kind"] == "ladder"
    assert [row["value"] for row in picture["rows"]] == [7, -2]
    assert picture["crash"] == [{"id": "bob", "by": "ann", "self": False, "turns": 1, "turns_left": 2}]
    assert picture["bands"] == [{"ids": ["ann", "bob"], "bands": 0, "name": "close"}]


def test_the_list_and_the_ladder_show_the_same_figure_and_the_tick_where_it_is_another() -> None:
    late = fighter("bob", "blue", initiative=19)
    delays = fighter("cat", "blue", initiative=8, is_delaying=True, delay_tick=2, delayed_at=12)
    ann, done = fighter("ann", initiative=3), fighter("dee", "blue", initiative=11, acted=True)
    state = battle(ann, late, delays, done, fighter("eli", initiative=4), turn="ann", due=("ann",), tick=5)
    shown = BATTLE.view(state, STORYTELLER)
    told = [(place["at"], place["label"], place["note"], place["ids"]) for place in shown["order"]]
    assert told == [
        (3, "Initiative 3", "acts on tick 5", ["ann"]),
        (19, "Initiative 19", "acts on tick 4", ["bob"]),
        (4, "Initiative 4", "", ["eli"]),
        (8, "Initiative 8", "", ["cat"]),
        (11, "Initiative 11", "has acted", ["dee"]),
    ]
    rungs = {id: row["value"] for row in shown["picture"]["rows"] for id in row["ids"]}
    assert rungs == {id: place["at"] for place in shown["order"] for id in place["ids"]}
    ticks = {id: tick for row in shown["picture"]["rows"] for id, tick in row["ticks"].items()}
    assert ticks == {"ann": 5, "bob": 4, "cat": None, "dee": None, "eli": 4}
    own = next(who for who in shown["combatants"] if who["id"] == "bob")
    assert {"label": "Initiative", "value": 19, "large": True} in own["stats"]


def test_the_ladder_names_who_is_immune_to_break() -> None:
    state = battle(fighter("ann", recovered_round=1), turn="ann")
    assert BATTLE.view(state, STORYTELLER)["picture"]["immune"] == [{"id": "ann", "until_round": 2}]


def test_an_attack_folds_into_one_entry_with_its_steps() -> None:
    state = battle(fighter("ann", character="ann"), fighter("bob", "blue"), turn="ann")
    _, events = play(state, mv.Attack("ann", "bob", "withering"), [7, 7, 7, 7, 1, 2, 3, 4, *[7] * 8])
    told = [shown for event in events if (shown := BATTLE.view_event(event, ANN)) and shown["exchange"]]
    assert len({shown["exchange"] for shown in told}) == 1
    assert [step["name"] for shown in told for step in shown["steps"]] == [
        "Step One: attack roll",
        "Defense",
        "Threshold",
        "Step Two: raw damage",
        "Soak",
        "Step Three: damage",
        *["Initiative"] * 3,
        "Initiative Break",
        "Initiative",
        "Onslaught",
    ]
    assert told[-1]["line"] == "Ann attacks Bob (sword): 4 successes against Defense 2, hit, threshold 2, 8 Initiative."
    assert told[-1]["verdict"] == "Initiative Crash, Initiative Break"


def test_offers_give_the_chance_to_hit_and_the_reason_against() -> None:
    state = battle(
        fighter("ann", character="ann"), fighter("bob", "blue"), fighter("far", "blue", position=2), turn="ann"
    )
    offer = next(o for o in BATTLE.legal_moves(state, ANN) if o.move == "Attack")
    near, far = offer.fields[0].choices
    assert near.odds is not None
    assert 0 < near.odds < 1
    assert "reaches close range" in far.reason


def test_initiative_below_nought_is_told_with_a_true_minus() -> None:
    fallen = InitiativeChanged(
        actor="a", actor_name="Ann", was=5, now=-1, cause="attack", by="b", reason=Text("withering damage"),
        rule="3E-097", crashed=True, recovered=False,
    )  # fmt: skip
    view = BATTLE.view_event(fallen, Seat())
    assert view is not None
    assert view["line"] == "Ann: Initiative 5 to −1 (withering damage)."
    assert [step["text"] for step in view["steps"]] == ["5 to −1: withering damage"]


def test_an_attack_that_just_hits_is_not_told_as_hit_by_nothing() -> None:
    state = battle(fighter("ann", character="ann"), fighter("bob", "blue"), turn="ann")
    _, events = play(state, mv.Attack("ann", "bob", "withering"), [7, 7, 1, 1, 1, 2, 3, 4, *[7] * 6])
    told = [shown["line"] for event in events if (shown := BATTLE.view_event(event, ANN)) and shown["exchange"]]
    assert "2 successes against Defense 2, hit, threshold 0" in told[-1]
    assert "Ann hits Bob, threshold 0." in told


def tied(*hidden: str) -> State:
    """Ann shares her tick with a foe; those of these ids lie in wait and were asked something already."""
    state = battle(fighter("ann", character="ann"), fighter("bob", "blue"), tick=None, options=ALL_ASKED)
    for id in hidden:
        lurking = fighter(id, "blue", hidden=True, character=id, initiative=1)
        state = replace(state, combatants=(*state.combatants, lurking), serial=state.serial + 3)
    state, _ = play(state, Override("bob", "lethal", 1, "Test"))
    return state


def prompts(state: State, seat: Seat) -> list[str]:
    return [prompt["id"] for prompt in BATTLE.view(state, seat)["pending"]]


def test_ids_of_prompts_and_attacks_tell_nothing_of_the_hidden() -> None:
    assert prompts(tied(), ANN) == prompts(tied("eve", "ida"), ANN) != []


def test_a_form_for_an_old_prompt_answers_no_new_one() -> None:
    state, asked = tied(), set[str]()
    for _ in range(4):
        fresh = set(prompts(state, STORYTELLER))
        assert len(fresh) == 2
        assert not fresh & asked
        asked |= fresh
        for id in fresh:
            state, _ = run(state, mv.AnswerTie(id, first=False), SeededRoller(1))
        while state.current:
            state, _ = run(state, mv.EndTurn(state.current), SeededRoller(1))


def test_a_number_to_be_set_says_what_it_is_and_may_be() -> None:
    offer = next(
        one for one in BATTLE.legal_moves(scene(), STORYTELLER) if one.move == "Override" and one.actor == "bob"
    )
    hints = {choice.value: choice.hint for choice in offer.fields[0].choices}
    assert hints["initiative"] == "now −2, −100 to 150"
    assert hints["lethal"] == "now 0, 0 to 7"
    assert hints["soak"] == "now 5, 0 to 50"


def test_three_on_a_tick_are_listed_as_in_a_sentence() -> None:
    state = battle(*(fighter(id, character=id) for id in ("ann", "bob", "ida")), tick=None, options=ALL_ASKED)
    _, events = play(state, Override("bob", "lethal", 1, "Test"))
    assert "Tick 6: Ann, Bob and Ida." in [told["line"] for event in events if (told := BATTLE.view_event(event, ANN))]


def test_what_is_left_of_a_clinch_is_counted_in_words() -> None:
    held = [fighter("bob", "blue", clinch=Clinch("ann", controls=False, rounds=rounds)) for rounds in (1, 2)]
    shown = [conditions(battle(fighter("ann"), one), one, mine=False) for one in held]
    assert [told[-1] for told in shown] == ["held in a clinch, 1 round", "held in a clinch, 2 rounds"]


def test_the_ladder_marks_whom_the_one_whose_turn_it_is_may_strike_decisively() -> None:
    far = fighter("cid", "blue", position=1)
    state = battle(fighter("ann", character="ann"), fighter("bob", "blue"), far, turn="ann")
    ann = Seat(characters=frozenset({"ann"}))

    def marked(now: State, seat: Seat = ann) -> list[str]:
        return list(BATTLE.view(now, seat)["picture"]["decisive"])

    assert (marked(state), marked(state, Seat())) == (["bob"], [])
    assert marked(state.change("ann", initiative=-1, crashed_by="bob")) == []
    assert marked(state.change("ann", action_used=True)) == []
    assert marked(battle(fighter("ann", character="ann"), fighter("bob", "blue"), turn="bob")) == []
