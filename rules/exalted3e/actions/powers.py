"""Powers of the sheet in a roll outside combat: what they bring, and what is paid for them (3E-345)."""

from collections.abc import Mapping
from typing import Any

from rules.exalted3e.health import mark, say_boxes
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.sheet.powers import POWERS
from rules.powers import count_body
from rules.powers.rolls import RollPowers
from rules.wounds import Harm

MOTES_PER_ANIMA, BONFIRE = 5, 3


class _SheetPowers(RollPowers[Sheet]):
    """Motes are paid from the peripheral pool first, which raises the anima (3E-342). There is no Initiative to pay."""

    rules = POWERS
    health = "health.marks"

    def purse(self, sheet: Sheet) -> Mapping[str, int]:
        """Return the motes of both pools, Willpower, and what the body can pay."""
        points = {"motes": sheet.motes.personal + sheet.motes.peripheral, "willpower": sheet.willpower.current}
        return {**points, "initiative": 0, **count_body(sheet.track.free, sheet.willpower.rating)}

    def pay_points(self, sheet: Sheet, spent: Mapping[str, int], dots: int) -> Mapping[str, Any]:
        """Return what the sheet holds after paying; five peripheral motes raise the anima by one level."""
        peripheral = min(spent["motes"], sheet.motes.peripheral)
        return {
            "willpower.current": sheet.willpower.current - spent["willpower"],
            "willpower.rating": sheet.willpower.rating - dots,
            "motes.peripheral": sheet.motes.peripheral - peripheral,
            "motes.personal": sheet.motes.personal - (spent["motes"] - peripheral),
            "anima": min(BONFIRE, sheet.anima + peripheral // MOTES_PER_ANIMA),
        }

    def hurt(self, sheet: Sheet, harm: Mapping[Harm, int]) -> str:
        """Return the marks of the track after the damage, one kind after another."""
        health = sheet.track
        for kind, levels in harm.items():
            health = mark(health, kind, levels)
        return say_boxes(health)


ROLL_POWERS = _SheetPowers()
