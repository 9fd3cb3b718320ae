"""New sheets to start from, the character as one of a crowd, and the rules of this game's sheets."""

from dataclasses import replace
from typing import Final

from rules.sheets import SheetRules
from rules.sheets.cards import parse_cards, pick_traits
from rules.tables import load_table
from rules.text import word
from rules.v20da.health.fate import find_fate, is_incapacitated, list_marks
from rules.v20da.sheet.arms import list_arms
from rules.v20da.sheet.creation import hold_against_budget
from rules.v20da.sheet.derived import derived, fight
from rules.v20da.sheet.layout import PARTS
from rules.v20da.sheet.model import Sheet, parse
from rules.v20da.sheet.powers import POWERS

_ROWS: Final = load_table("v20da", "archetypes")


def _make(archetype: str) -> Sheet:
    """Return a new character of this archetype."""
    return parse(pick_traits(_ROWS[archetype]))


def _make_extra(sheet: Sheet) -> Sheet:
    """Return the character as one of a crowd. The book has no rules for such people."""
    return replace(sheet, extra=True, willpower_points=0)


SHEETS = SheetRules(
    {key: word(row["label"]) for key, row in _ROWS.items()},
    _make,
    parse,
    PARTS,
    derived,
    _make_extra,
    hold_against_budget,
    list_arms,
    POWERS,
    foe="guard",
    adversary="knight",
    find_fate=find_fate,
    is_incapacitated=is_incapacitated,
    list_marks=list_marks,
    fight=fight,
    cards=parse_cards(_ROWS),
)
