"""The rules of this game's sheets."""

from rules.sheets import SheetRules
from rules.wod2004.sheet.archetypes import ARCHETYPES, make_extra, make_sheet
from rules.wod2004.sheet.arms import list_arms
from rules.wod2004.sheet.creation import hold_against_budget
from rules.wod2004.sheet.derived import derived
from rules.wod2004.sheet.layout import PARTS
from rules.wod2004.sheet.parse import parse
from rules.wod2004.sheet.powers import POWERS

SHEETS = SheetRules(ARCHETYPES, make_sheet, parse, PARTS, derived, make_extra, hold_against_budget, list_arms, POWERS)
