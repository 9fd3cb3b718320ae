"""The sheet's page: headed groups of traits in the book's order."""

from collections.abc import Mapping
from functools import cache

from rules.battle import Choice
from rules.exalted3e.health import INCAPACITATED
from rules.exalted3e.pools import motes_of
from rules.exalted3e.sheet.gear import OWN_HELP, armor_keys, find_weapon, weapon_keys
from rules.exalted3e.sheet.model import ARCHETYPES, READY_MADE, Quick, Sheet, names_of
from rules.exalted3e.sheet.parse import DRILLS, INTIMACY_KINDS, MAX_MERIT, MAX_SPEED, REACHES, merit_keys
from rules.exalted3e.traits import ABILITIES, ANIMA, ATTRIBUTES, DAMAGE_TYPES, INTENSITIES, TABLES, label
from rules.powers.rows import spent_traits
from rules.system import Section, Trait
from rules.view import signed

ANIMA_LEVELS = tuple(Choice(str(level), name) for level, name in enumerate(ANIMA))
MARKS = (Choice("", "unhurt"), Choice("b", "bashing", "/"), Choice("l", "lethal", "X"), Choice("a", "aggravated", "*"))
"""The marks of a health box."""


def lay_out(sheet: Sheet) -> tuple[Section, ...]:
    """The sections of this sheet; a quick character shows its ready numbers instead of traits."""
    numbers = _quick_sections(sheet) if sheet.is_quick else _full_sections(sheet)
    return (_who(sheet), *numbers, _scene(sheet), _growth(sheet))


def _choices(names: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(key, name) for key, name in names.items())


def _named(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key, label(key) or "None") for key in keys)


def _text(key: str, name: str, value: str, high: int = 200) -> Trait:
    return Trait(key, name, "text", value, high=high)


def _number(key: str, name: str, value: int, high: int, rule: str = "") -> Trait:
    return Trait(key, name, "number", value, low=0, high=high, rule=rule)


def _who(sheet: Sheet) -> Section:
    return Section(
        "Character",
        (
            *_being(sheet),
            _text("caste", "Caste or Aspect", sheet.caste),
            _text("concept", "Concept", sheet.concept),
            _text("notes", "Notes", sheet.notes, 4000),
        ),
    )


def _being(sheet: Sheet) -> tuple[Trait, ...]:
    """What somebody is whose numbers are worked out; ready-made ones have others, and stay what they are."""
    if sheet.is_quick:
        return ()
    full = {key: name for key, name in ARCHETYPES.items() if key not in READY_MADE}
    return (Trait("archetype", "Being", "choice", sheet.archetype, choices=_choices(full)),)


def _full_sections(sheet: Sheet) -> tuple[Section, ...]:
    attributes = tuple(
        Trait(f"attributes.{name}", label(name), "dots", sheet.attribute(name), 0, 5, rule="3E-026")
        for name in ATTRIBUTES
    )
    abilities = tuple(
        Trait(f"abilities.{name}", label(name), "dots", sheet.ability(name), 0, 5, rule="3E-027") for name in ABILITIES
    )
    favored = Trait("favored", "Caste and Favored", "items", list(sheet.favored), choices=_named(ABILITIES))
    return (
        Section("Attributes", attributes),
        Section("Abilities", (*abilities, favored)),
        Section("Specialties", _specialties(sheet)),
        Section("Merits", _merits(sheet)),
        Section("Intimacies", _intimacies(sheet)),
        Section("Charms", (_text("charms", "Charms and spells", sheet.charms, 4000),)),
        Section("Arms and armor", _gear(sheet)),
    )


def _specialties(sheet: Sheet) -> tuple[Trait, ...]:
    found: list[Trait] = []
    for number, specialty in enumerate(sheet.specialties):
        path = f"specialties.{number}"
        found += (
            Trait(f"{path}.ability", "Ability", "choice", specialty.ability, choices=_named(("", *ABILITIES))),
            _text(f"{path}.name", "Specialty", specialty.name),
            Trait(f"{path}.always", "Counts in static values", "flag", specialty.always, rule="3E-133"),
        )
    return tuple(found)


def _merits(sheet: Sheet) -> tuple[Trait, ...]:
    found = [Trait("merits", "Merits", "items", list(sheet.merits), choices=_choices(merit_keys()))]
    for number, merit in enumerate(sheet.own_merits):
        found += (
            _text(f"own_merits.{number}.name", "Merit of your own", merit.name),
            Trait(f"own_merits.{number}.dots", "Dots", "dots", merit.dots, 1, MAX_MERIT, rule="3E-037"),
        )
    return tuple(found)


def _intimacies(sheet: Sheet) -> tuple[Trait, ...]:
    found: list[Trait] = []
    for number, intimacy in enumerate(sheet.intimacies):
        path = f"intimacies.{number}"
        found += (
            _text(f"{path}.text", "Intimacy", intimacy.text),
            Trait(f"{path}.kind", "Kind", "choice", intimacy.kind, choices=_named(INTIMACY_KINDS), rule="3E-323"),
            Trait(f"{path}.intensity", "Intensity", "choice", intimacy.intensity, choices=_named(INTENSITIES)),
        )
    return tuple(found)


