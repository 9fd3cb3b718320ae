"""The nine Attributes of Exalted and Vampire, and the titles of their three groups in all games."""

from collections.abc import Mapping
from typing import Final

from rules.text import Text

ATTRIBUTE_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "physical": ("strength", "dexterity", "stamina"),
    "social": ("charisma", "manipulation", "appearance"),
    "mental": ("perception", "intelligence", "wits"),
}
ATTRIBUTES: Final = tuple(name for group in ATTRIBUTE_GROUPS.values() for name in group)
ATTRIBUTE_TITLES: Final[Mapping[str, Text]] = {
    "physical": Text("Physical Attributes"),
    "social": Text("Social Attributes"),
    "mental": Text("Mental Attributes"),
}
