"""The budget of a new character (WD-015)."""

from dataclasses import replace

import pytest

from rules.wod2004.sheet.creation import hold_against_budget
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import parse


def spent(sheet: Sheet, title: str) -> int:
    return next(line.spent for line in hold_against_budget(sheet).lines if line.title == title)


def test_a_blank_sheet_has_spent_nothing_but_its_morality() -> None:
    lines = hold_against_budget(Sheet()).lines
    assert [line.spent for line in lines] == [0] * 8 + [7]
    assert [line.most for line in lines] == [5, 4, 3, 11, 7, 4, 3, 7, 7]


def test_the_largest_group_counts_against_the_largest_share() -> None:
    sheet = parse({"attributes": {"presence": 4, "manipulation": 3, "strength": 3, "dexterity": 2, "wits": 2}})
    found = [(line.title, line.spent, line.most) for line in hold_against_budget(sheet).lines[:3]]
    assert found == [("Mental Attributes", 1, 3), ("Physical Attributes", 3, 4), ("Social Attributes", 5, 5)]


@pytest.mark.parametrize(("dots", "cost"), [(1, 1), (4, 4), (5, 6)])
def test_a_fifth_dot_costs_two(dots: int, cost: int) -> None:
    assert spent(parse({"skills": {"brawl": dots}}), "Physical Skills") == cost
    assert spent(parse({"attributes": {"wits": dots}}), "Mental Attributes") == cost - 1
    assert spent(Sheet(merits=f"Allies {dots}"), "Merits") == cost


def test_specialties_and_merits_are_counted_one_by_one() -> None:
    sheet = parse({"specialties": {"brawl": "Kicks, Throws", "drive": "Vans"}, "merits": "Quick Draw, Resources 3"})
    assert spent(sheet, "Specialties") == 3
    assert spent(sheet, "Merits") == 4


def test_a_character_by_the_book_has_no_fault_and_one_dot_more_has() -> None:
    sheet = parse({
        "attributes": {"presence": 4, "manipulation": 3, "strength": 3, "dexterity": 3, "wits": 3, "resolve": 2},
        "skills": {"athletics": 4, "brawl": 4, "stealth": 3, "empathy": 4, "streetwise": 3, "academics": 4},
        "specialties": {"brawl": "Kicks, Throws", "empathy": "Liars"},
        "merits": "Quick Draw 1, Resources 3, Contacts 3",
        "virtue": "hope",
        "vice": "pride",
    })  # fmt: skip
    assert hold_against_budget(sheet).faults == ()
    more = hold_against_budget(replace(sheet, attributes={**sheet.attributes, "presence": 5}))
    assert more.faults == ("Social Attributes: 2 dots too many (7 of 5, WD-015).",)
    assert hold_against_budget(replace(sheet, vice="")).faults == ("Choose a Vice (WD-058).",)
