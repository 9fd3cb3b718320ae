"""Powers of the sheet in a roll outside combat: what they bring, and what is paid for them (2E-102, 2E-109)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle import Field, Json
from rules.exalted2e.health.recovery import spend_motes
from rules.exalted2e.health.track import MARKS, mark
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import fit_motes
from rules.exalted2e.sheet.powers import POWERS
from rules.powers import Switched, check_purse, count_body, make_field, switch_on

MOMENT = "roll"
POOLS = ("personal", "peripheral", "personal_committed", "peripheral_committed", "willpower_points", "willpower")


def read_powers(sheet: Sheet, keys: object) -> Switched:
    """The powers that a roll switches on. Raises `IllegalMove` for what is not on the sheet or not for a roll."""
    return switch_on(POWERS, sheet.powers, keys, MOMENT, sheet.powers_spent)


def power_fields(sheet: Sheet) -> tuple[Field, ...]:
    """The powers that may be switched on in a roll, if there are any."""
    return make_field(POWERS, sheet.powers, MOMENT, _purse(sheet), spent=sheet.powers_spent)


def check_cost(sheet: Sheet, on: Switched, effort: bool) -> None:
    """Refuse powers that the sheet cannot pay, with a point of Willpower for effect besides (2E-163)."""
    check_purse(POWERS, on.cost, _purse(sheet, int(effort)), on.name)


def pay(sheet: Sheet, on: Switched, effort: bool) -> Mapping[str, Json]:
    """What the sheet holds after the powers and the point for effect are paid: Peripheral motes go first (2E-442)."""
    check_cost(sheet, on, effort)
    left = spend_motes(on.cost.get("motes", 0), sheet.personal, sheet.peripheral) or (sheet.personal, sheet.peripheral)
    now = fit_motes(
        replace(
            sheet,
            personal=left[0],
            peripheral=left[1],
            willpower_points=sheet.willpower_points - on.cost.get("willpower", 0) - effort,
            willpower=sheet.willpower - on.price.dots,
        )
    )
    paid: dict[str, Json] = {path: getattr(now, path) for path in POOLS if getattr(now, path) != getattr(sheet, path)}
    if on.harm:
        health = sheet.body()
        for kind, levels in on.harm.items():
            health = mark(health, MARKS[kind], levels)
        paid["health"] = health.boxes
    if on.once:
        paid["powers_spent"] = [*sheet.powers_spent, *on.once]
    return paid


def _purse(sheet: Sheet, kept: int = 0) -> dict[str, int]:
    body = count_body(sheet.health.count("."), sheet.willpower)
    return {"motes": sheet.personal + sheet.peripheral, "willpower": max(0, sheet.willpower_points - kept), **body}
