"""A legal sheet to begin from, by archetype."""

from dataclasses import replace

from rules.exalted3e.pools import motes_of
from rules.exalted3e.sheet.blocks import Abilities, Attributes, Motes, Willpower
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.traits import TABLES


def make_sheet(archetype: str) -> Sheet:
    """Return a new character of this archetype."""
    personal, peripheral = motes_of(archetype, 1, TABLES["pools"])
    is_exalt = bool(personal)
    rating = 5 if is_exalt else 3
    return Sheet(
        archetype=archetype,
        attributes=Attributes(**dict.fromkeys(("strength", "dexterity", "stamina", "wits"), 3 if is_exalt else 2)),
        abilities=Abilities(**dict.fromkeys(("athletics", "awareness", "dodge", "melee"), 3 if is_exalt else 2)),
        willpower=Willpower(rating, rating),
        motes=Motes(personal, peripheral),
        weapons=("sword",),
        armor="light",
    )


def make_extra(sheet: Sheet) -> Sheet:
    """Return the character as an extra, which has three health levels."""
    extra = replace(sheet, extra=True)
    return replace(extra, health=replace(sheet.health, marks=sheet.health.marks[: len(extra.levels)]))
