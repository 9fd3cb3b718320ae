"""Powers of the sheet in a roll outside combat, and their cost (2E-102, 2E-109)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.exalted2e.health.recovery import spend_motes
from rules.exalted2e.health.track import MARKS, mark
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import fit_motes
from rules.exalted2e.sheet.powers import POWERS
from rules.powers import count_body
from rules.powers.rolls import RollPowers
from rules.wounds import Harm

PATHS = ("personal", "peripheral", "personal_committed", "peripheral_committed", "willpower_points", "willpower")


class _SheetPowers(RollPowers[Sheet]):
    """Payment in motes, Peripheral ones first, and Willpower (2E-442)."""

    rules = POWERS

    def purse(self, sheet: Sheet) -> Mapping[str, int]:
        """Return the motes of both pools, Willpower and health levels."""
        body = count_body(sheet.health.count("."), sheet.willpower)
        return {"motes": sheet.personal + sheet.peripheral, "willpower": sheet.willpower_points, **body}

    def pay_points(self, sheet: Sheet, spent: Mapping[str, int], dots: int) -> Mapping[str, Any]:
        """Return the sheet's values after payment; the pools shrink with permanent Willpower (2E-033)."""
        personal, peripheral = spend_motes(spent["motes"], sheet.personal, sheet.peripheral) or (
            sheet.personal,
            sheet.peripheral,
        )
        points = sheet.willpower_points - spent["willpower"]
        left = replace(sheet, personal=personal, peripheral=peripheral, willpower_points=points)
        now = fit_motes(replace(left, willpower=sheet.willpower - dots))
        return {path: getattr(now, path) for path in PATHS}

    def hurt(self, sheet: Sheet, harm: Mapping[Harm, int]) -> str:
        """Return the health boxes after damage."""
        health = sheet.body()
        for kind, levels in harm.items():
            health = mark(health, MARKS[kind], levels)
        return health.boxes


ROLL_POWERS = _SheetPowers()
