"""Budgets in the words that every system shares, and laws that hold for all of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import SYSTEMS, get_system
from rules.creation import Bonus, Creation, Line, share_out
from rules.text import Text


def test_a_line_says_what_is_missing_and_what_is_too_many() -> None:
    short, long = Line(Text("Skills"), 10, "WD-015", 11, 11), Line(Text("Merits"), 9, "WD-015", 7, 7)
    assert short.fault == "Skills: 1 dot left (10 of 11, WD-015)."
    assert long.fault == "Merits: 2 dots too many (9 of 7, WD-015)."
    assert Creation((short, long)).faults == (short.fault, long.fault)


def test_a_line_without_numbers_only_counts() -> None:
    line = Line(Text("Abilities"), 40, "2E-022")
    assert line.is_free
    assert not line.fault


def test_bonus_points_pay_for_what_is_above_the_budget_and_all_of_them_are_spent() -> None:
    line = Line(Text("Attributes"), 9, "V20-012", 7, 7, each=5)
    for points, fault in (
        (10, ()),
        (15, ("Freebies: 5 left to spend (10 of 15, V20-012).",)),
        (8, ("Freebies: 2 too many (10 of 8, V20-012).",)),
    ):
        creation = Creation((line,), Bonus(Text("Freebies"), points, "V20-012"))
        assert creation.bonus_spent == 10
        assert creation.faults == fault


def test_what_is_still_to_be_chosen_is_a_fault() -> None:
    assert Creation(wants=(Text("Choose a Virtue."),)).faults == ("Choose a Virtue.",)


@settings(max_examples=50)
@given(st.permutations([7, 5, 3]), st.lists(st.integers(0, 12), min_size=3, max_size=3))
def test_shares_are_given_out_so_that_the_least_is_over(shares: list[int], spent: list[int]) -> None:
    groups = dict(zip("abc", spent, strict=True))

    def over(given: dict[str, int]) -> int:
        return sum(max(0, groups[name] - given[name]) for name in groups)

    lines = share_out(dict.fromkeys(groups, Text("Dots")), groups, (7, 5, 3), "V20-012")
    assert sum(line.over for line in lines) <= over(dict(zip("abc", shares, strict=True)))


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_ready_sheet_is_counted_and_every_line_cites_its_rule(key: str) -> None:
    system = get_system(key)
    for archetype in system.sheets.archetypes:
        sheet = system.sheets.parse(system.sheets.blank(archetype))
        creation = system.sheets.creation(sheet, system.options())
        assert creation.lines or creation.note
        assert all(line.rule and line.spent >= 0 for line in creation.lines)
        assert all(fault.endswith(".") for fault in creation.faults)
        extra = system.sheets.parse(system.sheets.as_extra(sheet))
        assert not system.sheets.creation(extra, system.options()).faults


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_dot_more_is_never_counted_as_less(key: str) -> None:
    system = get_system(key)
    sheets = system.sheets
    data = sheets.blank(next(iter(sheets.archetypes)))
    names = [name for name, dots in data["attributes"].items() if dots < 5]
    for name in names:
        raised = {**data, "attributes": {**data["attributes"], name: data["attributes"][name] + 1}}
        before, after = (sheets.creation(sheets.parse(sheet), system.options()) for sheet in (data, raised))
        assert sum(line.spent for line in after.lines) > sum(line.spent for line in before.lines)
