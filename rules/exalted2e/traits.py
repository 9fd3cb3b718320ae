"""What a character is made of: beings, Attributes, Abilities by caste, Virtues, and how far each may go (chapter 2)."""

from typing import Final, Literal, get_args

from rules.sheets.page import label as label

Being = Literal["exalt", "spirit", "heroic_mortal", "mortal", "extra"]
Splat = Literal["solar", "lunar", "sidereal", "dragon_blooded", "spirit", "mortal"]
Caste = Literal["", "dawn", "zenith", "twilight", "night", "eclipse"]

BEINGS: Final[tuple[Being, ...]] = get_args(Being)
SPLATS: Final[tuple[Splat, ...]] = get_args(Splat)
CASTES: Final[tuple[Caste, ...]] = get_args(Caste)

ATTRIBUTES: Final[dict[str, tuple[str, ...]]] = {
    "Physical": ("strength", "dexterity", "stamina"),
    "Social": ("charisma", "manipulation", "appearance"),
    "Mental": ("perception", "intelligence", "wits"),
}
"""The nine Attributes in their three groups (2E-020)."""

ABILITIES: Final[dict[str, tuple[str, ...]]] = {
    "dawn": ("archery", "martial_arts", "melee", "thrown", "war"),
    "zenith": ("integrity", "performance", "presence", "resistance", "survival"),
    "twilight": ("craft", "investigation", "lore", "medicine", "occult"),
    "night": ("athletics", "awareness", "dodge", "larceny", "stealth"),
    "eclipse": ("bureaucracy", "linguistics", "ride", "sail", "socialize"),
}
"""The twenty-five Abilities by the Solar caste that they belong to (2E-023)."""

VIRTUES: Final[tuple[str, ...]] = ("compassion", "conviction", "temperance", "valor")
BACKGROUNDS: Final[tuple[str, ...]] = (
    "allies",
    "artifact",
    "backing",
    "contacts",
    "cult",
    "familiar",
    "followers",
    "influence",
    "manse",
    "mentor",
    "resources",
)

ALL_ATTRIBUTES: Final[tuple[str, ...]] = tuple(name for group in ATTRIBUTES.values() for name in group)
ALL_ABILITIES: Final[tuple[str, ...]] = tuple(name for group in ABILITIES.values() for name in group)

MAX_TRAIT: Final = 10
"""No Attribute, Ability or Essence is rated higher, whatever magic does (2E-021, 2E-026)."""
MAX_VIRTUE: Final = 5
MAX_WILLPOWER: Final = 10
MAX_SPECIALTIES: Final = 3
"""Specialty dots per Ability, and specialty dice on one roll (2E-170, 2E-171)."""


def is_magical(being: Being) -> bool:
    """Exalted and other magical beings (0.2)."""
    return being in ("exalt", "spirit")


def has_rule_of_10(being: Being) -> bool:
    """Whether a 10 counts twice: for magical beings and heroic mortals (2E-043, 2E-044)."""
    return being in ("exalt", "spirit", "heroic_mortal")


def is_unskilled(being: Being, dots: int) -> bool:
    """Whether a missing Ability costs dice: for everyone but the Exalted (2E-082)."""
    return dots == 0 and being != "exalt"


def halve(total: int, being: Being) -> int:
    """Half of a static value's traits: up for magical beings, down for the rest (2E-131)."""
    return -(-total // 2) if is_magical(being) else total // 2


def max_trait(being: Being, essence: int) -> int:
    """The highest Attribute or Ability: 5, or an Exalt's permanent Essence if that is more (2E-028)."""
    return max(5, essence) if being == "exalt" else 5
