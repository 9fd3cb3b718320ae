"""The sheet's page: headed groups of traits in the book's order. A quick character has ready numbers for traits."""

from rules.exalted3e.sheet.model import ARCHETYPES, READY_MADE, Sheet
from rules.sheets import Part, Trait, choose, steps
from rules.sheets.steps import Step
from rules.text import Text


def _being(sheet: Sheet) -> tuple[Trait, ...]:
    """Return the trait of what the character is, for one whose numbers are worked out; a ready-made one stays it."""
    full = choose({key: name for key, name in ARCHETYPES.items() if key not in READY_MADE})
    return (
        () if sheet.is_quick else (Trait("archetype", Text("Creature type"), "choice", sheet.archetype, choices=full),)
    )


def _is_full(sheet: Sheet) -> bool:
    return not sheet.is_quick


def _is_quick(sheet: Sheet) -> bool:
    return sheet.is_quick


def _is_group(sheet: Sheet) -> bool:
    return sheet.archetype == "group"


MORE = Step("actions", Text("Attacks and actions"), 6)
MOUNT = ("mounted", "mount_speed")
PARTS = (
    Part(Text("Character"), (_being, "caste", "concept"), step=steps.WHO),
    Part(Text("Attributes"), ("attributes",), when=_is_full, step=steps.ATTRIBUTES),
    Part(Text("Abilities"), ("abilities", "favored"), when=_is_full, step=steps.ABILITIES),
    Part(Text("Specialties"), ("specialties",), when=_is_full, step=steps.ADVANTAGES),
    Part(Text("Merits"), ("merits", "own_merits"), when=_is_full, step=steps.MERITS),
    Part(Text("Preset pools"), ("quick", *MOUNT), when=_is_quick, step=steps.POOLS),
    Part(Text("Further attacks"), ("quick_attacks",), when=_is_quick, step=MORE),
    Part(Text("Further actions"), ("quick_actions",), when=_is_quick, step=MORE),
    Part(Text("Merits"), ("quick_merits",), when=_is_quick, step=MORE),
    Part(Text("Battle group"), ("group",), when=_is_group, step=MORE),
    Part(Text("Intimacies"), ("intimacies",), step=steps.STORY),
    Part(Text("Charms"), ("charms",), when=_is_full, step=steps.POWERS),
    Part(Text("Arms and armor"), ("weapons", "own_weapons", "armor", *MOUNT), when=_is_full, step=steps.EQUIPMENT),
    Part(
        Text("In the scene"),
        (
            "health.marks",
            "willpower.current",
            "motes.personal",
            "motes.peripheral",
            "motes.committed",
            "anima",
            "powers_spent",
            "fate",
            "conditions",
        ),
        scene=True,
    ),
    Part(
        Text("Growth"),
        ("essence", "willpower.rating", "health.extra_0", "health.extra_1", "health.extra_2", "craft"),
        step=steps.ADVANTAGES,
    ),
    Part(Text("Notes"), ("notes",), step=steps.STORY),
)
"""The sections of the page."""
