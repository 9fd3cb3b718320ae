"""What the surroundings cost: sight, water and mud, a mount that one cannot ride (chapter 22, 2E-084)."""

from typing import Final

from rules.exalted2e.options import Options
from rules.exalted2e.pools import Terms, penalty
from rules.exalted2e.sheet.model import Sheet
from rules.pool import Term

SIGHT: Final[dict[str, tuple[int, int]]] = {"impaired": (2, 1), "blind": (4, 2)}
"""Dice that bad sight takes, and the successes that it takes instead where a series says so (2E-084, 2E-490)."""

FOOTING: Final[dict[str, int]] = {"ankles": 1, "waist": 2}
"""Successes that water or mud above the ankles or the waist takes (2E-491)."""


def sight_dice(sight: str, options: Options) -> Terms:
    """The internal penalty of bad sight, if any."""
    if not sight or options.vision_external:
        return ()
    return (penalty("Sight", SIGHT[sight][0], "other internal", "2E-084"),)


def hindrances(sheet: Sheet, sight: str, footing: str, mounted: bool, options: Options) -> Terms:
    """The external penalties of sight, footing, and riding without the Ability."""
    found: list[Term] = []
    if sight and options.vision_external:
        found.append(Term("Sight", -SIGHT[sight][1], "external", "2E-490"))
    if footing:
        found.append(Term("Water or mud", -FOOTING[footing], "external", "2E-491"))
    if mounted and not sheet.abilities.ride:
        found.append(Term("Mounted without Ride", -1, "external", "2E-491"))
    return tuple(found)
