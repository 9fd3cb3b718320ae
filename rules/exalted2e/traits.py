"""Beings, Attributes, Abilities by caste, Virtues, and their limits (chapter 2)."""

from typing import Final, Literal, get_args

from rules.sheets.attributes import ATTRIBUTES as ATTRIBUTES
from rules.sheets.page import label as label

Being = Literal["exalt", "spirit", "heroic_mortal", "mortal", "extra"]
Splat = Literal["solar", "lunar", "sidereal", "dragon_blooded", "spirit", "mortal"]
Caste = Literal["", "dawn", "zenith", "twilight", "night", "eclipse"]

BEINGS: Final[tuple[Being, ...]] = get_args(Being)
SPLATS: Final[tuple[Splat, ...]] = get_args(Splat)
CASTES: Final[tuple[Caste, ...]] = get_args(Caste)

ABILITIES: Final[dict[str, tuple[str, ...]]] = {
    "dawn": ("archery", "martial_arts", "melee", "thrown", "war"),
    "zenith": ("integrity", "performance", "presence", "resistance", "survival"),
    "twilight": ("craft", "investigation", "lore", "medicine", "occult"),
    "night": ("athletics", "awareness", "dodge", "larceny", "stealth"),
    "eclipse": ("bureaucracy", "linguistics", "ride", "sail", "socialize"),
}
"""The twenty-five Abilities by Solar caste (2E-023)."""

VIRTUES: Final[tuple[str, ...]] = ("compassion", "conviction", "temperance", "valor")
BACKGROUNDS: Final[tuple[str, ...]] = (
    "allies", "artifact", "backing", "contacts", "cult", "familiar", "followers", "influence", "manse", "mentor",
    "resources",
)  # fmt: skip

ALL_ABILITIES: Final[tuple[str, ...]] = tuple(name for group in ABILITIES.values() for name in group)

MAX_TRAIT: Final = 10
"""The maximum of an Attribute, Ability or Essence, magic included (2E-021, 2E-026)."""
MAX_VIRTUE: Final = 5
MAX_WILLPOWER: Final = 10
MAX_SPECIALTIES: Final = 3
"""Specialty dots per Ability, and specialty dice on one roll (2E-170, 2E-171)."""


def is_magical(being: Being) -> bool:
    """Whether this is an Exalt or another magical being (0.2)."""
    return being in ("exalt", "spirit")


def has_rule_of_10(being: Being) -> bool:
    """Whether a 10 counts as two successes: for magical beings and heroic mortals (2E-043, 2E-044)."""
    return being in ("exalt", "spirit", "heroic_mortal")


def is_unskilled(being: Being, dots: int) -> bool:
    """Whether an Ability without dots costs dice: for all but the Exalted (2E-082)."""
    return dots == 0 and being != "exalt"


def halve(total: int, being: Being) -> int:
    """Return half of a total, rounded up for magical beings, down for others (2E-131)."""
    return -(-total // 2) if is_magical(being) else total // 2


def max_trait(being: Being, essence: int) -> int:
    """Return the maximum of an Attribute or Ability: 5, or an Exalt's higher Essence (2E-028)."""
    return max(5, essence) if being == "exalt" else 5
