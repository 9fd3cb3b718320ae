"""The tables of what the situation adds to an attack or takes from it (WD-190 to WD-201)."""

from collections.abc import Mapping
from typing import Final

from rules.text import Text

RANGES: Final[Mapping[str, int]] = {"close": 0, "short": 0, "medium": -2, "long": -4}
"""Dice by range (WD-192); close is a yard or two."""
CONCEALMENT: Final[Mapping[str, int]] = {"none": 0, "barely": 1, "partially": 2, "substantially": 3}
"""Grades of concealment, by the dice that they take from shots (WD-193)."""
CONCEALED: Final[Mapping[str, Text]] = {
    "barely": Text("barely concealed"),
    "partially": Text("partially concealed"),
    "substantially": Text("substantially concealed"),
}
BURSTS: Final[Mapping[str, tuple[int, int]]] = {"single": (0, 1), "short": (1, 1), "medium": (2, 3), "long": (3, 20)}
"""Bonus dice and most targets of autofire (WD-199)."""
RANGE_NAMES: Final[Mapping[str, Text]] = {
    "close": Text("Close range"),
    "short": Text("Short range"),
    "medium": Text("Medium range"),
    "long": Text("Long range"),
}
BURST_NAMES: Final[Mapping[str, Text]] = {
    "single": Text("Single burst"),
    "short": Text("Short burst"),
    "medium": Text("Medium burst"),
    "long": Text("Long burst"),
}
SPOTS: Final[Mapping[str, int]] = {"torso": -1, "leg": -2, "arm": -2, "head": -3, "hand": -4, "eye": -5, "heart": -4}
"""Dice by specified target (WD-200, WD-201)."""
ALL_OUT: Final = 2
MAX_AIM: Final = 3
BYSTANDER: Final = -2
STAKING_DAMAGE: Final = 3


def is_too_heavy(least: int, strength: int, *, one_hand: bool) -> bool:
    """Return whether the wielder has too little Strength; a two-handed weapon in one hand needs one more (WD-197)."""
    return strength < least + (1 if one_hand else 0)
