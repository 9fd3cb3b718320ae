"""A leap, a search, a shout: a miscellaneous action with a roll, alone and within a flurry (3E-155, 3E-161, 3E-183)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import Seat
from rules.battle.sources import NeedsRuling
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.health import Health
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.sheet.profile import build_combatant
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Poison
from rules.powers import Active, Share
from tests.rules.exalted3e.builders import battle, blank, fighter, found, play

ANN = Seat(characters=frozenset({"ann"}))
LEAP = mv.TakeAction("ann", "dexterity", "athletics", difficulty=2)
FURY = Active("fury", "Fury", (Share("Fury", "dice", 2),))


def scene(turn: str = "ann", changed: dict[str, Any] | None = None, **ann: Any) -> State:
    """Ann, a Solar with Dexterity 4, Athletics 2 and a specialty in it, and Bob, who stands beside her."""
    traits = {"attributes": {"dexterity": 4}, "abilities": {"athletics": 2, "melee": 3}}
    traits["specialties"] = [{"ability": "athletics", "name": "leaping"}]  # type: ignore[assignment]
    written = {**blank("solar"), **traits, **(changed or {})}
    built = build_combatant(parse_sheet(written), "ann", "Ann", "red", "ann")
    return battle(replace(built, initiative=6, **ann), fighter("bob", "blue"), turn=turn)


def rolled(state: State, move: mv.TakeAction, faces: list[int]) -> tuple[State, ev.ActionRolled]:
    state, events = play(state, move, faces)
    return state, found(events, ev.ActionRolled)[0]


@pytest.mark.parametrize(
    ("ann", "terms"),
    [
        ({}, {"Dexterity": 4, "Athletics": 2}),
        ({"health": Health(lethal=4)}, {"wounds": -2}),
        ({"flurry": ("misc", "attack"), "action_used": True}, {"flurry": -3}),
        ({"poison": Poison(2, "lethal", 3, penalty=1)}, {"poison": -1}),
        ({"active": (FURY,)}, {"Fury": 2}),
        (
            {"flurry": ("misc",), "action_used": True, "health": Health(lethal=4), "active": (FURY,)},
            {"flurry": -3, "wounds": -2, "Fury": 2},
        ),
    ],
    ids=["plain", "wounds", "flurry", "poison", "a lasting power", "all at once"],
)
def test_the_pool_is_that_of_the_sheet_with_what_the_fight_brings(ann: dict[str, Any], terms: dict[str, int]) -> None:
    dice = 6 + sum(amount for name, amount in terms.items() if name not in ("Dexterity", "Athletics"))
    _, event = rolled(scene(**ann), LEAP, [7, 7, *[2] * 20][:dice])
    told = {term.name: term.amount for step in event.pool.steps for term in step.terms}
    assert told == {"Dexterity": 4, "Athletics": 2, **terms}
    weighed = BATTLE.weigh(scene(**ann), ANN, LEAP)
    assert weighed is not None
    assert weighed.pool == event.pool


@pytest.mark.parametrize("label", ["Another action", "Another action, with a Specialty"])
def test_no_traits_are_chosen_for_a_roll_that_spends_the_turn(label: str) -> None:
    offer = next(offer for offer in BATTLE.legal_moves(scene(), ANN) if offer.label == label)
    asked = [(field.initial, field.required) for field in offer.fields if field.name in ("attribute", "ability")]
    assert asked == [((), True)] * 2


@pytest.mark.parametrize(
    ("faces", "outcome", "line"),
    [
        ([7, 10, 2, 2, 2, 2], "success", "Ann rolls Dexterity + Athletics: 3 successes against 2."),
        ([7, 1, 2, 2, 2, 2], "failure", "Ann rolls Dexterity + Athletics: 1 success against 2."),
        ([1, 2, 2, 2, 2, 2], "botch", "Ann rolls Dexterity + Athletics: 0 successes against 2."),
    ],
)
def test_dice_steps_and_verdict_are_told(faces: list[int], outcome: str, line: str) -> None:
    _, event = rolled(scene(), LEAP, faces)
    told = BATTLE.view_event(event, ANN)
    assert told is not None
    assert (event.outcome, told["verdict"], told["line"]) == (outcome, outcome, line)
    assert [die["face"] for die in told["steps"][0]["dice"]] == faces
    assert "3E-010" in {step["rule"] for step in told["steps"][0]["sum"]}


def test_it_is_the_turns_action_and_lowers_the_defense() -> None:
    state, events = play(scene(), replace(LEAP, note="over the cart"), [2] * 6, ANN)
    ann = state.get("ann")
    assert ann.action_used
    assert [modifier.amount for modifier in ann.timed] == [-1]
    assert found(events, ev.ActionTaken)[0].note == "over the cart"
    with pytest.raises(
        IllegalMove, match="Ann has used this turn’s combat action; to take two, declare a flurry first"
    ):
        play(state, LEAP)


@pytest.mark.parametrize("first", ["attack", "misc"])
def test_in_a_flurry_both_actions_lose_three_dice_whichever_comes_first(first: str) -> None:
    state, _ = play(scene(), mv.DeclareFlurry("ann", "attack", "misc"))
    attack = mv.Attack("ann", "bob", "decisive")
    moves = [attack, LEAP] if first == "attack" else [LEAP, attack]
    pools = []
    for move in moves:
        state, events = play(state, move, [2] * 3 if move is LEAP else [2] * 4)
        pools += [event.pool for event in events if isinstance(event, (ev.ActionRolled, ev.AttackRolled))]
    assert all("flurry" in {term.name for step in pool.steps for term in step.terms} for pool in pools)
    assert len(pools) == 2
    assert state.get("ann").flurry == ()


def test_motes_willpower_and_a_stunt_are_paid_and_rewarded_in_the_fight() -> None:
    before = scene(personal=10, peripheral=10, willpower=3)
    move = replace(LEAP, motes=6, willpower=True, stunt=2, specialty=True)
    state, event = rolled(before, move, [7] + [2] * 14)
    ann = state.get("ann")
    assert event.successes == 3
    assert (ann.peripheral, ann.anima, ann.willpower) == (4, 1, 3)
    assert "leaping" in {term.name for step in event.pool.steps for term in step.terms}


@pytest.mark.parametrize(
    ("changes", "ann", "code"),
    [
        ({"ability": "melee", "specialty": True}, {}, "no_specialty"),
        ({"motes": 7}, {"peripheral": 20}, "too_many_motes"),
        ({"motes": 3}, {"personal": 1, "peripheral": 1}, "too_few_motes"),
        ({"motes": 6}, {"peripheral": 20, "active": (FURY,)}, "too_many_dice"),
        ({"willpower": True}, {"willpower": 0}, "no_willpower"),
        ({"attribute": "charm"}, {}, "unknown_trait"),
        ({"difficulty": -1}, {}, "out_of_range"),
        ({"stunt": 4}, {}, "out_of_range"),
        ({"note": "\x00"}, {}, "bad_text"),
        ({}, {"flurry": ("attack",), "action_used": True}, "not_in_flurry"),
        ({}, {"sheet": None}, "no_sheet"),
    ],
)
def test_what_the_rules_or_the_purse_forbid_is_refused(changes: dict[str, Any], ann: dict[str, Any], code: str) -> None:
    for ask in (BATTLE.weigh, lambda state, seat, move: play(state, move, seat=seat)):
        with pytest.raises((IllegalMove, BadInput)) as refused:
            ask(scene(**ann), ANN, replace(LEAP, **changes))
        assert refused.value.code == code


def test_the_storyteller_may_give_and_take_dice() -> None:
    _, event = rolled(scene(), replace(LEAP, bonus=-3), [2] * 3)
    assert event.pool.total == 3


def offered(state: State, seat: Seat = ANN) -> dict[str, list[str]]:
    """The abilities of each such offer."""
    offers = [offer for offer in BATTLE.legal_moves(state, seat) if offer.move == "TakeAction" and not offer.reason]
    abilities = {offer.label: next(field for field in offer.fields if field.name == "ability") for offer in offers}
    return {label: [choice.label for choice in field.choices] for label, field in abilities.items()}


def test_a_specialty_is_offered_with_the_abilities_that_have_one() -> None:
    assert offered(scene())["Another action, with a Specialty"] == ["Athletics: leaping"]
    assert list(offered(scene(changed={"specialties": []}))) == ["Another action"]


def test_bonus_dice_and_an_easier_task_are_the_storytellers_and_a_player_asks_for_them_last() -> None:
    offer = next(offer for offer in BATTLE.legal_moves(scene(), ANN) if offer.move == "TakeAction")
    assert [field.name for field in offer.fields if field.waits] == ["difficulty", "bonus"]
    assert [field.name for field in offer.fields][-2:] == ["difficulty", "bonus"]
    for easier in (replace(LEAP, bonus=1), replace(LEAP, difficulty=0)):
        with pytest.raises(NeedsRuling):
            BATTLE.check(scene(), ANN, easier)
    BATTLE.check(scene(), ANN, replace(LEAP, difficulty=3, bonus=-1))
    weighed = BATTLE.weigh(scene(), ANN, replace(LEAP, bonus=2))  # the preview tells what a proposal would bring
    assert weighed is not None
    assert weighed.pool.total == 8


def test_what_a_plain_action_is_stands_in_quotation_marks_and_penalties_have_a_true_minus() -> None:
    state, events = play(scene(), mv.Miscellaneous("ann", "over the rail"), seat=ANN)
    assert [told["line"] for event in events if (told := BATTLE.view_event(event, ANN))] == [
        "Ann takes a miscellaneous action: “over the rail”."
    ]
    assert "miscellaneous action −1" in BATTLE.view(state, ANN)["combatants"][0]["conditions"]


def test_a_flurry_is_told_in_words() -> None:
    state, _ = play(scene(), mv.DeclareFlurry("ann", "defend_other", "misc"), seat=ANN)
    assert "flurry: Defend Other, Miscellaneous action" in BATTLE.view(state, ANN)["combatants"][0]["conditions"]
    with pytest.raises(IllegalMove, match="Ann declared a flurry: Defend Other and Miscellaneous action left"):
        play(state, mv.Attack("ann", "bob", "withering"), seat=ANN)
