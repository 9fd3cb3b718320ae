"""The sheet's page: sections of traits in the book's order."""

from collections.abc import Iterator

from rules.battle import Choice
from rules.sheets import ATTRIBUTE_GROUPS, ATTRIBUTE_TITLES, Part, Trait, choose, list_places, steps
from rules.sheets.steps import Step
from rules.text import Text
from rules.v20da.attack import WEAPONS
from rules.v20da.sheet.model import MAX_TEXT, Sheet
from rules.v20da.sheet.own_traits import KINDS, MAX_NAME, OwnTrait
from rules.v20da.traits import (
    ABILITIES,
    ATTRIBUTES,
    BACKGROUNDS,
    CATEGORY_TITLES,
    DISCIPLINES,
    VIRTUES,
    can_specialise,
    label_of,
)


def _lineage(sheet: Sheet) -> tuple[str, ...]:
    return ("generation",) if sheet.is_vampire else ()


def _abilities(category: str) -> tuple[str, ...]:
    """Return the standard Abilities in the book's order. Own Abilities have rows (V20-005)."""
    return list_places("abilities", (key for key, of in ABILITIES.items() if of == category))


def _specialties(sheet: Sheet) -> tuple[Trait, ...]:
    traits = (*ATTRIBUTES, *ABILITIES, *sheet.custom_abilities)
    named = {key: sheet.specialties.get(key, "") for key in traits}
    return tuple(
        Trait(f"specialties.{key}", sheet.label(key), "text", name, high=MAX_TEXT, rule="V20-060")
        for key, name in named.items()
        if name or can_specialise(sheet.dots(key))
    )


def _own_traits(sheet: Sheet) -> tuple[Trait, ...]:
    """Return name, kind and dots of each row."""
    return tuple(
        trait
        for number, row in enumerate(sheet.own_traits)
        for trait in (
            Trait(f"own_traits.{number}.name", Text("Name"), "text", row.name, high=MAX_NAME, rule="V20-005"),
            Trait(f"own_traits.{number}.kind", Text("Kind"), "choice", row.kind, choices=choose(KINDS)),
            Trait(f"own_traits.{number}.dots", Text("Dots"), "dots", row.dots, 0, most_dots(sheet, row)),
        )
    )


def most_dots(sheet: Sheet, row: OwnTrait) -> int:
    """Return the highest rating of an own trait."""
    return 10 if row.kind == "background" else sheet.maximum


def _disciplines(sheet: Sheet) -> Iterator[str | Trait]:
    if sheet.is_vampire or sheet.disciplines:
        for key in DISCIPLINES:
            yield Trait(f"disciplines.{key}", label_of(key), "dots", sheet.disciplines.get(key, 0), 0, sheet.maximum)
        yield "clan_disciplines"


def _virtues(sheet: Sheet) -> Iterator[Trait]:
    names = {
        "conscience": Text("Conviction") if sheet.conviction else Text("Conscience"),
        "self_control": Text("Instinct") if sheet.instinct else Text("Self-Control"),
        "courage": Text("Courage"),
    }
    for key in VIRTUES:
        yield Trait(f"virtues.{key}", names[key], "dots", sheet.virtues.get(key, 1), 1, 5, rule="V20-007")


def _weapons(sheet: Sheet) -> Iterator[Trait]:
    weapons = tuple(Choice(key, weapon.label, weapon.figures) for key, weapon in WEAPONS.items())
    yield Trait("weapons", Text("Weapons"), "items", list(sheet.weapons), choices=weapons, rule="V20-169")


DISCIPLINE_STEP = Step("disciplines", Text("Disciplines"), 45)
PARTS = (
    Part(Text("Character"), ("concept", "nature", "demeanor", "being", "clan", _lineage, "extra"), step=steps.WHO),
    *(
        Part(ATTRIBUTE_TITLES[group], list_places("attributes", keys), step=steps.ATTRIBUTES)
        for group, keys in ATTRIBUTE_GROUPS.items()
    ),
    *(Part(title, _abilities(category), step=steps.ABILITIES) for category, title in CATEGORY_TITLES.items()),
    Part(Text("Specialties"), (_specialties,), step=steps.BACKGROUNDS),
    Part(Text("Disciplines"), (_disciplines,), step=DISCIPLINE_STEP),
    Part(Text("Backgrounds"), list_places("backgrounds", BACKGROUNDS), step=steps.BACKGROUNDS),
    Part(Text("Custom traits"), (_own_traits,), step=steps.BACKGROUNDS),
    Part(
        Text("Virtues and Road"),
        (_virtues, "conviction", "instinct", "road_name", "road", "willpower"),
        step=steps.ADVANTAGES,
    ),
    Part(Text("Arms"), (_weapons, "own_weapons", "armor", "claws"), step=steps.EQUIPMENT),
    Part(
        Text("In the scene"),
        ("health", "willpower_points", "blood", "powers_spent", "fate", "staked", "conditions"),
        scene=True,
    ),
)
"""The sections of the page."""
