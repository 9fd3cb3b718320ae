"""The sections of the editing page of a sheet, in the order of the printed sheet."""

from collections.abc import Iterator

from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import mote_capacity
from rules.exalted2e.traits import ABILITIES, VIRTUES, label
from rules.sheets import ATTRIBUTE_GROUPS, ATTRIBUTE_TITLES, Part, Trait, list_places, steps
from rules.text import Text

POOLS = {
    "personal": (Text("Personal motes"), Text("Personal motes committed")),
    "peripheral": (Text("Peripheral motes"), Text("Peripheral motes committed")),
}


def _channels(sheet: Sheet) -> Iterator[Trait]:
    for virtue in VIRTUES:
        spent, title = sheet.channels[virtue], Text("{trait} channeled this story", trait=label(virtue))
        yield Trait(f"channels.{virtue}", title, "number", spent, 0, sheet.virtue(virtue), rule="2E-165")


def _motes(sheet: Sheet) -> Iterator[Trait]:
    for name, capacity in zip(("personal", "peripheral"), mote_capacity(sheet), strict=True):
        held, committed = getattr(sheet, name), getattr(sheet, f"{name}_committed")
        if capacity or held:
            left, (title, committed_title) = capacity - committed, POOLS[name]
            yield Trait(name, title, "number", held, 0, left, rule="2E-033", full=left)
            yield Trait(f"{name}_committed", committed_title, "number", committed, 0, capacity, rule="2E-442")


def _is_quick(sheet: Sheet) -> bool:
    return sheet.ready.used


def _has_traits(sheet: Sheet) -> bool:
    return not sheet.ready.used


def _commands(sheet: Sheet) -> bool:
    """Return whether the character may wear a unit: by War, or because it has one (2E-500, 2E-504)."""
    return bool(sheet.ability("war") or sheet.unit.magnitude or sheet.ready.used)


PARTS = (
    Part(Text("Character"), ("being", "splat", "caste", "motivation"), step=steps.WHO),
    Part(Text("Preset pools"), ("ready",), when=_is_quick, step=steps.POOLS),
    *(
        Part(ATTRIBUTE_TITLES[group], list_places("attributes", names), when=_has_traits, step=steps.ATTRIBUTES)
        for group, names in ATTRIBUTE_GROUPS.items()
    ),
    *(
        Part(
            Text("Abilities: {caste}", caste=label(caste)),
            list_places("abilities", names),
            when=_has_traits,
            step=steps.ABILITIES,
        )
        for caste, names in ABILITIES.items()
    ),
    Part(Text("Specialties"), ("specialties",), step=steps.ADVANTAGES),
    Part(Text("Favored traits"), ("favored",), step=steps.ADVANTAGES),
    Part(
        Text("Virtues, Willpower and Essence"),
        ("virtues", "willpower", "essence", "awakened", "personal_bonus", "peripheral_bonus", "hearthstone"),
        step=steps.ADVANTAGES,
    ),
    Part(Text("Backgrounds"), ("backgrounds", "own_backgrounds"), step=steps.BACKGROUNDS),
    Part(Text("Intimacies"), ("intimacies",), step=steps.STORY),
    Part(Text("Weapons and armor"), ("weapons", "own_weapons", "armor", "own_armor", "shield"), step=steps.EQUIPMENT),
    Part(
        Text("Toughness"),
        ("track", "tough", "soak_bashing", "soak_lethal", "soak_aggravated", "hardness_bashing", "hardness_lethal"),
        step=steps.EQUIPMENT,
        rare=True,
    ),
    Part(Text("Unit of mass combat"), ("unit",), when=_commands, step=steps.EQUIPMENT, rare=True),
    Part(Text("Health"), ("health", "dying", "unconscious", "fate", "fatigue", "conditions"), scene=True),
    Part(Text("Willpower and motes"), ("willpower_points", _channels, _motes, "powers_spent"), scene=True),
    Part(Text("Notes"), ("notes",), step=steps.STORY),
)
"""The sections of the page."""
