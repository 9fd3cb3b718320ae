"""Weapons of one's own, by the classes of the book (3E-241 to 3E-260)."""

import pytest

from rules import get_system
from rules.errors import BadInput
from rules.exalted3e.sheet.derived import carried
from rules.exalted3e.sheet.gear import find_weapon, parse_weapons
from rules.text import Text

SHEETS = get_system("exalted3e").sheets
FIGURES = (
    "kind",
    "abilities",
    "accuracy",
    "bands",
    "damage",
    "defense",
    "overwhelming",
    "damage_type",
    "reach",
    "tags",
)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("Duel blade: balanced", "sword"),
        ("Red Sorrow: artifact medium melee, lethal, balanced", "artifact_sword"),
        ("Butcher's tool: light", "knife"),
    ],
)
def test_a_row_has_the_figures_of_its_class(line: str, key: str) -> None:
    (own,) = parse_weapons(line)
    known = find_weapon(key)
    assert own.name == line.partition(":")[0]
    assert [getattr(own, name) for name in FIGURES] == [getattr(known, name) for name in FIGURES]


def test_a_row_names_another_ability_or_form() -> None:
    claws, bow = parse_weapons("Claws: light, brawl, bashing\nHorn bow: artifact heavy archery")
    assert (claws.abilities, claws.damage_type) == (("brawl",), "bashing")
    assert (bow.kind, bow.abilities, bow.reach, bow.bands[1]) == ("archery", ("archery",), 3, 5)


@pytest.mark.parametrize(
    "text", ["Blade: sharp", ": medium", "A" * 61, "Straight sword: medium", "\n".join("abcdefghijklmnop")]
)
def test_what_cannot_be_read_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        SHEETS.parse({"archetype": "solar", "weapons": ["sword"], "own_weapons": text})
    assert refused.value.data["key"] == "own_weapons"


def test_they_are_carried_between_the_tables_weapons_and_bare_hands() -> None:
    sheet = SHEETS.parse({"archetype": "solar", "weapons": ["sword"], "own_weapons": "Red Sorrow: artifact heavy"})
    assert [weapon.name for weapon in carried(sheet)] == ["Straight sword", "Red Sorrow", "Unarmed"]
    assert any("Red Sorrow" in value.title for value in SHEETS.derived(sheet))


def test_attuning_an_artifact_of_ones_own_commits_motes_too() -> None:
    sheet = SHEETS.parse(
        {"archetype": "solar", "weapons": ["artifact_sword"], "own_weapons": "Red Sorrow: artifact heavy"}
    )
    assert {value.title: value.total for value in SHEETS.derived(sheet)}[Text("Motes to commit")] == 10
