"""What the sources say of a new character: little (3E-026 to 3E-028)."""

import pytest

from rules import get_system
from rules.paths import write_path
from rules.text import Text

SYSTEM = get_system("exalted3e")


def faults(archetype: str, **changes: object) -> tuple[str, ...]:
    data = SYSTEM.sheets.blank(archetype)
    for path, value in changes.items():
        data = write_path(data, path.replace("__", "."), value)
    return SYSTEM.sheets.creation(SYSTEM.sheets.parse(data), SYSTEM.options()).faults


@pytest.mark.parametrize("archetype", SYSTEM.sheets.archetypes)
def test_blank_characters_are_ready(archetype: str) -> None:
    assert faults(archetype) == ()


def test_an_exalt_has_willpower_5_and_a_mortal_3_at_least() -> None:
    assert faults("solar", willpower__rating=4) == ("Willpower: 1 dot left (4 of 5, 3E-028).",)
    assert faults("mortal", willpower__rating=3) == ()
    assert faults("solar", willpower__rating=7) == ()


def test_traits_beyond_the_normal_range_are_told() -> None:
    assert faults("solar", attributes__wits=6) == ("Wits must be 1 to 5, not 6 (3E-026).",)
    assert faults("solar", abilities__melee=7) == ("Melee must be 0 to 5, not 7 (3E-027).",)


def test_merits_and_specialties_are_counted() -> None:
    data = SYSTEM.sheets.blank("solar") | {
        "merits": ["giant_4", "allies_3"],
        "specialties": [{"ability": "melee", "name": "Duels"}, {}],
    }
    creation = SYSTEM.sheets.creation(SYSTEM.sheets.parse(data), SYSTEM.options())
    assert {line.title: line.spent for line in creation.lines}[Text("Merits")] == 7
    assert {line.title: line.spent for line in creation.lines}[Text("Specialties")] == 1
