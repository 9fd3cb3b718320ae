"""Sheets, rolls outside combat, and the command line's plain roll."""

from typing import Any

import pytest

from rules import get_system
from rules.codec import encode
from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.paths import get_path, write_path
from rules.v20da.actions.request import Request
from rules.v20da.options import Options

SYSTEM = get_system("v20da")
SHEETS, ROLLS, COMMAND = SYSTEM.sheets, SYSTEM.rolls, SYSTEM.command


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_archetype_is_legal_and_every_place_of_its_page_can_be_written(archetype: str) -> None:
    data = SHEETS.blank(archetype)
    sheet = SHEETS.parse(data)
    assert encode(sheet) == data
    for section in SHEETS.layout(sheet):
        for trait in section.traits:
            assert get_path(data, trait.key) == trait.value
            assert SHEETS.parse(write_path(data, trait.key, trait.value)) == sheet
    assert SHEETS.parse(SHEETS.as_extra(sheet)).extra
    assert all(line.steps[-1].after == line.total for line in SHEETS.derived(sheet))


def test_an_empty_sheet_is_a_mortal_and_is_filled() -> None:
    sheet = SHEETS.parse({})
    assert (sheet.being, sheet.dots("strength"), sheet.dots("melee")) == ("mortal", 1, 0)
    assert len(sheet.abilities) == 30


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"attributes": {"strength": 6}}, "attributes.strength"),
        ({"attributes": {"luck": 1}}, "attributes.luck"),
        ({"abilities": {"larceny": 1}}, "abilities.larceny"),
        ({"abilities": {"melee": -1}}, "abilities.melee"),
        ({"being": "ghost"}, "being"),
        ({"being": "vampire", "generation": 3}, "generation"),
        ({"being": "vampire", "generation": 13, "blood": 11}, "blood"),
        ({"health": "////////"}, "health"),
        ({"weapons": ["pike"]}, "weapons.pike"),
        ({"armor": 6}, "armor"),
        ({"virtues": {"courage": 0}}, "virtues.courage"),
        ({"willpower": 3, "willpower_points": 4}, "willpower_points"),
        ({"concept": "x" * 201}, "concept"),
        ({"specialties": {"melee": "a\nb"}}, "specialties.melee"),
        ({"custom_abilities": {"Bad Key": "skill"}}, "custom_abilities.Bad Key"),
        ({"clan_disciplines": ["auspex"]}, "clan_disciplines.auspex"),
        ({"shoe": 3}, "shoe"),
        ({"road": 11}, "road"),
    ],
)
def test_a_wrong_place_is_named(wrong: dict[str, Any], key: str) -> None:
    with pytest.raises(BadInput) as refusal:
        SHEETS.parse(wrong)
    assert refusal.value.data["key"] == key


def test_custom_abilities_and_low_generations_are_possible() -> None:
    sheet = SHEETS.parse({"being": "vampire", "generation": 6, "attributes": {"strength": 7}, "blood": 30,
                          "custom_abilities": {"larceny": "skill"}, "abilities": {"larceny": 2}})  # fmt: skip
    keys = [trait.key for section in SHEETS.layout(sheet) for trait in section.traits]
    assert "own_traits.0.dots" in keys
    assert "specialties.strength" in keys


def test_a_roll_explains_its_pool_and_names_its_degree() -> None:
    sheet = SHEETS.parse(SHEETS.blank("knight"))
    request = Request(first="strength", second="melee", modifier=1, specialty=True, kind="dangerous")
    roller = ScriptedRoller([10, 7, 6, 1, 2, 3, 4, 5])
    roll = ROLLS.roll(sheet, request, roller, Options())
    roller.finish()
    assert (roll.title, roll.pool.total, roll.total, roll.verdict) == ("Strength + Melee", 8, 3, "complete")
    assert [step.name for step in roll.pool.steps] == [
        "Traits", "Circumstances", "Armor", "Wounds", "Multiple actions",
    ]  # fmt: skip
    assert roll.notes == ()
    assert roll.options == encode(Options())


def test_armor_weighs_on_dexterity_and_wounds_on_all_but_virtues() -> None:
    sheet = SHEETS.parse({**SHEETS.blank("knight"), "health": "XX"})
    assert ROLLS.pool(sheet, Request("dexterity", "athletics"), Options()).total == 3 + 2 - 1 - 1
    assert ROLLS.pool(sheet, Request("strength", "athletics"), Options()).total == 3 + 2 - 1
    assert ROLLS.pool(sheet, Request("courage"), Options()).total == 3


