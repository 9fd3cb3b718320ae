"""Weapons and armor as a sheet to read has them, in all systems."""

import pytest

from rules import SYSTEMS, get_system
from rules.battle import Json
from rules.sheets import NONE, Table


def arms_of(system: str, archetype: str, **values: Json) -> dict[str, Table]:
    sheets = get_system(system).sheets
    tables = sheets.arms(sheets.parse({**sheets.blank(archetype), **values}))
    return {table.title: table for table in tables}


def row_of(table: Table, name: str) -> dict[str, str]:
    return next(dict(zip(table.columns, row, strict=True)) for row in table.rows if row[0] == name)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_row_fills_its_columns_and_stands_for_traits_of_the_sheet(system: str) -> None:
    sheets = get_system(system).sheets
    for archetype in sheets.archetypes:
        sheet = sheets.parse(sheets.blank(archetype))
        places = {trait.key for section in sheets.layout(sheet) for trait in section.traits}
        for table in sheets.arms(sheet):
            assert set(table.keys) <= places
            assert table.rows
            assert all(len(row) == len(table.columns) and all(row) for row in table.rows)


@pytest.mark.parametrize(
    ("system", "archetype", "values", "name", "figures"),
    [
        (
            "exalted2e", "dawn", {"weapons": ["daiklave"], "own_weapons": ""}, "Daiklave",
            {"Speed": "5", "Pool": "9", "Accuracy": "+2", "Damage": "8L", "Defense": "+2", "Rate": "3"},
        ),
        (
            "exalted2e", "dawn", {"own_weapons": "My bow (Archery): Speed 6, Accuracy -1, Damage 9L, Range 30"},
            "My bow",
            {"Accuracy": "−1", "Damage": "9L", "Defense": NONE, "Range and tags": "30 yards"},
        ),
        (
            "exalted3e", "mortal", {}, "Straight sword",
            {"Withering": "6", "Decisive": "4", "Damage": "11L", "Overwhelming": "2", "Defense": "+1"},
        ),
        (
            "wod2004", "officer", {}, "Light pistol",
            {"Pool": "8", "Damage": "2L", "Range": "20/40/80", "Strength": "2"},
        ),
        (
            "wod2004", "mortal", {"attributes": {"strength": 1, "resolve": 2, "composure": 2}}, "Unarmed",
            {"Pool": "0", "Damage": "0B", "Notes": NONE},
        ),
        (
            "v20da", "knight", {}, "Broadsword",
            {"Dice": "6", "Difficulty": "6", "Damage": "5 lethal", "Range": NONE},
        ),
        ("v20da", "guard", {}, "Crossbow", {"Damage": "3 lethal", "Range": "90 yards"}),
        ("v20da", "knight", {}, "Kick", {"Difficulty": "7", "Damage": "4 bashing"}),
    ],
)  # fmt: skip
def test_a_weapon_has_its_figures_and_the_pool_of_the_hands_that_hold_it(
    system: str, archetype: str, values: dict[str, Json], name: str, figures: dict[str, str]
) -> None:
    row = row_of(arms_of(system, archetype, **values)["Weapons"], name)
    assert {head: row[head] for head in figures} == figures


@pytest.mark.parametrize(
    ("system", "archetype", "worn", "bare"),
    [
        ("exalted2e", "dawn", ("Chain shirt", "3L/1B"), {"armor": []}),
        ("exalted3e", "mortal", ("Light armor", "+3"), {"armor": "none"}),
        ("wod2004", "officer", ("Kevlar vest", "1"), {"armor": ""}),
    ],
)
def test_armor_stands_there_while_it_is_worn(
    system: str, archetype: str, worn: tuple[str, str], bare: dict[str, Json]
) -> None:
    assert arms_of(system, archetype)["Armor"].rows[0][:2] == worn
    assert "Armor" not in arms_of(system, archetype, **bare)
