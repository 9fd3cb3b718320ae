"""Powers of the sheet in a roll outside combat: what they bring, and what is paid for them (3E-345)."""

from collections.abc import Mapping

from rules.battle import Field, Json
from rules.exalted3e.health import mark, read_boxes
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.sheet.powers import POWERS
from rules.powers import Switched, check_purse, count_body, make_field, switch_on

MOMENT = "roll"


def read_powers(sheet: Sheet, keys: object) -> Switched:
    """The powers that a roll switches on. Raises `IllegalMove` for what is not on the sheet or not for a roll."""
    return switch_on(POWERS, sheet.powers, keys, MOMENT, sheet.powers_spent)


def power_fields(sheet: Sheet) -> tuple[Field, ...]:
    """The powers that may be switched on in a roll, if there are any."""
    return make_field(POWERS, sheet.powers, MOMENT, _purse(sheet, 0, 0), spent=sheet.powers_spent)


def check_cost(sheet: Sheet, on: Switched, motes: int, willpower: int) -> Mapping[str, int]:
    """What the powers cost; refused where the sheet cannot pay it beside these motes and Willpower."""
    check_purse(POWERS, on.cost, _purse(sheet, motes, willpower), on.name)
    return on.cost


def _purse(sheet: Sheet, motes: int, willpower: int) -> dict[str, int]:
    left = sheet.motes.personal + sheet.motes.peripheral - motes
    points = {"motes": max(0, left), "willpower": max(0, sheet.willpower.current - willpower), "initiative": 0}
    return {**points, **count_body(sheet.track.free, sheet.willpower.rating)}


def pay_body(sheet: Sheet, on: Switched) -> dict[str, Json]:
    """What the sheet holds after the health levels and dots that powers cost, and which are used up."""
    paid: dict[str, Json] = {}
    if on.harm:
        health = sheet.track
        for kind, levels in on.harm.items():
            health = mark(health, kind, levels)
        paid["health.marks"] = "".join(box for _, box in read_boxes(health))
    if on.price.dots:
        paid["willpower.rating"] = sheet.willpower.rating - on.price.dots
    if on.once:
        paid["powers_spent"] = [*sheet.powers_spent, *on.once]
    return paid
