"""Traits of one's own beside the book's: rows with a name, a kind and dots (V20-005)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import get_system
from rules.codec import encode
from rules.errors import BadInput
from rules.v20da.options import DEFAULTS
from rules.v20da.sheet.own_traits import KINDS, list_named, parse_text
from rules.v20da.system import SYSTEM

SHEETS = get_system("v20da").sheets
NAMED = "Larceny (skill), Persuasion (Talent)\nOgham (discipline); Hidden Library (background)"
ROWS: list[dict[str, Any]] = [
    {"name": "Larceny", "kind": "skill", "dots": 2},
    {"name": "Ogham", "kind": "discipline", "dots": 3},
    {"name": "Hidden Library", "kind": "background", "dots": 4},
]


def parse(**changes: Any) -> Any:
    return SHEETS.parse({"being": "vampire", **changes})


def traits_of(sheet: Any) -> dict[str, Any]:
    return {trait.key: trait for section in SHEETS.layout(sheet) for trait in section.traits}


def test_a_row_has_a_name_a_kind_and_dots_that_count_like_any_other() -> None:
    sheet = parse(own_traits=ROWS)
    assert (sheet.dots("larceny"), sheet.category("larceny")) == (2, "skill")
    assert (sheet.disciplines["ogham"], sheet.backgrounds["hidden_library"]) == (3, 4)
    traits = traits_of(sheet)
    assert [traits[f"own_traits.1.{part}"].value for part in ("name", "kind", "dots")] == ["Ogham", "discipline", 3]
    assert "disciplines.ogham" not in traits
    assert traits["own_traits.2.dots"].high == 10
    assert [row.name for row in sheet.own_traits] == ["Larceny", "Ogham", "Hidden Library", "", ""]
    assert SHEETS.parse(encode(sheet)) == sheet


def test_a_new_name_keeps_dots_specialty_and_key() -> None:
    data = encode(parse(own_traits=ROWS, specialties={"larceny": "Locks"}))
    data["own_traits"][0]["name"] = "Thievery"
    sheet = SHEETS.parse(data)
    assert (sheet.label("larceny"), sheet.dots("larceny"), sheet.specialties["larceny"]) == ("Thievery", 2, "Locks")
    assert traits_of(sheet)["specialties.larceny"].label == "Thievery"


def test_the_old_name_of_a_renamed_row_may_be_given_to_another() -> None:
    data = encode(parse(own_traits=ROWS))
    data["own_traits"][0]["name"] = "Thievery"
    data["own_traits"].insert(0, {"name": "Larceny", "kind": "talent", "dots": 1})
    sheet = SHEETS.parse(data)
    assert [(row.name, row.key) for row in sheet.own_traits[:2]] == [("Larceny", "larceny_2"), ("Thievery", "larceny")]
    assert (sheet.dots("larceny_2"), sheet.dots("larceny"), sheet.label("larceny_2")) == (1, 2, "Larceny")
    assert SHEETS.parse(encode(sheet)) == sheet
    data["own_traits"][0]["name"] = "thievery"
    with pytest.raises(BadInput, match="is already on the sheet"):
        SHEETS.parse(data)


def test_an_emptied_row_is_gone_with_all_that_hung_on_it_and_the_others_keep_their_numbers() -> None:
    data = encode(parse(own_traits=ROWS, clan_disciplines=["ogham"]))
    data["own_traits"][1]["name"] = ""
    sheet = SHEETS.parse(data)
    assert "ogham" not in sheet.disciplines
    assert sheet.clan_disciplines == ()
    assert [row.name for row in sheet.own_traits] == ["Larceny", "", "Hidden Library", ""]
    assert sheet.own_traits[2].dots == 4


def test_a_removed_row_is_gone_too() -> None:
    data = encode(parse(own_traits=ROWS, specialties={"larceny": "Locks"}))
    data["own_traits"][0] = {}
    sheet = SHEETS.parse(data)
    assert (sheet.dots("larceny"), sheet.specialties.get("larceny"), sheet.disciplines["ogham"]) == (0, None, 3)


def test_dots_and_kind_are_changed_in_the_row() -> None:
    data = encode(parse(own_traits=ROWS))
    data["own_traits"][0] |= {"kind": "talent", "dots": 4}
    sheet = SHEETS.parse(data)
    assert (sheet.category("larceny"), sheet.dots("larceny")) == ("talent", 4)


def test_older_sheets_name_them_in_a_text_and_hold_the_dots_elsewhere() -> None:
    assert [(row.name, row.kind) for row in parse_text(NAMED)][1] == ("Persuasion", "talent")
    sheet = parse(own_traits=NAMED, disciplines={"ogham": 2}, backgrounds={"old_debt": 1})
    rows = {row.key: row for row in list_named(sheet.own_traits)}
    assert set(rows) == {"larceny", "persuasion", "ogham", "hidden_library", "old_debt"}
    assert (rows["ogham"].dots, rows["old_debt"].kind, rows["old_debt"].name) == (2, "background", "Old Debt")
    custom = parse(abilities={"larceny": 3}, custom_abilities={"larceny": "skill"})
    assert list_named(custom.own_traits)[0].dots == 3


@pytest.mark.parametrize(
    ("name", "key"), [("Käsityö", "käsityö"), ("Ars Mémoriæ", "ars_mémoriæ"), ("Огам", "огам"), ("O'Hara", "o_hara")]
)
def test_names_are_written_in_the_letters_of_any_language(name: str, key: str) -> None:
    sheet = parse(own_traits=[{"name": name, "kind": "skill", "dots": 2}])
    assert (sheet.dots(key), sheet.label(key)) == (2, name)


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({"name": "Melee", "kind": "skill"}, "name"),
        ({"name": "Potence", "kind": "discipline"}, "name"),
        ({"name": "7th"}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"name": "Larceny", "kind": "craft"}, "kind"),
        ({"name": "Larceny", "dots": 6}, "dots"),
    ],
)
def test_what_no_trait_of_ones_own_is_is_refused_at_its_place(row: dict[str, Any], key: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(own_traits=[row])
    assert refused.value.data["key"] == f"own_traits.0.{key}"


@pytest.mark.parametrize("text", ["Larceny", "Larceny (craft)", "7th (skill)"])
def test_an_older_text_that_cannot_be_read_is_quoted(text: str) -> None:
    with pytest.raises(BadInput, match="is not a custom trait"):
        parse(own_traits=text)


def test_two_rows_of_one_name_and_too_many_are_refused() -> None:
    with pytest.raises(BadInput, match="is already on the sheet"):
        parse(own_traits=[ROWS[0], ROWS[0]])
    with pytest.raises(BadInput, match="You can add up to 40 custom traits"):
        parse(own_traits=[{"name": f"Lore {'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}"} for n in range(41)])


def test_experience_raises_abilities_and_disciplines_of_ones_own_by_their_names() -> None:
    sheet = parse(own_traits=ROWS, clan_disciplines=["ogham"])
    raises = {one.path: one for one in SYSTEM.experience.raises(sheet, DEFAULTS)}
    assert (raises["own_traits.0.dots"].label, raises["own_traits.0.dots"].kind) == ("Larceny", "ability")
    assert raises["own_traits.1.dots"].label == "Ogham"
    assert not {"own_traits.2.dots", "own_traits.3.dots"} & set(raises), "Backgrounds and empty rows are not bought"
    clan = SYSTEM.experience.price(sheet, "own_traits.1.dots", 3, 4, DEFAULTS)
    other = SYSTEM.experience.price(parse(own_traits=ROWS), "own_traits.1.dots", 3, 4, DEFAULTS)
    assert clan.costs < other.costs


@settings(max_examples=30)
@given(
    rows=st.lists(
        st.fixed_dictionaries(
            {
                "name": st.sampled_from(["", "Larceny", "Ogham", "Old Debt", "Ars Magna", "Ink"]),
                "kind": st.sampled_from(sorted(KINDS)),
                "dots": st.integers(0, 5),
            }
        ),
        max_size=5,
        unique_by=lambda row: row["name"] or object(),
    )
)
def test_a_sheet_with_rows_comes_back_from_its_json(rows: list[dict[str, Any]]) -> None:
    sheet = parse(own_traits=rows)
    assert SHEETS.parse(encode(sheet)) == sheet
    assert sum(not row.name for row in sheet.own_traits) >= 2
