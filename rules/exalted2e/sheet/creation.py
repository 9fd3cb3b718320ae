"""A new character against what the sources say of one; they name no budget, so most of it is only counted."""

from collections.abc import Iterator
from typing import Any, Final

from rules.creation import Creation, Line
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.traits import ALL_ABILITIES, ALL_ATTRIBUTES, ATTRIBUTES, BACKGROUNDS, VIRTUES, label, max_trait

SOLAR_ESSENCE: Final = 2
SOLAR_WILLPOWER: Final = 5
MORTAL_ESSENCE: Final = 1
NOTE: Final = (
    "No limits are known for this edition; dots are only counted. "
    "Attributes and Virtues are counted above their first dot."
)


def hold_against_budget(sheet: Sheet, options: Any = None) -> Creation:
    """The sheet against the few figures that there are (2E-021, 2E-028, 2E-029)."""
    if sheet.being == "extra":
        return Creation(note="An extra has no budget.")
    abilities = sum(sheet.ability(name) for name in ALL_ABILITIES)
    named = sum(row.dots for row in list_specialties(sheet.specialties))
    backgrounds = sum(getattr(sheet.backgrounds, name) for name in BACKGROUNDS)
    backgrounds += sum(row.dots for row in sheet.own_backgrounds if row.name.strip())
    lines = (
        *_attributes(sheet),
        Line("Abilities", abilities, None, None, "2E-022"),
        Line("Specialties", named, None, None, "2E-170"),
        Line("Backgrounds", backgrounds, None, None, "2E-027"),
        Line("Virtues", sum(sheet.virtue(name) - 1 for name in VIRTUES), None, None, "2E-024"),
        *_power(sheet),
    )
    return Creation(lines, wants=tuple(_wants(sheet)), note=NOTE)


def _attributes(sheet: Sheet) -> Iterator[Line]:
    for group, names in ATTRIBUTES.items():
        dots = sum(max(0, sheet.attribute(name) - 1) for name in names)
        yield Line(f"{group} Attributes", dots, None, None, "2E-020")


def _power(sheet: Sheet) -> Iterator[Line]:
    """A Solar starts with Essence 2 and a Willpower of at least 5; an ordinary mortal has Essence 1 (2E-029)."""
    if sheet.being == "exalt" and sheet.splat == "solar":
        yield Line("Essence", sheet.essence, SOLAR_ESSENCE, SOLAR_ESSENCE, "2E-029")
        yield Line("Willpower", sheet.willpower, SOLAR_WILLPOWER, None, "2E-029")
        return
    ordinary = sheet.being in ("mortal", "heroic_mortal") and not sheet.awakened
    essence = MORTAL_ESSENCE if ordinary else None
    yield Line("Essence", sheet.essence, essence, essence, "2E-029" if ordinary else "2E-026")
    yield Line("Willpower", sheet.willpower, None, None, "2E-025")


def _wants(sheet: Sheet) -> Iterator[str]:
    for row in sheet.specialties:
        if row.name.strip() and not row.ability:
            yield f"Say of which Ability {row.name!r} is a specialty (2E-170)."
        elif row.ability and not row.name.strip():
            yield f"Name the specialty of {label(row.ability)} (2E-170)."
    high = max_trait(sheet.being, sheet.essence)
    for name in ALL_ATTRIBUTES:
        if not sheet.attribute(name):
            yield f"{label(name)} is at least 1 (2E-021)."
    for name, dots in (
        *((name, sheet.attribute(name)) for name in ALL_ATTRIBUTES),
        *((name, sheet.ability(name)) for name in ALL_ABILITIES),
    ):
        if dots > high:
            yield f"{label(name)} is at most {high}, not {dots} (2E-028)."
