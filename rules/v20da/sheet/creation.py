"""A new character: how many dots there are to spend, and how many a sheet has spent (V20-012)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.v20da.options import Options
from rules.v20da.sheet.model import Sheet
from rules.v20da.traits import ATTRIBUTE_GROUPS, CREATION


@dataclass(frozen=True, slots=True)
class Budget:
    """One budget of creation: dots spent, dots there are. What is above it is paid with freebies."""

    title: str
    spent: int
    dots: int


def budgets(sheet: Sheet, options: Options) -> tuple[Budget, ...]:
    """Every budget; the largest group of Attributes or Abilities counts against the largest share."""
    attributes = (sum(sheet.dots(key) - 1 for key in keys) for keys in ATTRIBUTE_GROUPS.values())
    abilities = dict.fromkeys(("talent", "skill", "knowledge"), 0)
    for key, dots in sheet.abilities.items():
        abilities[sheet.category(key)] += dots
    return (
        *_groups("Attributes", attributes, CREATION["attributes"]),
        *_groups("Abilities", abilities.values(), CREATION["abilities"]),
        Budget("Backgrounds", sum(sheet.backgrounds.values()), CREATION["backgrounds"]),
        Budget("Virtues", sum(dots - 1 for dots in sheet.virtues.values()), CREATION["virtues"]),
        Budget("Disciplines", sum(sheet.disciplines.values()), options.disciplines if sheet.is_vampire else 0),
        Budget("Freebies", 0, CREATION["freebies"]),
    )


def _groups(title: str, spent: Iterable[int], shares: list[int]) -> Iterable[Budget]:
    return (Budget(title, dots, share) for dots, share in zip(sorted(spent, reverse=True), shares, strict=True))


def starting_road(sheet: Sheet) -> int:
    """Road starts as the sum of the first two Virtues (V20-008)."""
    return sheet.virtues.get("conscience", 1) + sheet.virtues.get("self_control", 1)


def starting_willpower(sheet: Sheet) -> int:
    """Willpower starts at Courage (V20-009)."""
    return sheet.virtues.get("courage", 1)
