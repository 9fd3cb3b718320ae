"""What the target of an attack is told before it answers: the attack, its dice, the Defense, and every chance."""

from dataclasses import replace
from typing import Any

from rules.battle import Field, Seat
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.count import TENS_DOUBLE
from rules.exalted3e.legal.attacks import chance_to_hit
from rules.exalted3e.state.board import State
from rules.odds import odds, percent
from tests.rules.exalted3e.builders import BATTLE, QUIET, SWORD, battle, fighter, play

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
    assert str(pending["question"]) == "Ann attacks Bob. What helps the Defense?"
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


def test_each_help_tells_the_chance_that_it_leaves() -> None:
    found = fields(attacked(defense_cap=2))
    assert str(found["willpower"].help) == f"+1 Defense: {hit(3)} to be hit"
    assert f"1: {hit(3)}, 2: {hit(4)}, 3: {hit(5)}" in str(found["stunt"].help)
    assert [(step.value, str(step.label), str(step.hint)) for step in found["motes"].choices] == [
        ("0", "+0 Defense", f"0 motes, {hit(2)} to be hit"),
        ("2", "+1 Defense", f"2 motes, {hit(3)} to be hit"),
        ("4", "+2 Defense", f"4 motes, {hit(4)} to be hit"),
    ]


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
