"""The traits by the book's names: Attributes, Skills, Virtues and Vices; and the tables in `data`."""

from collections.abc import Mapping
from typing import Final

from rules.sheets.page import label as label
from rules.text import Text

ATTRIBUTES: Final[Mapping[str, tuple[str, ...]]] = {
    "mental": ("intelligence", "wits", "resolve"),
    "physical": ("strength", "dexterity", "stamina"),
    "social": ("presence", "manipulation", "composure"),
}
"""The nine Attributes by category; in each power, finesse and resistance (WD-001)."""

SKILLS: Final[Mapping[str, tuple[str, ...]]] = {
    "mental": (
        "academics",
        "computer",
        "crafts",
        "investigation",
        "medicine",
        "occult",
        "politics",
        "science",
    ),
    "physical": (
        "athletics",
        "brawl",
        "drive",
        "firearms",
        "larceny",
        "stealth",
        "survival",
        "weaponry",
    ),
    "social": (
        "animal_ken",
        "empathy",
        "expression",
        "intimidation",
        "persuasion",
        "socialize",
        "streetwise",
        "subterfuge",
    ),
}
"""The twenty-four Skills by category (WD-003)."""

SKILL_GROUPS: Final[Mapping[str, Text]] = {
    "mental": Text("Mental Skills"),
    "physical": Text("Physical Skills"),
    "social": Text("Social Skills"),
}
"""The headings of the categories."""

UNSKILLED: Final[Mapping[str, int]] = {"mental": 3, "physical": 1, "social": 1}
"""Dice lost for using a Skill without a dot (WD-005)."""

ALL_ATTRIBUTES: Final = tuple(name for names in ATTRIBUTES.values() for name in names)
ALL_SKILLS: Final = tuple(name for names in SKILLS.values() for name in names)
CATEGORY: Final[Mapping[str, str]] = {
    name: category for table in (ATTRIBUTES, SKILLS) for category, names in table.items() for name in names
}
VIRTUES: Final = ("charity", "faith", "fortitude", "hope", "justice", "prudence", "temperance")
VICES: Final = ("envy", "gluttony", "greed", "lust", "pride", "sloth", "wrath")

MAX_TRAIT: Final = 10
MAX_SKILL: Final = 10
HUMAN_SIZE: Final = 5
SPECIES_FACTOR: Final = 5
FIRST_MORALITY: Final = 7
TURN_SECONDS: Final = 3
TURNS_A_MINUTE: Final = 20
