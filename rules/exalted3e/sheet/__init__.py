"""Sheets: what is written on paper, what follows from it, and how it becomes a combatant."""

from rules.system import SheetRules

from .arms import list_arms
from .blank import as_extra, blank
from .creation import hold_against_budget
from .derived import derive
from .layout import layout
from .model import ARCHETYPES, Sheet
from .parse import parse_sheet
from .powers import POWERS

SHEETS = SheetRules(
    archetypes=ARCHETYPES,
    blank=blank,
    parse=parse_sheet,
    layout=layout,
    derived=derive,
    as_extra=as_extra,
    creation=hold_against_budget,
    arms=list_arms,
    powers=POWERS,
    is_extra=lambda sheet: sheet.extra,
)

__all__ = ["SHEETS", "Sheet", "parse_sheet"]
