"""Powers of the sheet in rolls outside a fight: what they add and what they cost."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.errors import IllegalMove
from rules.powers import PowerTotals, Share, count_body
from rules.powers.rolls import RollPowers
from rules.text import Text
from rules.wod2004.actions.instant import Quality
from rules.wod2004.health import mark_damage
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.powers import POWERS
from rules.wounds import Harm


def improve(quality: Quality, shares: Iterable[Share]) -> Quality:
    """Return the quality of the dice with powers; the lowest "again" counts (WD-023)."""
    found = tuple(shares)
    agains = [share.amount for share in found if share.kind == "again"]
    return Quality(min([quality.again, *agains]), quality.rote or any(share.kind == "rote" for share in found))


class _SheetPowers(RollPowers[Sheet]):
    """Powers in a roll. A roll takes one point of Willpower, for dice or for a power (WD-055)."""

    rules = POWERS

    def check(self, sheet: Sheet, on: PowerTotals, **own: int) -> None:
        """Raise `IllegalMove` for powers that the sheet cannot pay, or a second point of Willpower (WD-055)."""
        if own.get("willpower") and on.cost.get("willpower"):
            raise IllegalMove("no_willpower", Text("Only one Willpower point can be spent on a roll."), rule="WD-055")
        super().check(sheet, on)

    def purse(self, sheet: Sheet) -> Mapping[str, int]:
        """Return what the sheet can pay with: one point of Willpower, its pool, its body."""
        free = derived.health(sheet).total - len(derived.track_of(sheet))
        body = count_body(free, derived.willpower(sheet).total)
        return {"willpower": min(1, sheet.willpower_points), "fuel": sheet.fuel, **body}

    def pay_points(self, sheet: Sheet, spent: Mapping[str, int], dots: int) -> Mapping[str, Any]:
        """Return the figures of the sheet after the price; points above the dots that are left are lost."""
        most = derived.willpower(sheet).total - dots
        return {
            "willpower_points": min(sheet.willpower_points - spent["willpower"], most),
            "willpower_lost": sheet.willpower_lost + dots,
            "fuel": sheet.fuel - spent["fuel"],
        }

    def hurt(self, sheet: Sheet, harm: Mapping[Harm, int]) -> str:
        """Return the Health boxes after the damage."""
        track, boxes = derived.track_of(sheet), derived.health(sheet).total
        for kind, levels in harm.items():
            track = mark_damage(track, boxes, levels, kind)
        return derived.boxes_of(track, boxes)


ROLL_POWERS = _SheetPowers()
