"""Ready-made sheets, a character as a nameless extra, and the rules of this game's sheets."""

from dataclasses import replace
from typing import Final

from rules.sheets import SheetRules
from rules.sheets.cards import parse_cards, pick_traits
from rules.tables import load_table
from rules.text import word
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.arms import list_arms
from rules.wod2004.sheet.creation import hold_against_budget
from rules.wod2004.sheet.layout import PARTS
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import parse
from rules.wod2004.sheet.powers import POWERS
from rules.wounds import CAPITALS, rewrite_track

_ROWS: Final = load_table("wod2004", "archetypes")


def _make(archetype: str) -> Sheet:
    """Return a new character of this archetype, unhurt and with full Willpower."""
    sheet = parse(pick_traits(_ROWS[archetype]))
    return replace(sheet, willpower_points=derived.willpower(sheet).total, health="." * derived.health(sheet).total)


def _make_extra(sheet: Sheet) -> Sheet:
    """Return the character as a nameless extra: few boxes, no Willpower to spend (WD-225)."""
    extra = replace(sheet, extra=True, willpower_points=0)
    return replace(extra, health=rewrite_track(sheet.health, CAPITALS)[: derived.health(extra).total])


SHEETS = SheetRules(
    {key: word(row["label"]) for key, row in _ROWS.items()},
    _make,
    parse,
    PARTS,
    derived.derived,
    _make_extra,
    hold_against_budget,
    list_arms,
    POWERS,
    foe="thug",
    adversary="officer",
    find_fate=derived.find_fate,
    fight=derived.fight,
    cards=parse_cards(_ROWS),
)
