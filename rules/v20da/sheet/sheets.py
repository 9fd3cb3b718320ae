"""The record through which the campaign uses sheets."""

from rules.system import SheetRules
from rules.v20da.sheet.archetypes import ARCHETYPES, as_extra, blank
from rules.v20da.sheet.arms import list_arms
from rules.v20da.sheet.creation import hold_against_budget
from rules.v20da.sheet.derived import derived
from rules.v20da.sheet.layout import layout
from rules.v20da.sheet.model import parse
from rules.v20da.sheet.powers import POWERS

SHEETS = SheetRules(
    ARCHETYPES, blank, parse, layout, derived, as_extra, hold_against_budget, list_arms, POWERS,
    is_extra=lambda sheet: sheet.extra,
)  # fmt: skip
