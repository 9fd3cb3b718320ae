"""Sheets: parsing, equipment, archetypes, the page and derived values."""

import json
from typing import Any

import pytest

from rules.codec import encode
from rules.errors import BadInput
from rules.exalted2e.sheet.derived import derived
from rules.exalted2e.sheet.equipment import ARMORS, WEAPONS, parse_armors, parse_weapons
from rules.exalted2e.sheet.parse import mote_capacity, parse, specialty_dots
from rules.exalted2e.sheet.rows import Specialty
from rules.exalted2e.sheet.sheets import SHEETS
from rules.exalted2e.system import SYSTEM
from rules.exalted2e.traits import ALL_ABILITIES, ATTRIBUTES
from rules.paths import get_path, write_path
from rules.text import Text


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_archetype_is_a_legal_sheet_and_comes_back_the_same(archetype: str) -> None:
    data = SHEETS.blank(archetype)
    sheet = parse(json.loads(json.dumps(data)))
    assert encode(sheet) == data
    assert sheet.willpower_points == sheet.willpower
    assert (sheet.personal, sheet.peripheral) == mote_capacity(sheet)


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_archetype_can_be_an_extra(archetype: str) -> None:
    extra = parse(SHEETS.as_extra(parse(SHEETS.blank(archetype))))
    assert (extra.being, len(extra.health), mote_capacity(extra)) == ("extra", 3, (0, 0))


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_trait_of_the_page_stands_at_its_path(archetype: str) -> None:
    data = SHEETS.blank(archetype)
    for section in SHEETS.layout(parse(data)):
        for trait in section.traits:
            assert get_path(data, trait.key) == trait.value
            assert parse(write_path(data, trait.key, trait.value)) == parse(data)
            if trait.kind in ("dots", "number"):
                assert trait.low <= trait.value <= trait.high
            if trait.kind == "choice":
                assert trait.value in [choice.value for choice in trait.choices]


def test_the_page_shows_every_attribute_and_ability() -> None:
    keys = {trait.key for section in SHEETS.layout(parse(SHEETS.blank("dawn"))) for trait in section.traits}
    assert {f"attributes.{name}" for name in ATTRIBUTES} <= keys
    assert {f"abilities.{name}" for name in ALL_ABILITIES} <= keys


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("attributes.strength", 11, "attributes.strength"),
        ("virtues.valor", 0, "virtues.valor"),
        ("virtues.valor", 6, "virtues.valor"),
        ("channels.valor", 5, "channels.valor"),
        ("willpower", 0, "willpower"),
        ("essence", 0, "essence"),
        ("personal", 99, "personal"),
        ("personal_committed", 5, "personal"),
        ("health", "....", "health"),
        ("health", "BL.....", "health"),
        ("health", "L.L....", "health"),
        ("track", "-1 -0 I", "track"),
        ("being", "god", "being"),
        ("specialties", "Luck: Dice", "specialties"),
        ("specialties", "Melee: Swords 3, Axes", "specialties"),
        ("specialties", "Melee: 3", "specialties"),
        ("favored", ["luck"], "favored"),
        ("healing", [[0, 3, 2]], None),
        ("weapons", ["spoon"], "spoon"),
        ("weapons", ["axe", "axe"], "axe"),
        ("armor", ["skin"], "skin"),
        ("shield", "door", "door"),
        ("notes", "x" * 3000, "notes"),
        ("own_weapons", "a stick", None),
    ],
)
def test_what_no_character_can_have_is_refused_by_name(path: str, value: object, key: str | None) -> None:
    with pytest.raises(BadInput) as caught:
        parse(write_path(SHEETS.blank("dawn"), path, value))
    assert key is None or key in caught.value.data.values()


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(BadInput) as caught:
        parse({"luck": 5})
    assert caught.value.data["key"] == "luck"


def test_an_ordinary_mortal_has_essence_1() -> None:
    with pytest.raises(BadInput):
        parse({"being": "mortal", "essence": 2})
    assert mote_capacity(parse({"being": "heroic_mortal", "essence": 2, "awakened": True})) == (11, 23)


def test_older_sheets_have_text_where_rows_are_now() -> None:
    long = "The ferrymen of the lower river, " * 8
    sheet = parse(
        {"specialties": "Melee: Swords 2, Rain; Martial Arts: Fists", "intimacies": f"My sister; the river\n{long}"}
    )
    assert sheet.specialties[:3] == (
        Specialty("melee", "Swords", 2),
        Specialty("melee", "Rain", 1),
        Specialty("martial_arts", "Fists", 1),
    )
    assert (specialty_dots(sheet, "melee"), specialty_dots(sheet, "dodge")) == (3, 0)
    assert [row.text for row in sheet.intimacies[:2]] == ["My sister", "the river"]
    assert " ".join(row.text for row in sheet.intimacies[2:]).strip() == long.strip()
    assert parse({"specialties": "", "intimacies": ""}) == parse({})
    assert parse(encode(sheet)) == sheet


def test_a_row_that_is_half_written_stands_there_and_counts_for_nothing() -> None:
    sheet = parse({"specialties": [{"ability": "melee", "dots": 3}, {"name": "Swords"}]})
    assert len(sheet.specialties) == 4
    assert specialty_dots(sheet, "melee") == 0
    wants = SYSTEM.sheets.creation(sheet, SYSTEM.options()).wants
    assert "Choose Melee’s specialty (2E-170)." in wants
    assert "Choose which Ability 'Swords' is a specialty of (2E-170)." in wants


