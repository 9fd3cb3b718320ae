"""Powers of the sheet in a roll outside a fight: what they add, and what is paid for them."""

from collections.abc import Iterable, Mapping

from rules.battle import Json
from rules.errors import IllegalMove
from rules.powers import PowerUse, Share, Switched, count_body
from rules.wod2004.actions.instant import Quality
from rules.wod2004.health import mark_damage
from rules.wod2004.sheet import derived
from rules.wod2004.sheet.model import Sheet
from rules.wod2004.sheet.powers import POWERS

MOMENT = "roll"


def improve(quality: Quality, shares: Iterable[Share]) -> Quality:
    """The dice made better by powers: the lowest again counts (WD-023)."""
    found = tuple(shares)
    agains = [share.amount for share in found if share.kind == "again"]
    return Quality(min([quality.again, *agains]), quality.rote or any(share.kind == "rote" for share in found))


def _purse(sheet: Sheet) -> dict[str, int]:
    free = derived.health(sheet).total - len(derived.track_of(sheet))
    body = count_body(free, derived.willpower(sheet).total)
    return {"willpower": min(1, sheet.willpower_points), "fuel": sheet.fuel, **body}


USE: PowerUse[Sheet] = PowerUse(POWERS, _purse)


def check_cost(sheet: Sheet, on: Switched, willpower: bool) -> None:
    """Refuse powers that the sheet cannot pay; a point of Willpower for dice leaves none for them (WD-055)."""
    if willpower and on.cost.get("willpower"):
        raise IllegalMove("no_willpower", "One point of Willpower is spent on a roll.", rule="WD-055")
    USE.check_cost(sheet, on)


def pay(sheet: Sheet, on: Switched) -> Mapping[str, Json]:
    """What the sheet holds after the powers are paid."""
    rating, dots = derived.willpower(sheet).total, on.price.dots
    left = {
        "willpower_points": min(sheet.willpower_points - on.cost.get("willpower", 0), rating - dots),
        "willpower_lost": sheet.willpower_lost + dots,
        "fuel": sheet.fuel - on.cost.get("fuel", 0),
    }
    paid: dict[str, Json] = {path: value for path, value in left.items() if value != getattr(sheet, path)}
    if on.harm:
        track, boxes = derived.track_of(sheet), derived.health(sheet).total
        for kind, levels in on.price.harm:
            track = mark_damage(track, boxes, levels, kind)
        paid["health"] = derived.boxes_of(track, boxes)
    if on.once:
        paid["powers_spent"] = [*sheet.powers_spent, *on.once]
    return paid
