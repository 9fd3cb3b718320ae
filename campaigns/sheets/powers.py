"""Powers on the pages of a character, to edit and to read, and what a player proposes to say of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models import Proposal
from rules import get_system
from rules.battle import Json
from rules.codec import decode
from rules.powers import Power, describe
from rules.powers.rows import blank_rows, list_traits
from rules.sheets import Section, SheetRules
from rules.sheets.steps import POWERS
from rules.text import Text

SPARE_POWERS = 2
"""The number of empty rows on the page."""


@dataclass(frozen=True, slots=True)
class PowerLine:
    """A power to read: its name, what it does, when and for what price, and the player's text."""

    name: str
    what: str = ""
    text: str = ""
    is_gone: bool = False
    """Whether a proposal takes it off the sheet."""


def with_power_rows(rules: SheetRules, sheet: Any, sections: Sequence[Section], least: int = 0) -> tuple[Section, ...]:
    """Return the sections of the editing page with the powers before the section that a scene changes.

    `least`: the fewest rows for powers, the written ones among them.
    """
    if rules.powers is None:
        return tuple(sections)
    spare = max(SPARE_POWERS, least - len(sheet.powers))
    powers = Section(Text("Powers"), list_traits(rules.powers, blank_rows(sheet.powers, spare)), step=POWERS)
    place = next((i for i, section in enumerate(sections) if section.scene), len(sections))
    return (*sections[:place], powers, *sections[place:])


def list_powers(rules: SheetRules, sheet: Any) -> tuple[PowerLine, ...]:
    """Return the powers of a sheet in words."""
    if rules.powers is None:
        return ()
    return tuple(PowerLine(power.name, describe(rules.powers, power), power.text) for power in sheet.powers)


def list_described(proposal: Proposal) -> list[PowerLine]:
    """Return what a proposal says again of powers and Charms, and what it takes away."""
    rules = get_system(proposal.character.series.system).sheets
    return [
        line
        for place, (before, after) in proposal.values.items()
        for line in (_compare_powers(rules, before, after) if place == "powers" else _compare_lines(before, after))
    ]


def _compare_powers(rules: SheetRules, before: Json, after: Json) -> list[PowerLine]:
    was, now = ([decode(Power, row) for row in rows or ()] for rows in (before, after))
    names = {power.name for power in now}
    new = [
        PowerLine(power.name, describe(rules.powers, power), power.text)
        for power in now
        if rules.powers and power not in was
    ]
    return [*new, *(PowerLine(power.name, is_gone=True) for power in was if power.name not in names)]


def _compare_lines(before: Json, after: Json) -> list[PowerLine]:
    was, now = (str(text or "").splitlines() for text in (before, after))
    new = [PowerLine(line) for line in now if line.strip() and line not in was]
    return [*new, *(PowerLine(line, is_gone=True) for line in was if line.strip() and line not in now)]
