"""The editing page of a sheet, section by section in the order of the printed one."""

from collections.abc import Iterable, Iterator

from rules.battle import Choice
from rules.exalted2e.health.track import TRACKS, levels
from rules.exalted2e.sheet.equipment import ARMOR_HELP, WEAPON_HELP, armors, shields, weapons
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import MAX_MOTES, MAX_TEXT, mote_capacity
from rules.exalted2e.sheet.rows import MAX_BACKGROUND, MAX_INTIMACY, MAX_NAME
from rules.exalted2e.traits import (
    ABILITIES,
    ALL_ABILITIES,
    ATTRIBUTES,
    BACKGROUNDS,
    BEINGS,
    CASTES,
    MAX_SPECIALTIES,
    MAX_TRAIT,
    MAX_VIRTUE,
    MAX_WILLPOWER,
    SPLATS,
    VIRTUES,
    label,
    max_trait,
)
from rules.powers.rows import spent_traits
from rules.system import Section, Trait
from rules.view import signed

MARKS = (
    Choice(".", "unhurt"),
    Choice("B", "bashing", "/"),
    Choice("L", "lethal", "X"),
    Choice("A", "aggravated", "*"),
)
"""The marks of a health box (2E-400)."""

MAX_SOAK = 50


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """The sections of the page with the sheet's values."""
    return (
        Section("Character", tuple(_character(sheet))),
        *(Section(f"{group} Attributes", _attributes(sheet, names)) for group, names in ATTRIBUTES.items()),
        *(Section(f"Abilities: {label(caste)}", _abilities(sheet, names)) for caste, names in ABILITIES.items()),
        Section("Specialties", tuple(_specialties(sheet))),
        Section("Favored Abilities", (_favored(sheet),)),
        Section("Virtues, Willpower and Essence", tuple(_spirit(sheet))),
        Section("Backgrounds", tuple(_backgrounds(sheet))),
        Section("Intimacies", tuple(_intimacies(sheet))),
        Section("Weapons and armor", tuple(_equipment(sheet))),
        Section("Toughness", tuple(_toughness(sheet))),
        Section("Health", tuple(_health(sheet)), scene=True),
        Section("Willpower and motes", tuple(_spent(sheet)), scene=True),
        Section("Notes", (_text("notes", "Notes", sheet.notes),)),
    )


def _character(sheet: Sheet) -> Iterator[Trait]:
    yield Trait("being", "Being", "choice", sheet.being, choices=_choices(BEINGS), rule="2E-043")
    yield Trait("splat", "Kind", "choice", sheet.splat, choices=_choices(SPLATS), rule="2E-454")
    yield Trait("caste", "Caste", "choice", sheet.caste, choices=_choices(CASTES), rule="2E-023")
    yield _text("motivation", "Motivation", sheet.motivation, "2E-182")


def _attributes(sheet: Sheet, names: Iterable[str]) -> tuple[Trait, ...]:
    high = max_trait(sheet.being, sheet.essence)
    return tuple(_dots(f"attributes.{name}", name, sheet.attribute(name), 0, high, "2E-020") for name in names)


def _abilities(sheet: Sheet, names: Iterable[str]) -> tuple[Trait, ...]:
    high = max_trait(sheet.being, sheet.essence)
    return tuple(_dots(f"abilities.{name}", name, sheet.ability(name), 0, high, "2E-022") for name in names)


def _specialties(sheet: Sheet) -> Iterator[Trait]:
    for number, row in enumerate(sheet.specialties):
        path = f"specialties.{number}"
        yield Trait(f"{path}.ability", "Ability", "choice", row.ability, choices=_choices(("", *ALL_ABILITIES)))
        yield Trait(f"{path}.name", "Specialty", "text", row.name, high=MAX_NAME, rule="2E-170")
        yield Trait(f"{path}.dots", "Dots", "dots", row.dots, 1, MAX_SPECIALTIES, rule="2E-171")


def _favored(sheet: Sheet) -> Trait:
    choices = _choices(ALL_ABILITIES)
    return Trait("favored", "Favored Abilities", "items", list(sheet.favored), choices=choices, rule="2E-450")


def _backgrounds(sheet: Sheet) -> Iterator[Trait]:
    for name in BACKGROUNDS:
        yield _dots(f"backgrounds.{name}", name, getattr(sheet.backgrounds, name), 0, MAX_BACKGROUND, "2E-027")
    for number, row in enumerate(sheet.own_backgrounds):
        yield Trait(f"own_backgrounds.{number}.name", "Background of your own", "text", row.name, high=MAX_NAME)
        yield Trait(f"own_backgrounds.{number}.dots", "Dots", "dots", row.dots, 1, MAX_BACKGROUND, rule="2E-027")


def _intimacies(sheet: Sheet) -> Iterator[Trait]:
    for number, row in enumerate(sheet.intimacies):
        yield Trait(f"intimacies.{number}.text", "Intimacy", "text", row.text, high=MAX_INTIMACY, rule="2E-514")


