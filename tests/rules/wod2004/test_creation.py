"""The budget of a new character (WD-015)."""

import pytest

from rules.wod2004.sheet.creation import Budget, budgets
from rules.wod2004.sheet.model import Attributes, Sheet, Skills, Specialties


def spent(sheet: Sheet, title: str) -> list[int]:
    return [budget.spent for budget in budgets(sheet) if budget.title == title]


def test_a_blank_sheet_has_spent_nothing() -> None:
    assert [budget.spent for budget in budgets(Sheet())] == [0] * 8
    assert [budget.dots for budget in budgets(Sheet())] == [5, 4, 3, 11, 7, 4, 3, 7]


def test_the_largest_group_counts_against_the_largest_share() -> None:
    sheet = Sheet(attributes=Attributes(presence=4, manipulation=3, strength=3, dexterity=2, wits=2))
    assert budgets(sheet)[:3] == (Budget("Attributes", 5, 5), Budget("Attributes", 3, 4), Budget("Attributes", 1, 3))


@pytest.mark.parametrize(("dots", "cost"), [(1, 1), (4, 4), (5, 6)])
def test_a_fifth_dot_costs_two(dots: int, cost: int) -> None:
    assert spent(Sheet(skills=Skills(brawl=dots)), "Skills")[0] == cost
    assert spent(Sheet(attributes=Attributes(wits=dots)), "Attributes")[0] == cost - 1
    assert spent(Sheet(merits=f"Allies {dots}"), "Merits") == [cost]


def test_specialties_and_merits_are_counted_one_by_one() -> None:
    sheet = Sheet(specialties=Specialties(brawl="Kicks, Throws", drive="Vans"), merits="Quick Draw 1, Resources 3")
    assert spent(sheet, "Specialties") == [3]
    assert spent(sheet, "Merits") == [4]
