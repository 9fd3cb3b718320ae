"""Ready-made sheets, and a character as a nameless extra."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.tables import read_table
from rules.text import Text, word
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.parse import parse
from rules.wounds import CAPITALS, rewrite_track

ROWS: Final[Mapping[str, Mapping[str, Any]]] = read_table("wod2004", "archetypes")
ARCHETYPES: Final[Mapping[str, Text]] = {key: word(row["label"]) for key, row in ROWS.items()}


def make_sheet(archetype: str) -> Sheet:
    """Return a new character of this archetype, unhurt and with full Willpower."""
    sheet = parse({key: value for key, value in ROWS[archetype].items() if key != "label"})
    return replace(sheet, willpower_points=derived.willpower(sheet).total, health="." * derived.health(sheet).total)


def make_extra(sheet: Sheet) -> Sheet:
    """Return the character as a nameless extra: few boxes, no Willpower to spend (WD-225)."""
    extra = replace(sheet, extra=True, willpower_points=0)
    return replace(extra, health=rewrite_track(sheet.health, CAPITALS)[: derived.health(extra).total])
