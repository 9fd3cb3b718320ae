"""A character's sheet: its shape, its equipment, ready-made characters, the editing page.

`sheets` is the record of all; it stands apart from what the rules that read sheets import.
"""

from rules.exalted2e.sheet.equipment import Weapon, armors, shields, weapons
from rules.exalted2e.sheet.model import Abilities, Attributes, Backgrounds, Sheet, Virtues
from rules.exalted2e.sheet.parse import mote_capacity, parse, specialty_dots

__all__ = [
    "Abilities",
    "Attributes",
    "Backgrounds",
    "Sheet",
    "Virtues",
    "Weapon",
    "armors",
    "mote_capacity",
    "parse",
    "shields",
    "specialty_dots",
    "weapons",
]
