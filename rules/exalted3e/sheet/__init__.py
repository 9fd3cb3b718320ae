"""Sheets: what is written on paper, what follows from it, and how it becomes a combatant."""

from rules.exalted3e.sheet.arms import list_arms
from rules.exalted3e.sheet.blank import make_extra, make_sheet
from rules.exalted3e.sheet.creation import hold_against_budget
from rules.exalted3e.sheet.derived import derive
from rules.exalted3e.sheet.layout import PARTS
from rules.exalted3e.sheet.model import ARCHETYPES, Sheet
from rules.exalted3e.sheet.parse import parse_sheet
from rules.exalted3e.sheet.powers import POWERS
from rules.sheets import SheetRules

SHEETS = SheetRules(
    ARCHETYPES, make_sheet, parse_sheet, PARTS, derive, make_extra, hold_against_budget, list_arms, POWERS
)

__all__ = ["SHEETS", "Sheet", "parse_sheet"]