def test_an_easy_roll_suggests_an_automatic_success() -> None:
    sheet = SHEETS.parse(SHEETS.blank("knight"))
    notes = [
        ROLLS.roll(sheet, Request("strength", "melee", 4, kind=kind), ScriptedRoller([5] * 7), Options()).notes
        for kind in ("plain", "dangerous")
    ]
    assert [len(note) for note in notes] == [2, 1]


@pytest.mark.parametrize(
    ("request_", "rule"),
    [
        (Request("wits", "occult"), "V20-011"),
        (Request("wits", "stealth", 10), "V20-039"),
        (Request("wits", "alertness", 8, attempt=3), "V20-071"),
        (Request("wits", "alertness", 7, place=3), "V20-053"),
        (Request("wits", "alertness", 1), "V20-026"),
        (Request("wits", modifier=-9), "V20-037"),
    ],
)
def test_a_roll_that_cannot_be_is_refused_before_a_die_falls(request_: Request, rule: str) -> None:
    sheet = SHEETS.parse(SHEETS.blank("knight"))
    for call in (lambda: ROLLS.roll(sheet, request_, ScriptedRoller([]), Options()),
                 lambda: ROLLS.odds(sheet, request_, Options())):  # fmt: skip
        with pytest.raises(IllegalMove) as refusal:
            call()
        assert refusal.value.data["rule"] == rule


def test_the_incapacitated_roll_nothing_but_virtues() -> None:
    sheet = SHEETS.parse({"health": "XXXXXXX"})
    with pytest.raises(IllegalMove):
        ROLLS.pool(sheet, Request("wits"), Options())
    assert ROLLS.pool(sheet, Request("courage"), Options()).total == 1


def test_unknown_traits_are_bad_input() -> None:
    sheet = SHEETS.parse({})
    for request in (Request("luck"), Request("wits", "luck")):
        with pytest.raises(BadInput):
            ROLLS.pool(sheet, request, Options())


def test_the_form_has_every_answer_of_the_request() -> None:
    sheet = SHEETS.parse(SHEETS.blank("knight"))
    beside = {"powers", "conditions", "obstacles", "attempt"}  # the table counts the attempts
    assert {field.name for field in ROLLS.fields(sheet)} == {*Request.__dataclass_fields__} - beside
    second = next(field for field in ROLLS.fields(sheet) if field.name == "second")
    assert {choice.value for choice in second.choices if choice.reason} >= {"occult", "law"}


def test_the_plain_roll_reads_difficulty_or_target() -> None:
    for numbers in ({"pool": 2, "difficulty": 8}, {"pool": 2, "target": 8}):
        roll = COMMAND.roll(numbers, ScriptedRoller([8, 7]))
        assert (roll.total, roll.outcome) == (1, "success")
        assert COMMAND.odds(numbers).mean > 0


@pytest.mark.parametrize(("mode", "outcome", "botch"), [("rolled", "failure", "9/100"), ("net", "botch", "19/100")])
def test_the_plain_roll_counts_botches_as_it_is_told(mode: str, outcome: str, botch: str) -> None:
    numbers = {"pool": 2, "botch_mode": mode}
    roll = COMMAND.roll(numbers, ScriptedRoller([8, 1]))
    assert (roll.outcome, roll.options["botch_mode"]) == (outcome, mode)
    assert str(COMMAND.odds(numbers).botch) == botch


@pytest.mark.parametrize(
    "numbers",
    [{"pool": 2, "difficulty": 8, "target": 7}, {"pool": -1}, {"pool": 10_000}, {"pool": 2, "external": 1},
     {"pool": 2, "doubles": False}, {"pool": 2, "rote": True}, {"pool": 0}, {"pool": 2, "target": 1},
     {"pool": 2, "bonus_successes": 1}, {"pool": 2, "again": 8}, {"pool": 2, "chance": True},
     {"pool": 2, "botch_mode": "both"}],
)  # fmt: skip
def test_the_plain_roll_refuses_what_the_game_does_not_know(numbers: dict[str, Any]) -> None:
    with pytest.raises((BadInput, IllegalMove)):
        COMMAND.roll(numbers, ScriptedRoller([]))
    with pytest.raises((BadInput, IllegalMove)):
        COMMAND.odds(numbers)
