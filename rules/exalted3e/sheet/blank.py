"""A legal sheet to begin from, by archetype."""

from dataclasses import replace
from typing import Any

from rules.codec import encode
from rules.errors import BadInput
from rules.exalted3e.pools import motes_of
from rules.exalted3e.sheet.model import (
    ARCHETYPES,
    Abilities,
    Attributes,
    GroupTraits,
    Intimacy,
    Motes,
    OwnMerit,
    Quick,
    Sheet,
    Specialty,
    Willpower,
)
from rules.exalted3e.sheet.parse import SPARE_ROWS
from rules.exalted3e.traits import TABLES


def blank(archetype: str) -> dict[str, Any]:
    """The JSON of a new character of this archetype."""
    if archetype not in ARCHETYPES:
        known = ", ".join(ARCHETYPES)
        raise BadInput(
            "unknown_archetype", f"There is no archetype {archetype[:40]!r}. Known: {known}.", key="archetype"
        )
    personal, peripheral = motes_of(archetype, 1, TABLES["pools"])
    is_exalt = bool(personal)
    rating = 5 if is_exalt else 3
    sheet = Sheet(
        archetype=archetype,
        attributes=Attributes(**dict.fromkeys(("strength", "dexterity", "stamina", "wits"), 3 if is_exalt else 2)),
        abilities=Abilities(**dict.fromkeys(("athletics", "awareness", "dodge", "melee"), 3 if is_exalt else 2)),
        specialties=(Specialty(),) * SPARE_ROWS,
        own_merits=(OwnMerit(),) * SPARE_ROWS,
        intimacies=(Intimacy(),) * SPARE_ROWS,
        willpower=Willpower(rating, rating),
        motes=Motes(personal, peripheral),
        weapons=("sword",),
        armor="light",
        quick=Quick(),
        group=GroupTraits(),
    )
    return dict(encode(sheet))


def as_extra(sheet: Sheet) -> dict[str, Any]:
    """The JSON of the same character as an extra: three health levels."""
    extra = replace(sheet, extra=True)
    marks = sheet.health.marks[: len(extra.levels)]
    return dict(encode(replace(extra, health=replace(sheet.health, marks=marks))))
