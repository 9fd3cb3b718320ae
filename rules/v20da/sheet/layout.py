"""The sheet's page: sections of traits in the book's order."""

from rules.battle import Choice
from rules.powers.rows import spent_traits
from rules.system import Section, Trait
from rules.v20da.attack import WEAPONS
from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.levels import BOXES, LEVELS
from rules.v20da.sheet.equipment import FORM
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
from rules.view import signed

MARKS = (Choice("", "unhurt"), Choice("/", "bashing", "/"), Choice("X", "lethal", "X"), Choice("*", "aggravated", "*"))
"""The marks of a health box."""
_CATEGORIES = {"talent": "Talents", "skill": "Skills", "knowledge": "Knowledges"}


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """Every editable place of the sheet."""
    return (
        Section("Character", _character(sheet)),
        *(Section(f"{group.title()} Attributes", _dots(sheet, "attributes", keys, 1, "V20-001"))
          for group, keys in ATTRIBUTE_GROUPS.items()),
        *(Section(label, _dots(sheet, "abilities", _abilities(category), 0, "V20-006"))
          for category, label in _CATEGORIES.items()),
        Section("Specialties", _specialties(sheet)),
        Section("Disciplines", _disciplines(sheet)),
        Section("Backgrounds", _backgrounds(sheet)),
        Section("Traits of your own", _own_traits(sheet)),
        Section("Virtues and Road", _virtues(sheet)),
        Section("Arms", _arms(sheet)),
        Section("In the scene", _scene(sheet), scene=True),
    )  # fmt: skip


def _character(sheet: Sheet) -> tuple[Trait, ...]:
    beings = (Choice("vampire", "Vampire"), Choice("mortal", "Mortal"))
    lineage = (Trait("generation", "Generation", "number", sheet.generation, 4, 13, rule="V20-171"),)
    return (
        Trait("concept", "Concept", "text", sheet.concept, high=MAX_TEXT),
        Trait("being", "Being", "choice", sheet.being, choices=beings),
        Trait("clan", "Clan", "text", sheet.clan, high=MAX_TEXT),
        *(lineage if sheet.is_vampire else ()),
        Trait("extra", "One of a crowd", "flag", sheet.extra),
    )


def _dots(sheet: Sheet, group: str, keys: tuple[str, ...], low: int, rule: str) -> tuple[Trait, ...]:
    low = 0 if group == "abilities" else min(low, *(sheet.dots(key) for key in keys))
    return tuple(
        Trait(f"{group}.{key}", label_of(key), "dots", sheet.dots(key), low, sheet.maximum, rule=rule) for key in keys
    )


def _abilities(category: str) -> tuple[str, ...]:
    """The standard ones in the book's order; those of one's own have rows (V20-005)."""
    return tuple(key for key, of in ABILITIES.items() if of == category)


def _specialties(sheet: Sheet) -> tuple[Trait, ...]:
    traits = (*ATTRIBUTES, *ABILITIES, *sheet.custom_abilities)
    named = {key: sheet.specialties.get(key, "") for key in traits}
    return tuple(
        Trait(f"specialties.{key}", sheet.label(key), "text", name, high=MAX_TEXT, rule="V20-060")
        for key, name in named.items()
        if name or can_specialise(sheet.dots(key))
    )


def _backgrounds(sheet: Sheet) -> tuple[Trait, ...]:
    dots = {key: sheet.backgrounds.get(key, 0) for key in BACKGROUNDS}
    return tuple(Trait(f"backgrounds.{key}", label_of(key), "dots", rating, 0, 10) for key, rating in dots.items())


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


def _disciplines(sheet: Sheet) -> tuple[Trait, ...]:
    if not sheet.is_vampire and not sheet.disciplines:
        return ()
    ratings = {key: sheet.disciplines.get(key, 0) for key in DISCIPLINES}
    dots = tuple(
        Trait(f"disciplines.{key}", label_of(key), "dots", rating, 0, sheet.maximum) for key, rating in ratings.items()
    )
    own = tuple(Choice(key, sheet.label(key)) for key in {**ratings, **sheet.disciplines})
    return (*dots, Trait("clan_disciplines", "Of the clan", "items", list(sheet.clan_disciplines), choices=own))


def _virtues(sheet: Sheet) -> tuple[Trait, ...]:
    names = {
        "conscience": "Conviction" if sheet.conviction else "Conscience",
        "self_control": "Instinct" if sheet.instinct else "Self-Control",
        "courage": "Courage",
    }
    return (
        *(
            Trait(f"virtues.{key}", names[key], "dots", sheet.virtues.get(key, 1), 1, 5, rule="V20-007")
            for key in VIRTUES
        ),
        Trait("conviction", "Conviction in place of Conscience", "flag", sheet.conviction, rule="V20-007"),
        Trait("instinct", "Instinct in place of Self-Control", "flag", sheet.instinct, rule="V20-007"),
        Trait("road_name", "Road", "text", sheet.road_name, high=MAX_TEXT),
        Trait("road", "Road rating", "dots", sheet.road, 0, 10, rule="V20-008"),
        Trait("willpower", "Willpower", "dots", sheet.willpower, 1, 10, rule="V20-009"),
    )


def _arms(sheet: Sheet) -> tuple[Trait, ...]:
    weapons = tuple(Choice(key, weapon.label, weapon.figures) for key, weapon in WEAPONS.items())
    return (
        Trait("weapons", "Weapons", "items", list(sheet.weapons), choices=weapons, rule="V20-169"),
        Trait("own_weapons", "Weapons of your own", "text", sheet.own_weapons, high=2000, help=FORM, rule="V20-169"),
        Trait("armor", "Armor class", "number", sheet.armor, 0, 5, rule="V20-170"),
        Trait("claws", "Claws", "flag", sheet.claws, rule="V20-168"),
    )


def _scene(sheet: Sheet) -> tuple[Trait, ...]:
    blood = blood_maximum(sheet.generation) if sheet.is_vampire else 10
    return (
        Trait("health", "Health", "track", sheet.health, 0, BOXES, choices=MARKS, rule="V20-180",
              under=tuple(_penalty(level) for _, level in LEVELS)),
        Trait("willpower_points", "Willpower points", "number", sheet.willpower_points, 0, sheet.willpower,
              full=sheet.willpower),
        Trait("blood", "Blood", "number", sheet.blood, 0, blood, rule="V20-171", full=blood),
        *spent_traits(sheet.powers, sheet.powers_spent),
    )  # fmt: skip


def _penalty(level: int | None) -> str:
    return "I" if level is None else signed(level)
