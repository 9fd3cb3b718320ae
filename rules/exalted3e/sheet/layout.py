"""The sheet's page: headed groups of traits in the book's order. A quick character has ready numbers for traits."""

from rules.battle import Choice
from rules.exalted3e.sheet.model import ARCHETYPES, READY_MADE, Sheet
from rules.sheets import Part, Trait


def _being(sheet: Sheet) -> tuple[Trait, ...]:
    """What somebody is whose numbers are worked out; ready-made ones have others, and stay what they are."""
    full = tuple(Choice(key, name) for key, name in ARCHETYPES.items() if key not in READY_MADE)
    return () if sheet.is_quick else (Trait("archetype", "Being", "choice", sheet.archetype, choices=full),)


def _is_quick(sheet: Sheet) -> bool:
    return sheet.is_quick


def _is_full(sheet: Sheet) -> bool:
    return not sheet.is_quick


def _is_group(sheet: Sheet) -> bool:
    return sheet.archetype == "group"


MOUNT = ("mounted", "mount_speed")
PARTS = (
    Part("Character", (_being, "caste", "concept", "notes")),
    Part("Attributes", ("attributes",), when=_is_full),
    Part("Abilities", ("abilities", "favored"), when=_is_full),
    Part("Specialties", ("specialties",), when=_is_full),
    Part("Merits", ("merits", "own_merits"), when=_is_full),
    Part("Ready numbers", ("quick", *MOUNT), when=_is_quick),
    Part("Battle group", ("group",), when=_is_group),
    Part("Intimacies", ("intimacies",)),
    Part("Charms", ("charms",), when=_is_full),
    Part("Arms and armor", ("weapons", "own_weapons", "armor", *MOUNT), when=_is_full),
    Part(
        "In the scene",
        ("health.marks", "willpower.current", "motes.personal", "motes.peripheral", "motes.committed", "anima",
         "powers_spent"),
        scene=True,
    ),
    Part("Growth", ("essence", "willpower.rating", "health.extra_0", "health.extra_1", "health.extra_2", "craft")),
)  # fmt: skip
"""The sections of the page."""
