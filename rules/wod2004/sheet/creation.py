"""A new character: how many dots there are to spend, and how many a sheet has spent (WD-015)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.wod2004.sheet.model import Sheet
from rules.wod2004.traits import ATTRIBUTES, SKILLS

ATTRIBUTE_SHARES: Final = (5, 4, 3)
SKILL_SHARES: Final = (11, 7, 4)
SPECIALTIES: Final = 3
MERIT_DOTS: Final = 7
DEAR_DOT: Final = 5
"""This dot costs two."""


@dataclass(frozen=True, slots=True)
class Budget:
    """One budget of creation: dots spent, dots there are."""

    title: str
    spent: int
    dots: int


def budgets(sheet: Sheet) -> tuple[Budget, ...]:
    """Every budget; the group with the most dots counts against the largest share, and each Attribute has one free."""
    attributes = (sum(_cost(sheet.attribute(name)) - 1 for name in names) for names in ATTRIBUTES.values())
    skills = (sum(_cost(sheet.skill(name)) for name in names) for names in SKILLS.values())
    named = (getattr(sheet.specialties, name).split(",") for names in SKILLS.values() for name in names)
    merits = (int(rating) for rating in re.findall(r"(\d+)\s*(?:,|;|$)", sheet.merits))
    return (
        *_shares("Attributes", attributes, ATTRIBUTE_SHARES),
        *_shares("Skills", skills, SKILL_SHARES),
        Budget("Specialties", sum(bool(text.strip()) for texts in named for text in texts), SPECIALTIES),
        Budget("Merits", sum(map(_cost, merits)), MERIT_DOTS),
    )


def _cost(dots: int) -> int:
    return dots + (dots >= DEAR_DOT)


def _shares(title: str, spent: Iterable[int], shares: tuple[int, ...]) -> Iterable[Budget]:
    return (Budget(title, dots, share) for dots, share in zip(sorted(spent, reverse=True), shares, strict=True))
