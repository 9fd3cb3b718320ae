"""A new character against what the sources say of one; they name no budget, so most of it is only counted."""

from collections.abc import Iterator
from typing import Any, Final

from rules.creation import Creation, Line
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.traits import label
from rules.sheets import steps
from rules.text import Text, word

EXALT_WILLPOWER: Final = 5
MORTAL_WILLPOWER: Final = 3
HIGHEST: Final = 5


def hold_against_budget(sheet: Sheet, options: Any = None) -> Creation:
    """Return the sheet held against the few figures that the sources give (3E-026, 3E-027, 3E-028)."""
    if sheet.is_quick or sheet.extra:
        return Creation(note=Text("Quick characters, battle groups and extras have no budget."))
    merits = sum(int(key.rpartition("_")[2]) for key in sheet.merits)
    merits += sum(row.dots for row in sheet.own_merits if row.name.strip())
    named = sum(bool(specialty.ability) for specialty in sheet.specialties)
    willpower = MORTAL_WILLPOWER if sheet.archetype == "mortal" else EXALT_WILLPOWER
    lines = (
        Line(
            Text("Attributes"),
            sum(max(0, dots - 1) for dots in sheet.attributes.values()),
            "3E-026",
            step=steps.ATTRIBUTES.key,
        ),
        Line(Text("Abilities"), sum(sheet.abilities.values()), "3E-027", step=steps.ABILITIES.key),
        Line(Text("Specialties"), named, "3E-011", step=steps.ADVANTAGES.key),
        Line(Text("Merits"), merits, "3E-037", step=steps.MERITS.key),
        Line(Text("Willpower"), sheet.willpower.rating, "3E-028", willpower, step=steps.ADVANTAGES.key),
    )
    note = Text("No limits are known for this edition; dots are only counted.")
    counted = Text("Attributes count above their first dot.")
    return Creation(lines, wants=tuple(_wants(sheet)), note=note, counted=counted)


def _wants(sheet: Sheet) -> Iterator[Text]:
    for name, dots in sheet.attributes.items():
        if not 1 <= dots <= HIGHEST:
            yield Text("{trait} must be 1 to {n2}, not {n} (3E-026).", trait=word(label(name)), n2=HIGHEST, n=dots)
    for name, dots in sheet.abilities.items():
        if dots > HIGHEST:
            yield Text("{trait} must be 0 to {n2}, not {n} (3E-027).", trait=word(label(name)), n2=HIGHEST, n=dots)
