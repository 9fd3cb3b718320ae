"""The record through which the campaign uses sheets."""

from rules.system import SheetRules
from rules.v20da.sheet.archetypes import ARCHETYPES, as_extra, blank
from rules.v20da.sheet.derived import derived
from rules.v20da.sheet.layout import layout
from rules.v20da.sheet.model import parse

SHEETS = SheetRules(ARCHETYPES, blank, parse, layout, derived, as_extra)
