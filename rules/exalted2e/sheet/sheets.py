"""The sheets of this game, for campaigns."""

from rules.exalted2e.sheet.archetypes import ARCHETYPES, make_extra, make_sheet
from rules.exalted2e.sheet.arms import list_arms
from rules.exalted2e.sheet.creation import hold_against_budget
from rules.exalted2e.sheet.derived import derived
from rules.exalted2e.sheet.layout import PARTS
from rules.exalted2e.sheet.parse import parse
from rules.exalted2e.sheet.powers import POWERS
from rules.sheets import SheetRules

SHEETS = SheetRules(
    ARCHETYPES, make_sheet, parse, PARTS, derived, make_extra, hold_against_budget, list_arms, POWERS,
    is_extra=lambda sheet: bool(sheet.being == "extra"),
)  # fmt: skip
