"""The sheet's page: headed groups of traits in the book's order. A quick character has ready numbers for traits."""

from rules.exalted3e.sheet.model import ARCHETYPES, READY_MADE, Sheet
from rules.sheets import Part, Trait, choose
from rules.text import Text


def _being(sheet: Sheet) -> tuple[Trait, ...]:
    """Return the trait of what the character is, for one whose numbers are worked out; a ready-made one stays it."""
    full = choose({key: name for key, name in ARCHETYPES.items() if key not in READY_MADE})
    return (
        () if sheet.is_quick else (Trait("archetype", Text("Creature type"), "choice", sheet.archetype, choices=full),)
    )


def _is_full(sheet: Sheet) -> bool:
    return not sheet.is_quick


MOUNT = ("mounted", "mount_speed")
PARTS = (
    Part(Text("Character"), (_being, "caste", "concept", "notes")),
    Part(Text("Attributes"), ("attributes",), when=_is_full),
    Part(Text("Abilities"), ("abilities", "favored"), when=_is_full),
    Part(Text("Specialties"), ("specialties",), when=_is_full),
    Part(Text("Merits"), ("merits", "own_merits"), when=_is_full),
    Part(Text("Preset pools"), ("quick", *MOUNT), when=lambda sheet: sheet.is_quick),
    Part(Text("Further attacks"), ("quick_attacks",), when=lambda sheet: sheet.is_quick),
    Part(Text("Further actions"), ("quick_actions",), when=lambda sheet: sheet.is_quick),
    Part(Text("Merits"), ("quick_merits",), when=lambda sheet: sheet.is_quick),
    Part(Text("Battle group"), ("group",), when=lambda sheet: sheet.archetype == "group"),
    Part(Text("Intimacies"), ("intimacies",)),
    Part(Text("Charms"), ("charms",), when=_is_full),
    Part(Text("Arms and armor"), ("weapons", "own_weapons", "armor", *MOUNT), when=_is_full),
    Part(
        Text("In the scene"),
        ("health.marks", "willpower.current", "motes.personal", "motes.peripheral", "motes.committed", "anima",
         "powers_spent", "fate", "conditions"),
        scene=True,
    ),
    Part(
        Text("Growth"),
        ("essence", "willpower.rating", "health.extra_0", "health.extra_1", "health.extra_2", "craft"),
    ),
)  # fmt: skip
"""The sections of the page."""
