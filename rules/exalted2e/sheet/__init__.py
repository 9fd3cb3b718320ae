"""A character's sheet: its shape, its equipment, ready-made characters, the editing page.

What follows from the traits is in `derived`, which reads the rules that read sheets.
"""

from rules.exalted2e.sheet.archetypes import ARCHETYPES, as_extra, blank
from rules.exalted2e.sheet.equipment import (
    Armor,
    Shield,
    Weapon,
    armors,
    carried,
    shield_of,
    shields,
    weapons,
    worn,
)
from rules.exalted2e.sheet.layout import layout
from rules.exalted2e.sheet.model import (
    Abilities,
    Attributes,
    Backgrounds,
    Sheet,
    Virtues,
)
from rules.exalted2e.sheet.parse import mote_capacity, parse, specialty_dots

__all__ = [
    "ARCHETYPES",
    "Abilities",
    "Armor",
    "Attributes",
    "Backgrounds",
    "Sheet",
    "Shield",
    "Virtues",
    "Weapon",
    "armors",
    "as_extra",
    "blank",
    "carried",
    "layout",
    "mote_capacity",
    "parse",
    "shield_of",
    "shields",
    "specialty_dots",
    "weapons",
    "worn",
]
