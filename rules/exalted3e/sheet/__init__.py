"""Sheets: what is written on paper, what follows from it, and how it becomes a combatant."""

from rules.sheets import SheetRules

from .arms import list_arms
from .blank import make_extra, make_sheet
from .creation import hold_against_budget
from .derived import derive
from .layout import PARTS
from .model import ARCHETYPES, Sheet
from .parse import parse_sheet
from .powers import POWERS

SHEETS = SheetRules(
    ARCHETYPES, make_sheet, parse_sheet, PARTS, derive, make_extra, hold_against_budget, list_arms, POWERS
)

__all__ = ["SHEETS", "Sheet", "parse_sheet"]
