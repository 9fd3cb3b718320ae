"""A difficulty for each declared action; the whole set is judged when it is declared, and plain actions roll by it."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle.seats import Numbers
from rules.battle.sources import NeedsRuling
from rules.dice import ScriptedRoller
from rules.v20da.actions.request import Request
from rules.v20da.fighting import sheet_of, suffer_as
from rules.v20da.options import DEFAULTS
from tests.rules.v20da.table import ADA, SYSTEM, Table, duel, kinds, sheet

AGILE = sheet(
    attributes={"dexterity": 5, "strength": 4, "stamina": 3, "wits": 2},
    abilities={"athletics": 3, "brawl": 3, "survival": 0},
    virtues={"courage": 4},
    specialties={"athletics": "leaping", "dexterity": "grace"},
)
TRUSTED = replace(ADA, numbers=Numbers("trusting"))
"""Ada, where difficulties that players say count at once."""


def waiting(body: dict[str, Any] | None = AGILE) -> Table:
    table = duel(body)
    table.declare("foe", "wait")
    return table


@pytest.mark.parametrize(
    "difficulties", [[4, 4, 4, 4], [5, 5, 5, 5], [6, 6, 6, 5], [2] * 7, [8, 7], [6, 0, 6]], ids=str
)
def test_a_set_stands_where_no_difficulty_reaches_ten_in_its_place(difficulties: list[int]) -> None:
    table = waiting()
    table.declare("ada", *["other"] * len(difficulties), difficulties=difficulties, seat=TRUSTED)
    cards = table["ada"].cards
    assert [(card.place, card.difficulty) for card in cards] == list(enumerate([d or 6 for d in difficulties], 1))


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ({"others": ["other"] * 3, "difficulties": [6, 6, 7]},
         "Action 3, Another action: difficulty 7 + 3 = 10, and 9 is the most (V20-053)."),
        ({"others": ["other"] * 4, "difficulties": [6, 6, 6, 6]}, "Action 4, Another action: difficulty 6 + 4 = 10"),
        ({"others": ["dodge", "other"], "attack": "kick", "target": "foe", "attack_place": 3},
         "Action 3, Kick: difficulty 7 + 3 = 10"),
        ({"others": ["other", "parry"]}, "Action 2, Parry: 2 − 2 dice, so none are left (V20-056)."),
        ({"others": ["other"], "difficulties": [10], "attack": "strike", "target": "foe"},
         "Action 2, Another action: difficulty 10 + 2 = 12"),
    ],
)  # fmt: skip
def test_the_refusal_names_the_impossible_action_with_its_sum(declared: dict[str, Any], sentence: str) -> None:
    table = waiting({**AGILE, "attributes": {**AGILE["attributes"], "dexterity": 2}, "weapons": ["club"]})
    refusal = table.refuse("DeclareActions", ADA, actor="ada", **declared)
    assert sentence in refusal.sentence
    assert table["ada"].cards == ()


def test_what_makes_the_target_hard_to_hit_counts_when_the_attack_is_declared() -> None:
    table = waiting()
    table.move("Override", actor="foe", what="cover", value=3, reason="behind the mill")
    refusal = table.refuse("DeclareActions", ADA, actor="ada", others=["dodge"], attack="strike", target="foe")
    assert "Action 1, Strike: difficulty 9 + 1 = 10" in refusal.sentence
    table.declare("ada", attack="strike", target="foe", seat=ADA)


def test_who_is_harder_to_hit_has_a_form_of_their_own() -> None:
    table = waiting()
    table.add("wall", dice=[1])
    table.declare("wall", "wait")
    table.move("Override", actor="wall", what="cover", value=3, reason="behind the mill")
    labels = {offer.label: offer for offer in table.offers(ADA, "DeclareActions")}
    assert [c.value for c in labels["Attack"].fields[1].choices] == ["foe"]
    assert [c.value for c in labels["Attack (in superior cover)"].fields[1].choices] == ["wall"]
    assert "Attack, then other actions" in labels
    assert "Attack, then other actions (in superior cover)" not in labels


@pytest.mark.parametrize("bad", [[1], [11], [-3]])
def test_a_difficulty_lies_between_two_and_ten(bad: list[int]) -> None:
    table = waiting()
    refusal = table.refuse("DeclareActions", ADA, actor="ada", others=["other"], difficulties=bad)
    assert (refusal.code, refusal.data["key"]) == ("difficulty", "difficulties")


@pytest.mark.parametrize(
    ("first", "second", "dice", "difficulty"),
    [
        ("dexterity", "athletics", 7, 6), ("strength", "stamina", 6, 6), ("willpower", "", 4, 6), ("courage", "", 3, 6),
        ("wits", "survival", 1, 7),
    ],
)  # fmt: skip
def test_a_plain_action_rolls_what_the_pad_rolls(first: str, second: str, dice: int, difficulty: int) -> None:
    table = waiting({**AGILE, "health": ""})
    table.declare("ada", "other", "dodge", difficulties=[5], seat=TRUSTED)
    table.reveal()
    taken = table.move("TakeAction", [2] * dice, ADA, actor="ada", attribute=first, ability=second)[0]
    assert (taken.pool.total, taken.difficulty.total) == (dice, difficulty)
    request = suffer_as(table.state, table["ada"], Request(first, second, difficulty=5, place=1))
    body = sheet_of(table["ada"])
    roll = SYSTEM.rolls.roll(body, request, ScriptedRoller([2] * dice), DEFAULTS)
    assert (roll.pool.total, roll.difficulty, roll.outcome) == (dice, difficulty, taken.result.outcome)


@pytest.mark.parametrize(("first", "second", "doubled"), [("dexterity", "athletics", 2), ("strength", "brawl", 1)])
def test_a_specialty_counts_only_where_a_trait_rolled_has_one(first: str, second: str, doubled: int) -> None:
    body = {**AGILE, "abilities": {"athletics": 4, "brawl": 3}}
    table = waiting(body)
    table.declare("ada", "other", seat=ADA)
    table.reveal()
    pool = 9 if second == "athletics" else 7
    move = {"actor": "ada", "attribute": first, "ability": second, "specialty": True}
    taken = table.move("TakeAction", [10] + [2] * (pool - 1), ADA, **move)[0]
    assert taken.result.rolled == doubled


def test_only_the_storyteller_gives_a_declared_action_another_difficulty() -> None:
    table = waiting()
    table.declare("ada", "dodge", "other", difficulties=[0, 6], seat=ADA)
    given: dict[str, Any] = {"actor": "ada", "card": 2}
    assert table.refuse("GiveDifficulty", ADA, **given, difficulty=5).code == "storyteller_only"
    assert "This action can have difficulty 7 at most" in table.refuse("GiveDifficulty", **given, difficulty=8).sentence
    assert table.refuse("GiveDifficulty", actor="ada", card=1, difficulty=5).code == "no_such_card"
    events = table.move("GiveDifficulty", **given, difficulty=7)
    assert table.lines(ADA, events) == ["The Storyteller changes the difficulty of Ada’s action 2 from 6 to 7."]
    table.reveal()
    easier = table.refuse("TakeAction", ADA, actor="ada", attribute="wits", ability="athletics", difficulty=4)
    assert easier.sentence == "Only the Storyteller can set this: Difficulty."
    taken = table.move("TakeAction", [9, 2, 2], ADA, actor="ada", attribute="wits", ability="athletics")
    assert (kinds(taken), taken[0].difficulty.total) == (["ActionTaken"], 9)
    assert table.refuse("GiveDifficulty", **given, difficulty=5).code == "no_such_card"


@pytest.mark.parametrize("numbers", ["ask", "usual"])
def test_a_player_declares_no_easy_action_without_the_storyteller(numbers: Any) -> None:
    table, seat = waiting(), replace(ADA, numbers=Numbers(numbers))
    easy: dict[str, Any] = {"actor": "ada", "others": ["other", "other"], "difficulties": [6, 4]}
    assert isinstance(table.refuse("DeclareActions", seat, **easy), NeedsRuling)
    table.declare("ada", "dodge", "other", difficulties=[2, 7], seat=seat)  # what stands beside a dodge is nothing


def test_small_steps_of_a_declared_difficulty_are_compared_one_by_one() -> None:
    table = waiting()
    table.declare("ada", "other", "other", difficulties=[5, 7], seat=replace(ADA, numbers=Numbers("usual")))
    assert [card.difficulty for card in table["ada"].cards] == [5, 7]


def test_the_form_of_a_set_asks_action_by_action_and_a_difficulty_for_each() -> None:
    table = waiting()
    offer = next(o for o in table.offers(ADA, "DeclareActions") if o.label == "Several actions, no attack")
    named = {field.name: field for field in offer.fields}
    assert [field.high for name, field in named.items() if name.startswith("difficulties")] == [8, 7, 6, 5, 4, 3, 2]
    assert (named["others.1"].required, named["others.2"].required) == (True, False)
    names = [field.name for field in offer.fields]
    beside = {names[place - 1]: field.name for place, field in enumerate(offer.fields) if field.beside}
    assert beside == {f"others.{n}": f"difficulties.{n}" for n in range(7)}
    assert "dodge" not in {c.value for c in named["others.3"].choices if not c.reason}


def test_the_form_of_a_set_asks_in_the_order_of_the_places() -> None:
    table = waiting()
    forms = {offer.label: offer.fields for offer in table.offers(ADA, "DeclareActions")}
    asked = [field.name for field in forms["Another action, then attack"] if not field.beside]
    assert asked[:4] == ["others.0", "attack", "target", "others.1"]
    labels = [
        field.label for field in forms["Another action, then attack"] if field.name in asked and field.name != "target"
    ]
    assert labels[:3] == ["Action 1", "Action 2: attack", "Action 3"]


def test_places_left_empty_are_passed_over_with_their_difficulty() -> None:
    table = waiting()
    table.declare("ada", "other", "", "other", difficulties=[8, 10, 4], seat=TRUSTED)
    assert [(card.place, card.difficulty) for card in table["ada"].cards] == [(1, 8), (2, 4)]


def test_a_form_never_begins_with_somebody_who_is_down() -> None:
    table = Table()
    table.add("ada", character="ada")
    table.add("first", sheet(health="/" * 7))
    table.add("second")
    table.start(10, 10, 2)
    table.declare("second", "wait")
    target = table.offers(ADA, "DeclareActions")[0].fields[1]
    assert ([c.value for c in target.choices], target.initial) == (["second", "first"], "second")
    assert target.choices[1].hint == "blue, down"
    table.move("Override", actor="second", what="bashing", value=7, reason="The fall.")
    assert table.offers(ADA, "DeclareActions")[0].fields[1].initial == ()


def test_traits_that_need_an_ability_have_a_form_of_their_own() -> None:
    table = waiting(
        sheet(abilities={"athletics": 3, "brawl": 1}, willpower=1, willpower_points=1, road=1, health="///")
    )
    table.declare("ada", "other", "other", difficulties=[5, 5], seat=TRUSTED)
    table.reveal()
    forms = {offer.label: offer.fields[:2] for offer in table.offers(ADA, "TakeAction")}
    assert {label: [c.value for c in first.choices] for label, (first, _second) in forms.items()} == {
        "Another action": ["strength"],
        "Another action, Ability of 1 or more": [
            "dexterity", "stamina", "wits", "conscience", "self_control", "courage",
        ],
        "Another action, Ability of 2 or more": [
            "charisma", "manipulation", "appearance", "perception", "intelligence", "willpower", "road",
        ],
    }  # fmt: skip
    asked = [field for fields in forms.values() for field in fields]
    assert {(field.initial, field.required) for field in asked} == {((), True)}  # no careless tap spends the action
    second = forms["Another action, Ability of 2 or more"][1]
    assert {c.value for c in second.choices if not c.reason and c.value in ("", "athletics", "brawl")} == {"athletics"}


def test_what_was_declared_stays_the_default_also_against_somebody_who_fell_meanwhile() -> None:
    table = waiting()
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    assert [offer.move for offer in table.acts(ADA)] == ["MakeAttack", "ForgoAction"]
    table.move("Override", actor="foe", what="bashing", value=7, reason="The fall.")
    assert [offer.move for offer in table.acts(ADA)] == ["MakeAttack", "ForgoAction"]


def test_where_the_declared_target_is_gone_the_next_foe_who_stands_is_offered_first() -> None:
    table = waiting()
    table.add("other", dice=[1])
    table.declare("other", "wait")
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    table.move("Leave", actor="foe")
    offers = table.acts(ADA)
    assert [(offer.move, offer.fixed.get("target")) for offer in offers] == [
        ("MakeAttack", "other"),
        ("ForgoAction", None),
    ]
