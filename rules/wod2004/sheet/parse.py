"""Read a sheet from JSON. Every value is checked, and a bad one is refused with its key."""

import re
from functools import lru_cache
from typing import Final

from rules.errors import BadInput
from rules.sheets import check_range, decode_sheet
from rules.text import Text
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.equipment import WEAPONS
from rules.wod2004.sheet.model import MAX_CARRIED, MAX_TEXT, Sheet
from rules.wod2004.sheet.powers import POWERS
from rules.wod2004.traits import ALL_SKILLS, label

MAX_SPECIALTIES: Final = 10
MAX_EXTRA_HEALTH: Final = 30
MERIT = re.compile(r"(?P<name>[^,;]*?[^,;\s])(?:\s+(?P<dots>[1-9]|10))?")


def parse(data: object) -> Sheet:
    """Return the sheet of this JSON. Raises `BadInput` naming the key at fault."""
    sheet = decode_sheet(Sheet, data, POWERS)
    for skill in ALL_SKILLS:
        specialties(sheet, skill)
    merits(sheet.merits)
    check_range("willpower_points", sheet.willpower_points, 0, derived.willpower(sheet).total)
    _check_equipment(sheet)
    _check_health(sheet)
    return sheet


def specialties(sheet: Sheet, skill: str) -> tuple[str, ...]:
    """Return the names of the Specialties in a Skill. Raises `BadInput` for too many."""
    names = tuple(filter(None, map(str.strip, sheet.specialties[skill].split(","))))
    if len(names) > MAX_SPECIALTIES:
        sentence = Text("{skill} can have up to {n} Specialties.", skill=label(skill), n=MAX_SPECIALTIES)
        raise BadInput("too_many_specialties", sentence, key=f"specialties.{skill}")
    return names


@lru_cache(maxsize=512)
def merits(text: str) -> dict[str, int]:
    """Return Merits with their dots, from "Quick Draw 1, Resources 3"; one without a number has one dot."""
    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        match = MERIT.fullmatch(part)
        if match is None or len(part) > 100:
            sentence = Text("{text} is not a Merit: write a name and its dots.", text=repr(part[:40]))
            raise BadInput("bad_merit", sentence, key="merits")
        found[match["name"].lower()] = int(match["dots"] or 1)
    return found


def has_merit(sheet: Sheet, name: str) -> bool:
    """Return whether the sheet lists the Merit."""
    return name.lower() in merits(sheet.merits)


def _check_equipment(sheet: Sheet) -> None:
    if len(sheet.weapons) > MAX_CARRIED:
        raise BadInput("too_many", Text("You can carry up to {n} weapons.", n=MAX_CARRIED), key="weapons")
    for key in sheet.weapons:
        if key not in WEAPONS:
            raise BadInput("unknown_weapon", Text("There is no weapon {text}.", text=repr(key[:40])), key="weapons")
    sheet.suit()
    sheet.gear()
    carried = {weapon.key for weapon in sheet.arms()}
    if sheet.in_hand and sheet.in_hand not in carried:
        sentence = Text("{text} is not a carried weapon.", text=repr(sheet.in_hand[:40]))
        raise BadInput("not_carried", sentence, key="in_hand")


def _check_health(sheet: Sheet) -> None:
    # A series may give its extras more boxes than the rules' four.
    boxes = MAX_EXTRA_HEALTH if sheet.extra else derived.health(sheet).total
    if any(mark not in ".BLA" for mark in sheet.health):
        raise BadInput("bad_health", Text("Health has one mark per box: . B L A."), key="health")
    if len(sheet.health) > MAX_TEXT or sum(mark != "." for mark in sheet.health) > boxes:
        raise BadInput("bad_health", Text("There are {n} boxes of Health.", n=boxes), key="health")