def _spirit(sheet: Sheet) -> Iterator[Trait]:
    for virtue in VIRTUES:
        yield _dots(f"virtues.{virtue}", virtue, sheet.virtue(virtue), 1, MAX_VIRTUE, "2E-024")
    yield _dots("willpower", "willpower", sheet.willpower, 1, MAX_WILLPOWER, "2E-025")
    yield _dots("essence", "essence", sheet.essence, 1, MAX_TRAIT, "2E-026")
    yield Trait(
        "awakened", "Awakened Essence", "flag", sheet.awakened, help="A mortal with an Essence pool", rule="2E-033"
    )
    for name in ("personal", "peripheral"):
        value = getattr(sheet, f"{name}_bonus")
        title = f"{label(name)} motes beyond the formula"
        yield Trait(f"{name}_bonus", title, "number", value, -MAX_MOTES, MAX_MOTES, rule="2E-033")


def _equipment(sheet: Sheet) -> Iterator[Trait]:
    arms = tuple(Choice(row.key, row.name, row.figures) for row in weapons().values() if not row.is_natural)
    suits = tuple(Choice(row.key, row.name, row.figures) for row in armors().values())
    held = (Choice("", "None"), *(Choice(row.key, row.name) for row in shields().values()))
    yield Trait("weapons", "Weapons", "items", list(sheet.weapons), choices=arms, rule="2E-470")
    yield Trait(
        "own_weapons", "Weapons of your own", "text", sheet.own_weapons, high=MAX_TEXT, help=WEAPON_HELP, rule="2E-475"
    )
    yield Trait("armor", "Armor", "items", list(sheet.armor), choices=suits, rule="2E-471")
    yield Trait(
        "own_armor", "Armor of your own", "text", sheet.own_armor, high=MAX_TEXT, help=ARMOR_HELP, rule="2E-475"
    )
    yield Trait("shield", "Shield", "choice", sheet.shield, choices=held, rule="2E-353")


def _toughness(sheet: Sheet) -> Iterator[Trait]:
    help_text = f"{', '.join(TRACKS)}, or levels such as -0 -1 -1 -2 -2 -2 -4 I"
    yield Trait("track", "Health levels", "text", sheet.track, high=200, help=help_text, rule="2E-030")
    yield Trait("tough", "Parries blades bare-handed", "flag", sheet.tough, rule="2E-339")
    for name in ("soak_bashing", "soak_lethal", "soak_aggravated"):
        yield Trait(
            name, f"Natural {name.replace('_', ', ')}", "number", getattr(sheet, name), 0, MAX_SOAK, rule="2E-374"
        )
    for name in ("hardness_bashing", "hardness_lethal"):
        yield Trait(
            name, f"Natural {name.replace('_', ', ')}", "number", getattr(sheet, name), 0, MAX_SOAK, rule="2E-372"
        )


def _health(sheet: Sheet) -> Iterator[Trait]:
    yield Trait("health", "Health", "track", sheet.health, high=len(sheet.health), choices=MARKS, rule="2E-400",
                under=tuple(_penalty(level) for level in levels(sheet.track)))  # fmt: skip
    yield Trait("dying", "Dying levels filled", "number", sheet.dying, 0, MAX_TRAIT, rule="2E-406")
    yield Trait("unconscious", "Unconscious", "flag", sheet.unconscious, rule="2E-404")
    yield Trait("fatigue", "Fatigue", "number", sheet.fatigue, 0, 20, help="An internal penalty", rule="2E-430")


def _spent(sheet: Sheet) -> Iterator[Trait]:
    yield Trait(
        "willpower_points", "Willpower points", "number", sheet.willpower_points, 0, MAX_WILLPOWER, rule="2E-025",
        full=sheet.willpower,
    )  # fmt: skip
    for virtue in VIRTUES:
        spent, high = getattr(sheet.channels, virtue), sheet.virtue(virtue)
        yield Trait(
            f"channels.{virtue}", f"{label(virtue)} channeled this story", "number", spent, 0, high, rule="2E-165"
        )
    for name, capacity in zip(("personal", "peripheral"), mote_capacity(sheet), strict=True):
        committed = getattr(sheet, f"{name}_committed")
        if capacity or getattr(sheet, name):
            left = capacity - committed
            yield Trait(name, f"{label(name)} motes", "number", getattr(sheet, name), 0, left, rule="2E-033", full=left)
            yield Trait(
                f"{name}_committed", f"{label(name)} motes committed", "number", committed, 0, capacity, rule="2E-442"
            )
    yield from spent_traits(sheet.powers, sheet.powers_spent)


def _penalty(level: int | None) -> str:
    return "I" if level is None else signed(-level)


def _dots(key: str, name: str, value: int, low: int, high: int, rule: str) -> Trait:
    return Trait(key, label(name), "dots", value, low, max(high, value), rule=rule)


def _text(key: str, title: str, value: str, rule: str = "") -> Trait:
    return Trait(key, title, "text", value, high=MAX_TEXT, rule=rule)


def _choices(keys: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(key, label(key) if key else "None") for key in keys)
