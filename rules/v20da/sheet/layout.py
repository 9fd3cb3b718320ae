"""The sheet's page: sections of traits in the book's order."""

from collections.abc import Iterator

from rules.battle import Choice
from rules.sheets import Part, Trait, list_places
from rules.v20da.attack import WEAPONS
from rules.v20da.sheet.model import MAX_TEXT, Sheet
from rules.v20da.sheet.own_traits import KINDS, MAX_NAME, OwnTrait
from rules.v20da.traits import (
    ABILITIES,
    ATTRIBUTE_GROUPS,
    ATTRIBUTES,
    BACKGROUNDS,
    DISCIPLINES,
    VIRTUES,
    can_specialise,
    label_of,
)

_CATEGORIES = {"talent": "Talents", "skill": "Skills", "knowledge": "Knowledges"}


def _lineage(sheet: Sheet) -> tuple[str, ...]:
    return ("generation",) if sheet.is_vampire else ()


def _abilities(category: str) -> tuple[str, ...]:
    """The standard ones in the book's order; those of one's own have rows (V20-005)."""
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
    """Row by row: what it is called, what it is, its dots."""
    kinds = tuple(Choice(kind, kind.capitalize()) for kind in KINDS)
    return tuple(
        trait
        for number, row in enumerate(sheet.own_traits)
        for trait in (
            Trait(f"own_traits.{number}.name", "Name", "text", row.name, high=MAX_NAME, rule="V20-005"),
            Trait(f"own_traits.{number}.kind", "Kind", "choice", row.kind, choices=kinds),
            Trait(f"own_traits.{number}.dots", "Dots", "dots", row.dots, 0, most_dots(sheet, row)),
        )
    )


def most_dots(sheet: Sheet, row: OwnTrait) -> int:
    """The highest rating of a trait of one's own."""
    return 10 if row.kind == "background" else sheet.maximum


def _disciplines(sheet: Sheet) -> Iterator[str | Trait]:
    if sheet.is_vampire or sheet.disciplines:
        for key in DISCIPLINES:
            yield Trait(f"disciplines.{key}", label_of(key), "dots", sheet.disciplines.get(key, 0), 0, sheet.maximum)
        yield "clan_disciplines"


def _virtues(sheet: Sheet) -> Iterator[Trait]:
    names = {
        "conscience": "Conviction" if sheet.conviction else "Conscience",
        "self_control": "Instinct" if sheet.instinct else "Self-Control",
        "courage": "Courage",
    }
    for key in VIRTUES:
        yield Trait(f"virtues.{key}", names[key], "dots", sheet.virtues.get(key, 1), 1, 5, rule="V20-007")


def _weapons(sheet: Sheet) -> Iterator[Trait]:
    weapons = tuple(Choice(key, weapon.label, weapon.figures) for key, weapon in WEAPONS.items())
    yield Trait("weapons", "Weapons", "items", list(sheet.weapons), choices=weapons, rule="V20-169")


PARTS = (
    Part("Character", ("concept", "being", "clan", _lineage, "extra")),
    *(Part(f"{name.title()} Attributes", list_places("attributes", keys)) for name, keys in ATTRIBUTE_GROUPS.items()),
    *(Part(label, _abilities(category)) for category, label in _CATEGORIES.items()),
    Part("Specialties", (_specialties,)),
    Part("Disciplines", (_disciplines,)),
    Part("Backgrounds", list_places("backgrounds", BACKGROUNDS)),
    Part("Traits of your own", (_own_traits,)),
    Part("Virtues and Road", (_virtues, "conviction", "instinct", "road_name", "road", "willpower")),
    Part("Arms", (_weapons, "own_weapons", "armor", "claws")),
    Part("In the scene", ("health", "willpower_points", "blood", "powers_spent"), scene=True),
)
"""The sections of the page."""
