"""What the sources say of a new character: little (2E-021, 2E-028, 2E-029)."""

import pytest

from rules import get_system
from rules.paths import write_path

SYSTEM = get_system("exalted2e")


def faults(archetype: str, **changes: object) -> tuple[str, ...]:
    data = SYSTEM.sheets.blank(archetype)
    for path, value in changes.items():
        data = write_path(data, path.replace("__", "."), value)
    return SYSTEM.sheets.creation(SYSTEM.sheets.parse(data), SYSTEM.options()).faults


@pytest.mark.parametrize("archetype", ["dawn", "eclipse", "heroic_mortal", "soldier", "spirit", "extra"])
def test_ready_characters_are_ready(archetype: str) -> None:
    assert faults(archetype) == ()


def test_a_solar_starts_with_essence_2_and_a_willpower_of_5_at_least() -> None:
    assert faults("dawn", essence=3) == ("Essence: 1 dot too many (3 of 2, 2E-029).",)
    assert faults("dawn", willpower=4, personal=0, peripheral=0) == ("Willpower: 1 dot left (4 of 5, 2E-029).",)
    assert faults("dawn", willpower=8) == ()


def test_attributes_lie_between_1_and_the_cap() -> None:
    assert faults("soldier", attributes__wits=0) == ("Wits must be at least 1 (2E-021).",)
    assert faults("soldier", abilities__melee=6) == ("Melee can be at most 5, not 6 (2E-028).",)


def test_what_has_no_number_is_only_counted() -> None:
    creation = SYSTEM.sheets.creation(SYSTEM.sheets.parse(SYSTEM.sheets.blank("dawn")), SYSTEM.options())
    assert [line.title for line in creation.lines if not line.is_free] == ["Essence", "Willpower"]
    assert "dots are only counted" in creation.note
