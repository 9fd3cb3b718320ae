"""A new character's dots. The sources give no budget, so most are only counted."""

from collections.abc import Iterator
from typing import Any, Final

from rules.creation import Creation, Line
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.traits import (
    label,
    max_trait,
)
from rules.sheets import ATTRIBUTE_GROUPS, ATTRIBUTE_TITLES, steps
from rules.text import Text

SOLAR_ESSENCE: Final = 2
SOLAR_WILLPOWER: Final = 5
MORTAL_ESSENCE: Final = 1
NOTE: Final = Text("No limits are known for this edition; dots are only counted.")
COUNTED: Final = Text("Attributes and Virtues count above their first dot.")


def hold_against_budget(sheet: Sheet, options: Any = None) -> Creation:
    """Compare the sheet with the few limits that there are (2E-021, 2E-028, 2E-029)."""
    if sheet.being == "extra":
        return Creation(note=Text("An extra has no budget."))
    if sheet.ready.used:
        return Creation(note=Text("A quick character has no budget."))
    abilities = sum(sheet.abilities.values())
    named = sum(row.dots for row in list_specialties(sheet.specialties))
    backgrounds = sum(sheet.backgrounds.values())
    backgrounds += sum(row.dots for row in sheet.own_backgrounds if row.name.strip())
    attributes = (
        Line(
            title,
            sum(max(0, sheet.attribute(name) - 1) for name in ATTRIBUTE_GROUPS[group]),
            "2E-020",
            step=steps.ATTRIBUTES.key,
        )
        for group, title in ATTRIBUTE_TITLES.items()
    )
    lines = (
        *attributes,
        Line(Text("Abilities"), abilities, "2E-022", step=steps.ABILITIES.key),
        Line(Text("Specialties"), named, "2E-170", step=steps.ADVANTAGES.key),
        Line(Text("Backgrounds"), backgrounds, "2E-027", step=steps.BACKGROUNDS.key),
        Line(Text("Virtues"), sum(dots - 1 for dots in sheet.virtues.values()), "2E-024", step=steps.ADVANTAGES.key),
        *_power(sheet),
    )
    return Creation(lines, wants=tuple(_wants(sheet)), note=NOTE, counted=COUNTED)


def _power(sheet: Sheet) -> Iterator[Line]:
    """Yield Essence and Willpower: a Solar starts with 2 and at least 5, a mortal with Essence 1 (2E-029)."""
    if sheet.being == "exalt" and sheet.splat == "solar":
        yield Line(Text("Essence"), sheet.essence, "2E-029", SOLAR_ESSENCE, SOLAR_ESSENCE, step=steps.ADVANTAGES.key)
        yield Line(Text("Willpower"), sheet.willpower, "2E-029", SOLAR_WILLPOWER, step=steps.ADVANTAGES.key)
        return
    ordinary = sheet.being in ("mortal", "heroic_mortal") and not sheet.awakened
    essence = MORTAL_ESSENCE if ordinary else None
    yield Line(
        Text("Essence"), sheet.essence, "2E-029" if ordinary else "2E-026", essence, essence, step=steps.ADVANTAGES.key
    )
    yield Line(Text("Willpower"), sheet.willpower, "2E-025", step=steps.ADVANTAGES.key)


def _wants(sheet: Sheet) -> Iterator[Text]:
    for row in sheet.specialties:
        if row.name.strip() and not row.ability:
            yield Text("Choose which Ability {name} is a specialty of (2E-170).", name=repr(row.name))
        elif row.ability and not row.name.strip():
            yield Text("Choose {trait}’s specialty (2E-170).", trait=label(row.ability))
    high = max_trait(sheet.being, sheet.essence)
    for name, dots in sheet.attributes.items():
        if not dots:
            yield Text("{trait} must be at least 1 (2E-021).", trait=label(name))
    for name, dots in (*sheet.attributes.items(), *sheet.abilities.items()):
        if dots > high:
            yield Text("{trait} can be at most {high}, not {dots} (2E-028).", trait=label(name), high=high, dots=dots)
