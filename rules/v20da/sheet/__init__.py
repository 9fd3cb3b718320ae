"""Sheets: what a character is, how its page is laid out, and the figures that follow."""

from rules.system import SheetRules
from rules.v20da.sheet.archetypes import ARCHETYPES, as_extra, blank
from rules.v20da.sheet.derived import derived
from rules.v20da.sheet.layout import layout
from rules.v20da.sheet.model import Sheet, parse

SHEETS = SheetRules(
    archetypes=ARCHETYPES, blank=blank, parse=parse, layout=layout, derived=derived, as_extra=as_extra
)

__all__ = ["SHEETS", "Sheet", "parse"]
