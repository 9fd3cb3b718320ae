"""What the target of an attack is told before it answers: the attack, its dice, the Defense, and every chance."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Field, Seat
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import TENS_DOUBLE
from rules.exalted3e.attack.threat import roll_odds
from rules.exalted3e.legal.attacks import chance_to_hit
from rules.exalted3e.state.board import State
from rules.odds import odds, percent
from tests.rules.exalted3e.builders import BATTLE, QUIET, SWORD, battle, fighter, found, play

BOB = Seat(characters=frozenset({"bob"}))


def attacked(attack: str = "withering", **bob: Any) -> State:
    """Bob is asked what helps his Defense against Ann's sword: 8 dice with the accuracy against Defense 2."""
    hero = fighter("bob", "blue", character="bob", willpower=3, **{"personal": 5, "personal_max": 5, **bob})
    state = battle(fighter("ann"), hero, turn="ann", options=replace(QUIET, ask_defender=True))
    return play(state, mv.Attack("ann", "bob", attack))[0]


def hit(defense: int, dice: int = 8) -> str:
    return str(percent(float(odds(TENS_DOUBLE, dice, difficulty=defense).success)))


def fields(state: State) -> dict[str, Field]:
    (offer,) = (one for one in BATTLE.legal_moves(state, BOB) if one.group == "answer")
    return {field.name: field for field in offer.fields}


def test_the_prompt_tells_attack_dice_defense_and_chance() -> None:
    (pending,) = BATTLE.view(attacked(), BOB)["pending"]
    assert str(pending["question"]) == "Ann attacks Bob. Defense options?"
    assert str(pending["detail"]) == f"Withering attack, sword: 8 dice against Defense 2, {hit(2)} to hit."
    (pending,) = BATTLE.view(attacked("decisive"), BOB)["pending"]
    assert str(pending["detail"]) == f"Decisive attack, sword: 6 dice against Defense 2, {hit(2, 6)} to hit."


def test_the_prompt_tells_what_lowers_the_defense() -> None:
    """Without it, the Defense of the prompt is not that of one's own card, and nothing says why."""
    (pending,) = BATTLE.view(attacked(onslaught=1), BOB)["pending"]
    assert str(pending["detail"]) == (
        f"Withering attack, sword: 8 dice against Defense 1, {hit(1)} to hit. Evasion 2, onslaught −1."
    )


def test_the_prompt_tells_the_number_that_stood_on_the_target() -> None:
    state = attacked()
    chance = chance_to_hit(state.get("ann"), state.get("bob"), SWORD, "withering")
    assert str(percent(chance)) in str(BATTLE.view(state, BOB)["pending"][0]["detail"])


def test_others_read_nothing_of_it() -> None:
    (pending,) = BATTLE.view(attacked(), Seat(characters=frozenset({"eve"})))["pending"]
    assert (pending["question"], pending["detail"]) == ("", "")


def test_the_odds_of_a_defense_count_all_that_helps_it() -> None:
    state = attacked(defense_cap=2)
    helps: list[tuple[dict[str, Any], int]] = [
        ({}, 2), ({"stunt": 2}, 4), ({"motes": 2}, 3), ({"stunt": 2, "motes": 4, "willpower": True}, 7),
    ]  # fmt: skip
    for more, defense in helps:
        weighed = BATTLE.weigh(state, BOB, mv.AnswerDefense(state.pending[0].id, **more))
        assert weighed is not None
        assert weighed.is_struck
        assert str(percent(float(weighed.odds.success))) == hit(defense)


def test_the_odds_of_a_defense_are_those_that_it_meets() -> None:
    state = attacked(defense_cap=2)
    move = mv.AnswerDefense(state.pending[0].id, stunt=2, motes=4)
    weighed = BATTLE.weigh(state, BOB, move)
    _state, events = play(state, move, [1] * 8, seat=STORYTELLER)
    (rolled,) = found(events, ev.AttackRolled)
    assert weighed is not None
    assert weighed.odds.success == roll_odds(rolled.pool, rolled.defense.total).success


def test_nobody_else_weighs_a_defense() -> None:
    state = attacked()
    with pytest.raises(IllegalMove):
        BATTLE.weigh(state, Seat(characters=frozenset({"eve"})), mv.AnswerDefense(state.pending[0].id))


def test_the_slider_of_an_excellency_tells_its_cost() -> None:
    found = fields(attacked(defense_cap=2))
    assert [(step.value, str(step.label), str(step.hint)) for step in found["motes"].choices] == [
        ("0", "+0 Defense", "0 motes"), ("2", "+1 Defense", "2 motes"), ("4", "+2 Defense", "4 motes"),
    ]  # fmt: skip


def test_who_acts_on_the_same_tick_knows_the_chances_of_a_clash_and_of_letting_it_come() -> None:
    bob = fighter("bob", "blue", character="bob")
    state = battle(fighter("ann"), bob, turn="ann", options=replace(QUIET, ask_clash=True), due=("ann", "bob"))
    state, _ = play(state, mv.Attack("ann", "bob", "withering"))
    let_be, withering, decisive = fields(state)["attack"].choices
    assert (str(let_be.hint), let_be.odds) == (f"{hit(2)} to be hit", None)
    weighed = BATTLE.weigh(state, BOB, mv.AnswerClash(state.pending[0].id, "decisive"))
    assert weighed is not None
    assert (decisive.odds, weighed.measured) == (float(weighed.odds.success), True)
    assert withering.odds is not None
    assert decisive.odds is not None
    assert withering.odds > decisive.odds
    assert str(BATTLE.view(state, BOB)["pending"][0]["question"]) == "Ann attacks Bob. Clash with this attack?"
