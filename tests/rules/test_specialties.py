"""A specialty counts in a roll where the sheet has one for what is rolled, and nowhere else."""

from typing import Any

import pytest

from rules import get_system
from rules.dice import ScriptedRoller
from rules.errors import IllegalMove, RulesError
from rules.system import System

OWNED: dict[str, tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "exalted2e": (
        "heroic_mortal",
        {"specialties": [{"name": "Climbing", "ability": "athletics", "dots": 1}]},
        {"attribute": "dexterity", "ability": "athletics", "specialty": 1},
        {"attribute": "dexterity", "ability": "stealth", "specialty": 1},
    ),
    "exalted3e": (
        "mortal",
        {"specialties": [{"name": "Climbing", "ability": "athletics"}]},
        {"attribute": "dexterity", "ability": "athletics", "specialty": True},
        {"attribute": "dexterity", "ability": "stealth", "specialty": True},
    ),
    "v20da": (
        "mortal",
        {"specialties": {"athletics": "Climbing"}, "abilities": {"athletics": 4, "stealth": 4}},
        {"first": "dexterity", "second": "athletics", "specialty": True},
        {"first": "dexterity", "second": "stealth", "specialty": True},
    ),
    "wod2004": (
        "mortal",
        {"specialties": {"athletics": "Climbing"}},
        {"attribute": "dexterity", "second": "athletics", "specialty": True},
        {"attribute": "dexterity", "second": "stealth", "specialty": True},
    ),
}
"""Of each book: somebody, what makes a climber of her, a roll with that specialty, and one that claims another."""
WITHOUT: dict[str, dict[str, Any]] = {"v20da": {"specialties": {}}, "wod2004": {"specialties": {}}}
"""What the archetype of a book has of its own that would be asked for."""
each = pytest.mark.parametrize("key", sorted(OWNED))


def make(key: str, *, climbs: bool) -> tuple[System, Any]:
    system, (archetype, owned, _, _) = get_system(key), OWNED[key]
    return system, system.sheets.parse(
        {**system.sheets.blank(archetype), **WITHOUT.get(key, {}), **(owned if climbs else {})}
    )


@each
def test_a_specialty_of_the_sheet_counts(key: str) -> None:
    system, sheet = make(key, climbs=True)
    asked = system.rolls.request(**OWNED[key][2])
    assert "Climbing" in system.rolls.specialty(sheet, asked)
    assert system.rolls.pool(sheet, asked, system.options()).total > 0


@each
@pytest.mark.parametrize(("climbs", "claim"), [(False, 2), (True, 3)])
def test_one_that_nobody_has_is_refused_before_a_die_falls(key: str, climbs: bool, claim: int) -> None:
    system, sheet = make(key, climbs=climbs)
    claimed: Any = OWNED[key][claim]
    asked = system.rolls.request(**claimed)
    assert system.rolls.specialty(sheet, asked) == ""
    for refused in (
        lambda: system.rolls.pool(sheet, asked, system.options()),
        lambda: system.rolls.odds(sheet, asked, system.options()),
        lambda: system.rolls.roll(sheet, asked, ScriptedRoller(()), system.options()),
    ):
        with pytest.raises(RulesError, match=r"(?i)specialty") as refusal:
            refused()
        assert refusal.value.code == "no_specialty"


@each
def test_the_form_asks_for_one_only_where_there_is_one(key: str) -> None:
    for climbs in (False, True):
        system, sheet = make(key, climbs=climbs)
        asked = [field for field in system.rolls.fields(sheet) if field.name in ("specialty", "specialties")]
        told = [" ".join((field.help, *(f"{one.label} {one.hint}" for one in field.choices))) for field in asked]
        assert [("Climbing" in text, "Athletics" in text) for text in told] == [(True, True)] * climbs


def test_a_trait_of_three_dots_has_no_specialty_in_v20() -> None:
    system = get_system("v20da")
    owned = {**OWNED["v20da"][1], "abilities": {"athletics": 3}}
    sheet = system.sheets.parse({**system.sheets.blank("mortal"), **owned})
    with pytest.raises(IllegalMove, match="4 dots"):
        system.rolls.pool(sheet, system.rolls.request(**OWNED["v20da"][2]), system.options())


def test_a_specialty_is_of_a_skill_and_of_nothing_else_in_wod() -> None:
    system, sheet = make("wod2004", climbs=True)
    for second in ("", "wits"):
        with pytest.raises(IllegalMove, match=r"no Specialty\. Roll"):
            system.rolls.pool(sheet, system.rolls.request("dexterity", second, True), system.options())


def test_a_virtue_has_no_specialty_in_2e() -> None:
    system, sheet = make("exalted2e", climbs=True)
    with pytest.raises(IllegalMove, match="0 specialty dice"):
        system.rolls.pool(sheet, system.rolls.request("valor", "", 1), system.options())
