"""From JSON to a sheet: every value checked, and refused by name when no state of the game could make it right."""

import re
from dataclasses import fields, replace
from functools import lru_cache
from typing import Final

from rules.codec import decode
from rules.errors import BadInput
from rules.powers import check_powers, keep_spent
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.equipment import ARMORS, WEAPONS
from rules.wod2004.sheet.model import Attributes, Sheet, Skills, Specialties
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.traits import MAX_SKILL, MAX_TRAIT, label

MAX_TEXT: Final = 2000
MAX_LINE: Final = 200
MAX_SPECIALTIES: Final = 10
MAX_EXTRA_HEALTH: Final = 30
UNPRINTABLE = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f\\ud800-\\udfff]")
MERIT = re.compile(r"(?P<name>[^,;]*?[^,;\s])(?:\s+(?P<dots>[1-9]|10))?")
TEXTS: Final = ("flaws", "derangements", "notes", "own_weapons", "own_armor", "merits")
LINES: Final = ("concept", "power_name", "fuel_name")


def parse(data: object) -> Sheet:
    """Build a sheet from its JSON form. Raises `BadInput` naming the key at fault."""
    sheet = decode(Sheet, data)
    for trait in fields(Attributes):
        _check_range(f"attributes.{trait.name}", sheet.attribute(trait.name), 0, MAX_TRAIT)
    for trait in fields(Skills):
        _check_range(f"skills.{trait.name}", sheet.skill(trait.name), 0, MAX_SKILL)
    for trait in fields(Specialties):
        specialties(sheet, trait.name)
    for name in TEXTS:
        _check_length(name, getattr(sheet, name), MAX_TEXT)
    for name in LINES:
        _check_length(name, getattr(sheet, name), MAX_LINE)
    merits(sheet.merits)
    _check_numbers(sheet)
    _check_equipment(sheet)
    _check_health(sheet)
    if not sheet.powers:
        return replace(sheet, powers_spent=()) if sheet.powers_spent else sheet
    powers = check_powers(POWERS, sheet.powers)
    return replace(sheet, powers=powers, powers_spent=keep_spent(powers, sheet.powers_spent))


def specialties(sheet: Sheet, skill: str) -> tuple[str, ...]:
    """The Specialties in a Skill, by name."""
    text: str = getattr(sheet.specialties, skill)
    _check_length(f"specialties.{skill}", text, MAX_LINE)
    names = tuple(part for part in (part.strip() for part in text.split(",")) if part)
    if len(names) > MAX_SPECIALTIES:
        raise BadInput(
            "too_many_specialties",
            f"{label(skill)} has at most {MAX_SPECIALTIES} Specialties.",
            key=f"specialties.{skill}",
        )
    return names


@lru_cache(maxsize=512)
def merits(text: str) -> dict[str, int]:
    """Merits with their dots, from "Quick Draw 1, Resources 3"; one without a number has one dot."""
    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = MERIT.fullmatch(part)
        if match is None or len(part) > 100:
            raise BadInput("bad_merit", f"{part[:40]!r} is no Merit: write a name and its dots.", key="merits")
        found[match["name"].lower()] = int(match["dots"] or 1)
    return found


def has_merit(sheet: Sheet, name: str) -> bool:
    """Whether the sheet lists the Merit."""
    return name.lower() in merits(sheet.merits)


def _check_numbers(sheet: Sheet) -> None:
    _check_range("morality", sheet.morality, 0, MAX_TRAIT)
    _check_range("size", sheet.size, 1, 30)
    _check_range("species_factor", sheet.species_factor, 0, 30)
    _check_range("power", sheet.power, 0, MAX_TRAIT)
    _check_range("fuel_maximum", sheet.fuel_maximum, 0, 200)
    _check_range("fuel", sheet.fuel, 0, sheet.fuel_maximum)
    for name in ("health_bonus", "defense_bonus", "initiative_bonus", "speed_bonus"):
        _check_range(name, getattr(sheet, name), -20, 20)
    _check_range("willpower_lost", sheet.willpower_lost, 0, MAX_TRAIT)
    _check_range("willpower_points", sheet.willpower_points, 0, derived.willpower(sheet).total)


def _check_equipment(sheet: Sheet) -> None:
    if len(sheet.weapons) > 20:
        raise BadInput("too_many", "At most 20 weapons are carried.", key="weapons")
    for key in sheet.weapons:
        if key not in WEAPONS:
            raise BadInput("unknown_weapon", f"There is no weapon {key[:40]!r}.", key="weapons")
    if sheet.armor and sheet.armor not in ARMORS:
        raise BadInput("unknown_armor", f"There is no armor {sheet.armor[:40]!r}.", key="armor")
    sheet.suit()
    carried = {weapon.key for weapon in sheet.arms()}
    if sheet.in_hand and sheet.in_hand not in carried:
        raise BadInput("not_carried", f"{sheet.in_hand[:40]!r} is not among the weapons carried.", key="in_hand")


def _check_health(sheet: Sheet) -> None:
    # A series may give its extras more boxes than the rules' four.
    boxes = MAX_EXTRA_HEALTH if sheet.extra else derived.health(sheet).total
    if any(mark not in ".BLA" for mark in sheet.health):
        raise BadInput("bad_health", "Health is one mark per box: . B L A.", key="health")
    if len(sheet.health) > MAX_TEXT or sum(mark != "." for mark in sheet.health) > boxes:
        raise BadInput("bad_health", f"There are {boxes} boxes of Health.", key="health")


def _check_length(key: str, text: str, most: int) -> None:
    if UNPRINTABLE.search(text):
        raise BadInput("bad_text", f"{key!r} holds a character that cannot be printed.", key=key)
    if len(text) > most:
        raise BadInput("too_long", f"{key!r} has at most {most} characters.", key=key)


def _check_range(key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadInput("out_of_range", f"{key!r} is {low} to {high}, not {value}.", key=key, low=low, high=high)
