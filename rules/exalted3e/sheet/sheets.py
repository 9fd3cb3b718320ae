"""A legal sheet to begin from, by archetype, and the rules of this game's sheets."""

from dataclasses import replace

from rules.exalted3e.pools import motes_of
from rules.exalted3e.sheet.arms import list_arms
from rules.exalted3e.sheet.blocks import Motes, Willpower
from rules.exalted3e.sheet.creation import hold_against_budget
from rules.exalted3e.sheet.derived import derive, fight, find_fate
from rules.exalted3e.sheet.layout import PARTS
from rules.exalted3e.sheet.model import ARCHETYPES, Sheet
from rules.exalted3e.sheet.parse import parse_sheet
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.traits import TABLES
from rules.sheets import SheetRules
from rules.sheets.cards import parse_cards
from rules.tables import load_table

_ROWS = load_table("exalted3e", "archetypes")
"""What an archetype can do other than fighting, and its card."""


def _make(archetype: str) -> Sheet:
    """Return a new character of this archetype."""
    personal, peripheral = motes_of(archetype, 1, TABLES["pools"])
    rating, dots = (5, 3) if personal else (3, 2)
    return Sheet(
        archetype=archetype,
        attributes=dict.fromkeys(("strength", "dexterity", "stamina", "wits"), dots),
        abilities=dict.fromkeys(("athletics", "awareness", "dodge", "melee"), dots) | _ROWS[archetype]["abilities"],
        willpower=Willpower(rating, rating),
        motes=Motes(personal, peripheral),
        weapons=("sword",),
        armor="light",
    )


def _make_extra(sheet: Sheet) -> Sheet:
    """Return the character as an extra, which has three health levels. The members of a group keep theirs (3E-309)."""
    group = replace(sheet.group, levels=sheet.group.levels or len(sheet.levels))
    extra = replace(sheet, extra=True, group=group if sheet.archetype == "group" else sheet.group)
    return replace(extra, health=replace(sheet.health, marks=sheet.health.marks[: len(extra.levels)]))


SHEETS = SheetRules(
    ARCHETYPES,
    _make,
    parse_sheet,
    PARTS,
    derive,
    _make_extra,
    hold_against_budget,
    list_arms,
    POWERS,
    foe="mortal",
    adversary="quick",
    find_fate=find_fate,
    fight=fight,
    cards=parse_cards(_ROWS),
)
