"""Powers on the pages of a character: rows to write in, and lines to read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.powers import describe
from rules.powers.rows import blank_rows, list_traits
from rules.system import Section, SheetRules

SPARE_POWERS = 2
"""How many empty rows the page offers."""


@dataclass(frozen=True, slots=True)
class PowerLine:
    """A power to read: its name, what it does, when and for what price, and its owner's words."""

    name: str
    what: str
    text: str


def with_power_rows(rules: SheetRules, sheet: Any, sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections of the editing page with the powers before what a scene changes."""
    if rules.powers is None:
        return tuple(sections)
    powers = Section(_("Powers"), list_traits(rules.powers, blank_rows(sheet.powers, SPARE_POWERS)))
    place = next((i for i, section in enumerate(sections) if section.scene), len(sections))
    return (*sections[:place], powers, *sections[place:])


def read_powers(rules: SheetRules, sheet: Any) -> tuple[PowerLine, ...]:
    """The powers of a sheet in words."""
    if rules.powers is None:
        return ()
    return tuple(PowerLine(power.name, describe(rules.powers, power), power.text) for power in sheet.powers)
