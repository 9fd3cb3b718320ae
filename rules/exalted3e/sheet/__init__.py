"""Sheets: what is written on paper, what follows from it, and how it becomes a combatant."""

from rules.exalted3e.sheet.arms import list_arms
from rules.exalted3e.sheet.blank import as_extra, blank
from rules.exalted3e.sheet.creation import hold_against_budget
from rules.exalted3e.sheet.derived import derive
from rules.exalted3e.sheet.layout import lay_out
from rules.exalted3e.sheet.model import ARCHETYPES, Sheet
from rules.exalted3e.sheet.parse import parse_sheet
from rules.exalted3e.sheet.powers import POWERS
from rules.system import SheetRules

SHEETS = SheetRules(
    archetypes=ARCHETYPES, blank=blank, parse=parse_sheet, layout=lay_out, derived=derive, as_extra=as_extra,
    creation=hold_against_budget, arms=list_arms, powers=POWERS, is_extra=lambda sheet: sheet.extra,
)  # fmt: skip

__all__ = ["SHEETS", "Sheet", "parse_sheet"]
