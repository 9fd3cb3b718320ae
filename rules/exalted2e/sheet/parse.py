"""Reading a sheet from JSON, with every value checked."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.errors import BadInput
from rules.exalted2e.health.track import check_health, find_body_fate, levels
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.sheet.rows import check_specialties, convert_rows, list_specialties
from rules.exalted2e.traits import is_magical
from rules.sheets import check_range, decode_sheet
from rules.text import Text

MAX_SHARE = 1_000_000


def parse(data: object) -> Sheet:
    """Return the sheet of its JSON form. Raise `BadInput` naming the key at fault."""
    sheet = _parse_fate(decode_sheet(Sheet, convert_rows(data), POWERS), data)
    check_specialties(sheet.specialties)
    for virtue, spent in sheet.channels.items():
        check_range(f"channels.{virtue}", spent, 0, sheet.virtue(virtue))
    is_ordinary = not (is_magical(sheet.being) or sheet.awakened or sheet.ready.used)
    if sheet.essence > 1 and is_ordinary:
        raise BadInput("bad_essence", Text("An ordinary mortal has Essence 1; awaken it first."), key="essence")
    _check_motes(sheet)
    _check_body(sheet)
    sheet.arms(), sheet.suits(), sheet.held_shield()  # raises for unknown equipment
    return sheet


def _parse_fate(sheet: Sheet, data: object) -> Sheet:
    """Return the sheet with its fate; an older one says only whether someone was unconscious."""
    is_older = isinstance(data, Mapping) and "fate" not in data
    fate = "unconscious" if is_older and sheet.unconscious else sheet.fate
    return replace(sheet, fate=fate, unconscious=fate == "unconscious")


def complete_change(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a change with the fate that follows from the older field."""
    if "unconscious" not in values or "fate" in values:
        return values
    return {**values, "fate": "unconscious" if values["unconscious"] else ""}


def find_fate(sheet: Sheet) -> str:
    """Return the fate that counts: dying is what the Dying levels say, and death where all are filled (2E-406 on)."""
    return find_body_fate(sheet.body())


def specialty_dots(sheet: Sheet, ability: str) -> int:
    """Return the specialty dots in an Ability: the maximum of specialty dice on one roll (2E-170)."""
    return sum(row.dots for row in list_specialties(sheet.specialties) if row.ability == ability)


def mote_capacity(sheet: Sheet) -> tuple[int, int]:
    """Return the full Personal and Peripheral pools (2E-033); mortals have none unless awakened, and a
    quick character only those that its numbers say."""
    personal = peripheral = 0
    if (is_magical(sheet.being) or sheet.awakened) and not sheet.ready.used:
        personal = sheet.essence * 3 + sheet.willpower
        peripheral = sheet.essence * 7 + sheet.willpower + sum(sheet.virtues.values())
    return max(0, personal + sheet.personal_bonus), max(0, peripheral + sheet.peripheral_bonus)


def mote_room(sheet: Sheet) -> tuple[int, int]:
    """Return the full Personal and Peripheral pools less committed motes (2E-442)."""
    personal, peripheral = mote_capacity(sheet)
    return max(0, personal - sheet.personal_committed), max(0, peripheral - sheet.peripheral_committed)


def fit_motes(sheet: Sheet) -> Sheet:
    """Return the sheet with its motes, committed or left, cut to the size of its pools (2E-033)."""
    most = mote_capacity(sheet)
    committed = (min(sheet.personal_committed, most[0]), min(sheet.peripheral_committed, most[1]))
    fitted = replace(sheet, personal_committed=committed[0], peripheral_committed=committed[1])
    room = mote_room(fitted)
    return replace(fitted, personal=min(sheet.personal, room[0]), peripheral=min(sheet.peripheral, room[1]))


def _check_motes(sheet: Sheet) -> None:
    for name, capacity in zip(("personal", "peripheral"), mote_capacity(sheet), strict=True):
        committed = getattr(sheet, f"{name}_committed")
        check_range(f"{name}_committed", committed, 0, capacity)
        check_range(name, getattr(sheet, name), 0, capacity - committed)


def _check_body(sheet: Sheet) -> None:
    check_health("health", sheet.health, len(levels(sheet.track)))
    for box, share, whole in sheet.healing:
        if not (0 <= box < len(sheet.health) and 0 <= share < whole <= MAX_SHARE):
            raise BadInput(
                "bad_healing", Text("'healing' lists boxes with a share below 1: [[0, 1, 3]]."), key="healing"
            )
