"""Sheets: what the four games share. A game declares the places of its sheet once, see `schema`.

`layout` makes the page of these places, `page` has its parts, `rules` is what a game says of its sheets, `attributes`
are those that three games have in common. Other modules import their names from this package.
"""

from rules.sheets.attributes import ATTRIBUTE_GROUPS, ATTRIBUTE_TITLES
from rules.sheets.layout import Part, lay_out, list_places, with_room
from rules.sheets.page import MAX_NAME, NONE, Section, Table, Trait, choose, label, make_marks, name_choices
from rules.sheets.rules import SheetRules
from rules.sheets.schema import (
    SPARE_ROWS,
    check_range,
    check_sheet,
    choice,
    decode_sheet,
    dots,
    flag,
    group,
    has_no_controls,
    items,
    number,
    rows,
    text,
    track,
    written,
)

__all__ = [
    "ATTRIBUTE_GROUPS",
    "ATTRIBUTE_TITLES",
    "MAX_NAME",
    "NONE",
    "SPARE_ROWS",
    "Part",
    "Section",
    "SheetRules",
    "Table",
    "Trait",
    "check_range",
    "check_sheet",
    "choice",
    "choose",
    "decode_sheet",
    "dots",
    "flag",
    "group",
    "has_no_controls",
    "items",
    "label",
    "lay_out",
    "list_places",
    "make_marks",
    "name_choices",
    "number",
    "rows",
    "text",
    "track",
    "with_room",
    "written",
]
