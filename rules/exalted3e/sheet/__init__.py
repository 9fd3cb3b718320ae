"""Sheets: what is written on paper, what follows from it, and how it becomes a combatant."""

from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.sheet.parse import parse_sheet
from rules.exalted3e.sheet.sheets import SHEETS

__all__ = ["SHEETS", "Sheet", "parse_sheet"]
