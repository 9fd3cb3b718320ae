"""Penalties of the surroundings: bad sight, water and mud, riding without Ride (chapter 22, 2E-084)."""

from typing import Final

from rules.exalted2e.options import Options
from rules.exalted2e.pools import Terms
from rules.exalted2e.sheet.model import Sheet
from rules.pool import change
from rules.text import Text

SIGHT: Final[dict[str, tuple[int, int]]] = {"impaired": (2, 1), "blind": (4, 2)}
"""The dice that bad sight costs, and the successes instead with the option for that (2E-084, 2E-490)."""
CLEAR: Final = (0, 0)

FOOTING: Final[dict[str, int]] = {"ankles": 1, "waist": 2}
"""The successes that water or mud above the ankles or the waist costs (2E-491)."""

STORM: Final = "storm"
"""Weather that is both: bad sight, and a success lost (2E-090)."""
STORM_LOSS: Final = 1


def see_through(sight: str, weather: str) -> str:
    """Return the sight of a roll: a storm is bad sight, if nothing worse is (2E-090)."""
    return sight or ("impaired" if weather == STORM else "")


def sight_dice(sight: str, options: Options) -> Terms:
    """Return the internal penalty of bad sight; empty for none."""
    dice = 0 if options.vision_external else SIGHT.get(sight, CLEAR)[0]
    return change(Text("Sight"), -dice, "other internal", "2E-084")


def hindrances(sheet: Sheet, sight: str, footing: str, weather: str, mounted: bool, options: Options) -> Terms:
    """Return the external penalties of sight, footing, a storm and riding without Ride."""
    successes = SIGHT.get(sight, CLEAR)[1] if options.vision_external else 0
    return (
        *change(Text("Sight"), -successes, "external", "2E-490"),
        *change(Text("Water or mud"), -FOOTING.get(footing, 0), "external", "2E-491"),
        *change(Text("Storm"), -STORM_LOSS * (weather == STORM), "external", "2E-090"),
        *change(Text("Mounted without Ride"), -(mounted and not sheet.abilities["ride"]), "external", "2E-491"),
    )
