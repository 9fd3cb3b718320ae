"""Beings, Attributes, Abilities by caste, Virtues, and their limits (chapter 2)."""

from typing import Final, Literal, get_args

from rules.sheets.attributes import ATTRIBUTES as ATTRIBUTES
from rules.sheets.page import label as label

Being = Literal["exalt", "spirit", "heroic_mortal", "mortal", "extra"]
Splat = Literal["solar", "lunar", "sidereal", "dragon_blooded", "spirit", "mortal"]
Caste = Literal[
    "",
    "dawn",
    "zenith",
    "twilight",
    "night",
    "eclipse",
    "air",
    "earth",
    "fire",
    "water",
    "wood",
    "journeys",
    "serenity",
    "battles",
    "secrets",
    "endings",
    "full_moon",
    "changing_moon",
    "no_moon",
]

BEINGS: Final[tuple[Being, ...]] = get_args(Being)
SPLATS: Final[tuple[Splat, ...]] = get_args(Splat)
ALL_CASTES: Final[tuple[Caste, ...]] = get_args(Caste)

ABILITIES: Final[dict[str, tuple[str, ...]]] = {
    "dawn": ("archery", "martial_arts", "melee", "thrown", "war"),
    "zenith": ("integrity", "performance", "presence", "resistance", "survival"),
    "twilight": ("craft", "investigation", "lore", "medicine", "occult"),
    "night": ("athletics", "awareness", "dodge", "larceny", "stealth"),
    "eclipse": ("bureaucracy", "linguistics", "ride", "sail", "socialize"),
}
"""The twenty-five Abilities by Solar caste (2E-023)."""

CASTES: Final[tuple[str, ...]] = ("", *ABILITIES)
"""The castes of the Solars, and none."""
FAVORS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "solar": ABILITIES,
    "dragon_blooded": {
        "air": ("linguistics", "lore", "occult", "stealth", "thrown"),
        "earth": ("awareness", "craft", "integrity", "resistance", "war"),
        "fire": ("athletics", "dodge", "melee", "presence", "socialize"),
        "water": ("bureaucracy", "investigation", "larceny", "martial_arts", "sail"),
        "wood": ("archery", "medicine", "performance", "ride", "survival"),
    },
    "sidereal": {
        "journeys": ("resistance", "ride", "sail", "survival", "thrown"),
        "serenity": ("craft", "dodge", "linguistics", "performance", "socialize"),
        "battles": ("archery", "athletics", "melee", "presence", "war"),
        "secrets": ("investigation", "larceny", "lore", "occult", "stealth"),
        "endings": ("awareness", "bureaucracy", "integrity", "martial_arts", "medicine"),
    },
    "lunar": {
        "full_moon": ("strength", "dexterity", "stamina"),
        "changing_moon": ("charisma", "manipulation", "appearance"),
        "no_moon": ("perception", "intelligence", "wits"),
    },
}
"""The castes or aspects of each kind of Exalted, and what they favor (2E-720): Abilities, of Lunars Attributes."""

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

ALL_ABILITIES: Final[tuple[str, ...]] = tuple(name for group in ABILITIES.values() for name in group)

MAX_TRAIT: Final = 10
"""The maximum of an Attribute, Ability or Essence, magic included (2E-021, 2E-026)."""
MAX_VIRTUE: Final = 5
MAX_WILLPOWER: Final = 10
MAX_SPECIALTIES: Final = 3
"""Specialty dots per Ability, and specialty dice on one roll (2E-170, 2E-171)."""


def list_favorable(splat: str) -> tuple[str, ...]:
    """Return the traits that can be favored: Abilities, of Lunars Attributes (2E-721)."""
    return ATTRIBUTES if splat == "lunar" else ALL_ABILITIES


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
