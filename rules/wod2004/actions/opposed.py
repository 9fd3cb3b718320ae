"""What a roll takes from the sheets: an own tool, and a trait of the target (WD-045, WD-047, WD-335)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.battle import Choice, Field
from rules.battle.declare import list_fields
from rules.errors import BadInput
from rules.pool import Term
from rules.system import TargetRules
from rules.text import Text, verbatim
from rules.view import signed
from rules.wod2004.actions.request import RESISTING, Request
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.equipment import Tool
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.traits import label

NONE: Final = Choice("", Text("None"))


def tool_field(sheet: Sheet) -> tuple[Field, ...]:
    """Return the choice among the tools of the sheet; nothing if it has none."""
    owned = tuple(Choice(tool.name, verbatim(tool.name), verbatim(signed(tool.dice))) for tool in sheet.gear())
    return list_fields(Request, {"tool": {"choices": (NONE, *owned)}}, "tool") if owned else ()


def find_tool(sheet: Sheet, name: str) -> Tool:
    """Return the tool of this name, none for an empty one. Raises `BadInput` for one that the sheet does not have."""
    if not name:
        return Tool("", 0)
    found = next((tool for tool in sheet.gear() if tool.name == name), None)
    if found is None:
        raise BadInput("no_tool", Text("There is no tool {text} on the sheet.", text=repr(name[:40])), key="tool")
    return found


def target_fields(people: Sequence[Choice]) -> tuple[Field, ...]:
    """Return the fields for a target and the trait that it resists with."""
    nobody = Choice("", Text("No one"))
    return list_fields(Request, {"target": {"choices": (nobody, *people)}}, "target", "resists")


def oppose(target: Sheet, request: Request) -> Request:
    """Return the request with the trait of the target, read from its sheet as it is now (WD-335)."""
    if not request.resists:
        raise BadInput("no_trait", Text("Choose what the target resists with."), key="resists")
    value = derived.defense(target).total if request.resists == "defense" else target.attribute(request.resists)
    return replace(request, opposed=max(0, value))


def target_term(request: Request) -> Term:
    """Return the dice that the target's trait takes."""
    name = Text("Defense") if request.resists == "defense" else label(request.resists) if request.resists else ""
    return Term(Text("The target’s {trait}", trait=name), -request.opposed, "target", "WD-335")


def check_target(request: Request) -> None:
    """Raise `BadInput` for a trait without a target, or one that no one resists with."""
    if request.resists not in {choice.value for choice in RESISTING}:
        raise BadInput("unknown_trait", Text("Choose what the target resists with."), key="resists")
    if request.resists and not request.target:
        raise BadInput("no_target", Text("Choose the target that resists."), key="target")


TARGET: Final = TargetRules(target_fields, oppose)
