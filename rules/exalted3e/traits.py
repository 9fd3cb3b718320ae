"""The traits a character is written in: Attributes, Abilities, Merits, intensities, and the tables kept as data."""

from collections.abc import Mapping

from rules.sheets.attributes import ATTRIBUTES as ATTRIBUTES
from rules.sheets.page import label as label
from rules.tables import load_table
from rules.text import Text

ABILITIES = (
    "archery",
    "athletics",
    "awareness",
    "brawl",
    "bureaucracy",
    "craft",
    "dodge",
    "integrity",
    "investigation",
    "larceny",
    "linguistics",
    "lore",
    "martial_arts",
    "medicine",
    "melee",
    "occult",
    "performance",
    "presence",
    "resistance",
    "ride",
    "sail",
    "socialize",
    "stealth",
    "survival",
    "thrown",
    "war",
)
"""The Abilities (3E-027); Martial Arts and Brawl count as one listing of the twenty-five."""

PARRY_ABILITIES = ("brawl", "martial_arts", "melee")
"""The Abilities a Parry may rest on (3E-129)."""

INTENSITIES = ("minor", "major", "defining")
"""How strong an Intimacy is (3E-323)."""

COVERS = ("none", "light", "heavy", "full")
"""Levels of cover (3E-227)."""

BANDS = ("close", "short", "medium", "long", "extreme")
"""The range bands (3E-204); everything beyond long is extreme."""

ANIMA = ("dim", "glowing", "burning", "bonfire")
"""The levels of the anima (3E-342)."""


TABLES = load_table("exalted3e", "tables")
MERITS: Mapping[str, tuple[int, ...]] = {name: tuple(dots) for name, dots in TABLES["merits"].items()}
"""Every standard Merit and the dots it may have (3E-036, 3E-037)."""


def band_of(distance: int) -> str:
    """Return the name of a range: 0 close, 1 short, 2 medium, 3 long, 4 and more extreme (3E-204)."""
    return BANDS[min(distance, len(BANDS) - 1)]


ACTION_NAMES = {
    "attack": Text("Attack"),
    "aim": Text("Aim"),
    "defend_other": Text("Defend Other"),
    "draw": Text("Draw or ready weapon"),
    "full_defense": Text("Full Defense"),
    "misc": Text("Miscellaneous action"),
    "social": Text("Social influence"),
    "order": Text("Order a battle group"),
    "rally": Text("Rally a battle group"),
    "rush": Text("Rush"),
    "disengage": Text("Disengage"),
    "rise": Text("Rise from prone"),
    "cover": Text("Take cover"),
    "withdraw": Text("Withdraw"),
}
"""Combat actions as people read them, by their keys."""
MOVEMENTS = ("rush", "disengage", "rise", "cover", "withdraw")
"""Movement actions that are combat actions too (3E-207)."""
