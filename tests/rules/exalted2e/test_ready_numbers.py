"""Quick characters of the Second Edition: a block’s numbers count in place of traits, on the page and in a fight."""

from rules.battle.moves import AddCombatant, StartBattle
from rules.exalted2e.attack.defenses import get_dodge, get_parry
from rules.exalted2e.pools import join_battle, trait_pool
from rules.exalted2e.sheet.sheets import SHEETS
from tests.rules.exalted2e.table import Table

SHEET = {
    "being": "spirit",
    "essence": 2,
    "willpower": 7,
    "own_weapons": "Claw (Martial Arts): Speed 5, Accuracy +1, Damage 8L, Defense +0, Rate 2",
    "ready": {
        "used": True,
        "combat": 8,
        "social": 4,
        "physical": 7,
        "join_battle": 6,
        "dodge_dv": 5,
        "parry_dv": 4,
        "dodge_mdv": 3,
        "parry_mdv": 1,
    },
}


def test_the_values_of_the_sheet_are_the_numbers() -> None:
    sheet = SHEETS.parse(SHEET)
    values = {str(value.title): value.total for value in SHEETS.derived(sheet)}
    expected = {"Join Battle": 6, "Dodge DV": 5, "Parry DV, Claw": 4, "Dodge MDV": 3, "Parry MDV": 1}
    assert expected.items() <= values.items()
    assert not {"Personal motes", "Peripheral motes"} & values.keys()
    assert (sheet.personal, sheet.peripheral) == (0, 0)


def test_pools_are_the_ready_ones_less_wounds_and_without_the_unskilled_penalty() -> None:
    sheet = SHEETS.parse({**SHEET, "being": "mortal", "essence": 1})
    pools = {ability: trait_pool(sheet, "dexterity", ability).total for ability in ("melee", "presence", "athletics")}
    assert pools == {"melee": 8, "presence": 4, "athletics": 7}
    assert (join_battle(sheet).total, join_battle(sheet, 2).total) == (6, 4)
    assert trait_pool(sheet, "dexterity", "melee", wound=2).total == 6


def test_a_quick_character_fights_with_the_ready_numbers() -> None:
    table = Table()
    table.do(AddCombatant("ape", "Ape", "red", None, SHEET))
    table.add("bo", "blue")
    table.do(StartBattle(), *[7] * 6, *[2] * 5)
    ape = table.one("ape")
    claw = next(weapon for weapon in ape.sheet.arms() if weapon.name == "Claw")
    assert (ape.join, get_dodge(ape).total, get_parry(ape, claw).total) == (6, 5, 4)
    table.strike("ape", "bo", weapon=claw.key)
    table.defend("none", *[2] * 9)
    assert not table.state.pending


def test_the_page_of_a_quick_character_shows_its_numbers_and_no_traits() -> None:
    blank = SHEETS.parse(SHEETS.blank("quick"))
    keys = {trait.key for section in SHEETS.layout(blank) for trait in section.traits}
    assert "ready.join_battle" in keys
    assert not any(key.startswith(("attributes.", "abilities.")) for key in keys)
    other = {trait.key for section in SHEETS.layout(SHEETS.parse(SHEETS.blank("dawn"))) for trait in section.traits}
    assert not any(key.startswith("ready.") for key in other)
