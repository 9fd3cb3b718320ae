"""Traits of one's own beside the book's: named on the sheet, then rated like any other (V20-005)."""

import pytest

from rules import get_system
from rules.codec import encode
from rules.errors import BadInput
from rules.paths import read_path
from rules.v20da.sheet.own_traits import read_own_traits

SHEETS = get_system("v20da").sheets
NAMED = "Larceny (skill), Persuasion (Talent)\nOgham (discipline); Hidden Library (background)"


def test_names_are_read_with_their_kinds() -> None:
    assert read_own_traits(NAMED) == {
        "larceny": "skill",
        "persuasion": "talent",
        "ogham": "discipline",
        "hidden_library": "background",
    }


def test_each_has_a_place_on_the_page_and_keeps_its_dots() -> None:
    sheet = SHEETS.parse({"being": "vampire", "own_traits": NAMED})
    data = encode(sheet)
    keys = {trait.key: trait for section in SHEETS.layout(sheet) for trait in section.traits}
    for path in ("abilities.larceny", "abilities.persuasion", "disciplines.ogham", "backgrounds.hidden_library"):
        assert read_path(data, path) == keys[path].value == 0
    data["abilities"]["larceny"] = 3
    again = SHEETS.parse(data)
    assert again.dots("larceny") == 3
    assert again.category("larceny") == "skill"
    assert SHEETS.parse(encode(again)) == again


@pytest.mark.parametrize(
    ("name", "key"), [("Käsityö", "käsityö"), ("Ars Mémoriæ", "ars_mémoriæ"), ("Огам", "огам"), ("O'Hara", "o_hara")]
)
def test_names_are_written_in_the_letters_of_any_language(name: str, key: str) -> None:
    data = encode(SHEETS.parse({"own_traits": f"{name} (skill)", "abilities": {key: 2}}))
    sheet = SHEETS.parse(data)
    traits = {trait.key: trait for section in SHEETS.layout(sheet) for trait in section.traits}
    assert sheet.dots(key) == 2
    assert traits[f"abilities.{key}"].label == name.replace("'", " ").title()


def test_what_is_no_longer_named_keeps_its_dots() -> None:
    data = encode(SHEETS.parse({"own_traits": "Larceny (skill)", "abilities": {"larceny": 2}}))
    assert SHEETS.parse({**data, "own_traits": ""}).dots("larceny") == 2


@pytest.mark.parametrize(
    "text", ["Larceny", "Larceny (craft)", "Melee (skill)", "Strength (talent)", "A (skill), A (talent)", "7th (skill)"]
)
def test_what_cannot_be_read_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        SHEETS.parse({"own_traits": text})
    assert refused.value.data["key"] == "own_traits"
