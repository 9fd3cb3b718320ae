"""Sheets: what the four games share. A game declares the places of its sheet once, see `schema`."""

from rules.sheets.layout import Part, lay_out, list_places
from rules.sheets.page import Trait, label, make_marks, name_choices
from rules.sheets.rules import SheetRules
from rules.sheets.schema import (
    check_range,
    check_sheet,
    choice,
    dots,
    flag,
    group,
    has_no_controls,
    has_printable_lines,
    items,
    number,
    read_sheet,
    rows,
    text,
    track,
    written,
)

__all__ = [
    "Part",
    "SheetRules",
    "Trait",
    "check_range",
    "check_sheet",
    "choice",
    "dots",
    "flag",
    "group",
    "has_no_controls",
    "has_printable_lines",
    "items",
    "label",
    "lay_out",
    "list_places",
    "make_marks",
    "name_choices",
    "number",
    "read_sheet",
    "rows",
    "text",
    "track",
    "written",
]
