"""A tool comes from the sheet, and what a target resists with from the target's (WD-045, WD-047, WD-335)."""

from typing import Any

import pytest

from rules import get_system
from rules.battle import Choice, Seat
from rules.battle.sources import list_said, needs_ruling
from rules.errors import BadInput
from rules.text import Text
from rules.wod2004.actions.request import Request

WOD = get_system("wod2004")
PLAYER = Seat(characters=frozenset({"ada"}))


def sheet(**changes: Any) -> Any:
    return WOD.sheets.parse(changes)


def sum_of(owner: Any, request: Request) -> dict[str, int]:
    pool = WOD.rolls.pool(owner, request, WOD.options())
    return {str(term.name): term.amount for step in pool.steps for term in step.terms}


def test_a_tool_of_the_sheet_gives_its_dice() -> None:
    owner = sheet(tools="Lockpicks +2\nBroken watch −1")
    assert sum_of(owner, Request(tool="Lockpicks"))["Lockpicks"] == 2
    assert sum_of(owner, Request(tool="Broken watch"))["Broken watch"] == -1
    tool = next(field for field in WOD.rolls.fields(owner) if field.name == "tool")
    assert [(one.value, str(one.hint)) for one in tool.choices] == [
        ("", ""), ("Lockpicks", "+2"), ("Broken watch", "−1"),
    ]  # fmt: skip
    assert not needs_ruling(list_said(Request(tool="Lockpicks"), PLAYER))


def test_without_tools_none_is_asked_for() -> None:
    assert "tool" not in {field.name for field in WOD.rolls.fields(sheet())}


def test_a_tool_that_is_not_on_the_sheet_is_refused() -> None:
    with pytest.raises(BadInput, match="no tool"):
        WOD.rolls.pool(sheet(), Request(tool="Lockpicks"), WOD.options())


@pytest.mark.parametrize("line", ["Lockpicks", "Lockpicks +6", "+2", "x" * 70 + " +1"])
def test_a_line_that_is_no_tool_is_refused(line: str) -> None:
    with pytest.raises(BadInput, match="is not a tool"):
        sheet(tools=line)


def test_typed_dice_of_gear_stay_a_ruling() -> None:
    assert needs_ruling(list_said(Request(tools=2), PLAYER))
    assert not needs_ruling(list_said(Request(tools=-1), PLAYER))


def test_typed_resistance_is_a_ruling_that_only_hurts_and_counts_at_once() -> None:
    field = next(one for one in WOD.rolls.fields(sheet()) if one.name == "resistance")
    assert field.source == "ruling"
    assert not needs_ruling(list_said(Request(resistance=3), PLAYER))


@pytest.mark.parametrize(("trait", "name", "taken"), [("resolve", "Resolve", 3), ("defense", "Defense", 2)])
def test_the_trait_of_the_target_is_taken_from_the_pool(trait: str, name: str, taken: int) -> None:
    rules = WOD.rolls.target
    assert rules
    target = sheet(attributes={"resolve": 3, "dexterity": 2, "wits": 4})
    request = rules.oppose(target, Request(target="7", resists=trait))
    assert sum_of(sheet(), request)[f"The target’s {name}"] == -taken


def test_a_target_without_a_trait_and_a_trait_without_a_target_are_refused() -> None:
    rules = WOD.rolls.target
    assert rules
    with pytest.raises(BadInput, match="resists with"):
        rules.oppose(sheet(), Request(target="7"))
    with pytest.raises(BadInput, match="target that resists"):
        WOD.rolls.pool(sheet(), Request(resists="resolve"), WOD.options())


def test_the_form_asks_for_the_target_and_its_trait() -> None:
    rules = WOD.rolls.target
    assert rules
    target, resists = rules.fields([Choice("7", Text("Ben"))])
    assert [one.value for one in target.choices] == ["", "7"]
    assert [one.value for one in resists.choices] == ["", "resolve", "stamina", "composure", "defense"]
