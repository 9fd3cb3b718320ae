"""Powers on the pages of a character, to edit and to read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.powers import describe
from rules.powers.rows import blank_rows, list_traits
from rules.sheets import Section, SheetRules
from rules.text import Text

SPARE_POWERS = 2
"""The number of empty rows on the page."""


@dataclass(frozen=True, slots=True)
class PowerLine:
    """A power to read: its name, what it does, when and for what price, and the player's text."""

    name: str
    what: str
    text: str


def with_power_rows(
    rules: SheetRules, sheet: Any, sections: Sequence[Section], least: int = 0
) -> tuple[Section, ...]:
    """Return the sections of the editing page with the powers before the section that a scene changes.

    `least`: the fewest rows for powers, the written ones among them.
    """
    if rules.powers is None:
        return tuple(sections)
    spare = max(SPARE_POWERS, least - len(sheet.powers))
    powers = Section(Text("Powers"), list_traits(rules.powers, blank_rows(sheet.powers, spare)))
    place = next((i for i, section in enumerate(sections) if section.scene), len(sections))
    return (*sections[:place], powers, *sections[place:])


def read_powers(rules: SheetRules, sheet: Any) -> tuple[PowerLine, ...]:
    """Return the powers of a sheet in words."""
    if rules.powers is None:
        return ()
    return tuple(PowerLine(power.name, describe(rules.powers, power), power.text) for power in sheet.powers)