def test_two_empty_rows_are_kept_to_write_in() -> None:
    blank: dict[str, Any] = {"specialties": [{}, {"dots": 3}], "intimacies": [{"text": " "}], "own_backgrounds": [{}]}
    assert parse(blank) == parse({})


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"specialties": [{"ability": "luck", "name": "Dice"}]}, "specialties.0.ability"),
        ({"specialties": [{"ability": "melee", "name": "Swords", "dots": 4}]}, "specialties.0.dots"),
        ({"specialties": [{"ability": "melee", "name": "x" * 61}]}, "specialties.0.name"),
        (
            {
                "specialties": [
                    {"ability": "melee", "name": "A", "dots": 2},
                    {"ability": "melee", "name": "B", "dots": 2},
                ]
            },
            "specialties",
        ),
        ({"specialties": [{"name": "A"}] * 61}, "specialties"),
        ({"intimacies": [{"text": "x" * 201}]}, "intimacies.0.text"),
        ({"own_backgrounds": [{"name": "Ship", "dots": 6}]}, "own_backgrounds.0.dots"),
        ({"own_backgrounds": [{"name": "a\nb"}]}, "own_backgrounds.0.name"),
    ],
)
def test_rows_are_held_to_the_rules(values: dict[str, Any], key: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(values)
    assert caught.value.data["key"] == key


def test_backgrounds_of_ones_own_count_with_the_others() -> None:
    plain, rich = (
        SHEETS.blank("dawn"),
        write_path(SHEETS.blank("dawn"), "own_backgrounds", [{"name": "A ship", "dots": 3}]),
    )
    lines = [
        {line.title: line.spent for line in SYSTEM.sheets.creation(parse(one), SYSTEM.options()).lines}
        for one in (plain, rich)
    ]
    assert lines[1][Text("Backgrounds")] == lines[0][Text("Backgrounds")] + 3


def test_the_tables_hold_the_figures_of_the_book() -> None:
    fist, daiklave, plate = WEAPONS["punch"], WEAPONS["daiklave"], ARMORS["superheavy_plate"]
    assert (fist.speed, fist.accuracy, fist.defense, fist.rate, fist.is_natural) == (5, 1, 2, 3, True)
    assert (daiklave.damage, daiklave.damage_type, daiklave.minimum, daiklave.attune) == (5, "L", 2, 5)
    assert (plate.soak_lethal, plate.soak_bashing, plate.mobility, plate.fatigue) == (12, 12, 4, 3)
    assert (len(WEAPONS), len(ARMORS)) == (26, 11)
    assert WEAPONS["staff"].abilities == ("melee", "martial_arts")


def test_a_weapon_of_ones_own_is_written_as_the_books_print_it() -> None:
    text = "Old Thunder (Melee): Speed 4, Accuracy +2, Damage +5L, Defense -1, Rate 3, Minimum 2, Range 30, Tags O R"
    (weapon,) = parse_weapons(text)
    assert (weapon.key, weapon.accuracy, weapon.damage, weapon.flat) == ("old_thunder", 2, 5, False)
    assert (weapon.defense, weapon.range, weapon.has_reach) == (-1, 30, True)
    assert parse_weapons("Gun (Archery): Speed 5, Accuracy 0, Damage 9L, Rate 1")[0].flat
    (armor,) = parse_armors("Night Coat: Soak 5L/3B, Mobility 1")
    assert (armor.soak_lethal, armor.soak_bashing, armor.mobility, armor.hardness_lethal) == (5, 3, 1, 0)


@pytest.mark.parametrize(
    "text",
    [
        "Stick",
        "Stick (Melee)",
        "Stick (Dancing): Speed 5, Accuracy 0, Damage +1B",
        "Stick (Melee): Speed 5, Accuracy 0",
        "Stick (Melee): Speed 5, Accuracy 0, Damage +1X",
        "Stick (Melee): Speed five, Accuracy 0, Damage +1B",
        "Stick (Melee): Speed 5, Speed 5, Accuracy 0, Damage +1B",
        "Stick (Melee): Speed 5, Accuracy 0, Damage +1B, Luck 3",
        ": Speed 5",
    ],
)
def test_a_row_that_cannot_be_read_is_quoted(text: str) -> None:
    with pytest.raises(BadInput):
        parse_weapons(text)


def test_derived_values_say_why() -> None:
    values = {value.title: value for value in derived(parse(SHEETS.blank("dawn")))}
    assert values[Text("Join Battle")].total == 6
    assert values[Text("Dodge DV")].total == 5
    assert values[Text("Soak, lethal")].total == 1 + 3
    assert values[Text("Personal motes")].total == 12
    assert all(value.steps[-1].after == value.total for value in values.values())


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_archetype_has_derived_values(archetype: str) -> None:
    titles = [value.title for value in derived(parse(SHEETS.blank(archetype)))]
    assert {"Dodge DV", "Move", "Dash", "Dodge MDV"} <= set(titles)
    assert len(titles) == len(set(titles))


def test_a_weapon_too_heavy_for_the_arm_costs_successes() -> None:
    (maul,) = parse_weapons("Maul (Melee): Speed 6, Accuracy 0, Damage +9B, Strength 2, Tags 2")
    assert [maul.strength_penalty(1), maul.strength_penalty(2), maul.strength_penalty(4, one_handed=True)] == [1, 0, 2]


def test_kinds_are_called_as_the_book_calls_them() -> None:
    sections = SHEETS.layout(parse(SHEETS.blank("zenith")))
    (kind,) = (trait for section in sections for trait in section.traits if trait.label == "Kind")
    assert [str(choice.label) for choice in kind.choices][:4] == ["Solar", "Lunar", "Sidereal", "Dragon-Blooded"]
