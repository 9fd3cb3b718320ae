"""The record that the campaign uses for sheets."""

from rules.sheets import SheetRules
from rules.v20da.sheet.archetypes import ARCHETYPES, make_extra, make_sheet
from rules.v20da.sheet.arms import list_arms
from rules.v20da.sheet.creation import hold_against_budget
from rules.v20da.sheet.derived import derived
from rules.v20da.sheet.layout import PARTS
from rules.v20da.sheet.model import parse
from rules.v20da.sheet.powers import POWERS

SHEETS = SheetRules(ARCHETYPES, make_sheet, parse, PARTS, derived, make_extra, hold_against_budget, list_arms, POWERS)
