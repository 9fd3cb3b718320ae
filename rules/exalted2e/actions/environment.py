"""Penalties of the surroundings: bad sight, water and mud, riding without Ride (chapter 22, 2E-084)."""

from typing import Final

from rules.exalted2e.options import Options
from rules.exalted2e.pools import Terms, penalty
from rules.exalted2e.sheet.model import Sheet
from rules.pool import Term
from rules.text import Text

SIGHT: Final[dict[str, tuple[int, int]]] = {"impaired": (2, 1), "blind": (4, 2)}
"""The dice that bad sight costs, and the successes instead with the option for that (2E-084, 2E-490)."""

FOOTING: Final[dict[str, int]] = {"ankles": 1, "waist": 2}
"""The successes that water or mud above the ankles or the waist costs (2E-491)."""


def sight_dice(sight: str, options: Options) -> Terms:
    """Return the internal penalty of bad sight; empty for none."""
    if not sight or options.vision_external:
        return ()
    return (penalty(Text("Sight"), SIGHT[sight][0], "other internal", "2E-084"),)


def hindrances(sheet: Sheet, sight: str, footing: str, mounted: bool, options: Options) -> Terms:
    """Return the external penalties of sight, footing and riding without Ride."""
    found: list[Term] = []
    if sight and options.vision_external:
        found.append(Term(Text("Sight"), -SIGHT[sight][1], "external", "2E-490"))
    if footing:
        found.append(Term(Text("Water or mud"), -FOOTING[footing], "external", "2E-491"))
    if mounted and not sheet.abilities["ride"]:
        found.append(Term(Text("Mounted without Ride"), -1, "external", "2E-491"))
    return tuple(found)