@cache
def _weapons() -> tuple[Choice, ...]:
    return tuple(Choice(key, name, find_weapon(key).figures) for key, name in weapon_keys().items())


def _gear(sheet: Sheet) -> tuple[Trait, ...]:
    return (
        Trait("weapons", "Weapons", "items", list(sheet.weapons), choices=_weapons(), rule="3E-241"),
        Trait("own_weapons", "Weapons of your own", "text", sheet.own_weapons, high=2000, help=OWN_HELP, rule="3E-241"),
        Trait("armor", "Armor", "choice", sheet.armor, choices=_choices(armor_keys()), rule="3E-247"),
        *_mount(sheet),
    )


def _mount(sheet: Sheet) -> tuple[Trait, ...]:
    return (
        Trait("mounted", "Mounted", "flag", sheet.mounted, rule="3E-300"),
        _number("mount_speed", "Speed of the mount", sheet.mount_speed, MAX_SPEED, "3E-301"),
    )


def _quick_sections(sheet: Sheet) -> tuple[Section, ...]:
    special = {"attack": "text", "reach": "choice", "damage_type": "choice"}
    choices = {"reach": REACHES, "damage_type": DAMAGE_TYPES}
    traits = tuple(
        _quick_trait(name, getattr(sheet.quick, name), special.get(name, "number"), choices.get(name, ()))
        for name in names_of(Quick)
    )
    ready = Section("Ready numbers", (*traits, *_mount(sheet)))
    intimacies = Section("Intimacies", _intimacies(sheet))
    if sheet.archetype != "group":
        return (ready, intimacies)
    group = (
        Trait("group.size", "Size", "dots", sheet.group.size, 0, 5, rule="3E-306"),
        Trait("group.might", "Might", "dots", sheet.group.might, 0, 3, rule="3E-308"),
        Trait("group.drill", "Drill", "choice", sheet.group.drill, choices=_named(DRILLS), rule="3E-307"),
        Trait("group.perfect_morale", "Perfect morale", "flag", sheet.group.perfect_morale, rule="3E-319"),
    )
    return (ready, Section("Battle group", group), intimacies)


def _quick_trait(name: str, value: int | str, kind: str, choices: tuple[str, ...]) -> Trait:
    if kind == "choice":
        return Trait(f"quick.{name}", label(name), "choice", value, choices=_named(choices))
    if kind == "text":
        return _text(f"quick.{name}", label(name), str(value), 60)
    return _number(f"quick.{name}", label(name), int(value), 40)


def _penalty(level: int) -> str:
    return "I" if level == INCAPACITATED else signed(-level)


def _pool(key: str, name: str, value: int, high: int, rule: str, full: int) -> Trait:
    return Trait(key, name, "number", value, high=high, rule=rule, full=full)


def _scene(sheet: Sheet) -> Section:
    personal, peripheral = motes_of(sheet.archetype, sheet.essence, TABLES["pools"])
    return Section(
        "In the scene",
        (
            Trait(
                "health.marks",
                "Health",
                "track",
                sheet.health.marks,
                high=len(sheet.levels),
                choices=MARKS,
                rule="3E-262",
                under=tuple(map(_penalty, sheet.levels)),
            ),
            _pool("willpower.current", "Willpower left", sheet.willpower.current, 10, "3E-017", sheet.willpower.rating),
            _pool("motes.personal", "Personal motes", sheet.motes.personal, 500, "3E-339", personal),
            _pool("motes.peripheral", "Peripheral motes", sheet.motes.peripheral, 500, "3E-339", peripheral),
            _number("motes.committed", "Committed motes", sheet.motes.committed, 500, "3E-341"),
            Trait("anima", "Anima", "number", sheet.anima, 0, 3, ANIMA_LEVELS, rule="3E-342"),
            *spent_traits(sheet.powers, sheet.powers_spent),
        ),
        scene=True,
    )


def _growth(sheet: Sheet) -> Section:
    return Section(
        "Growth",
        (
            Trait("essence", "Essence", "dots", sheet.essence, 1, 10, rule="3E-028"),
            Trait("willpower.rating", "Willpower", "dots", sheet.willpower.rating, 0, 10, rule="3E-028"),
            _number("health.extra_0", "Extra −0 levels", sheet.health.extra_0, 20, "3E-262"),
            _number("health.extra_1", "Extra −1 levels", sheet.health.extra_1, 20, "3E-262"),
            _number("health.extra_2", "Extra −2 levels", sheet.health.extra_2, 20, "3E-262"),
            _number("craft.silver", "Silver craft points", sheet.craft.silver, 100_000, "3E-358"),
            _number("craft.gold", "Gold craft points", sheet.craft.gold, 100_000, "3E-358"),
            _number("craft.white", "White craft points", sheet.craft.white, 100_000, "3E-358"),
        ),
    )
