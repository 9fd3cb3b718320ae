"""Powers of the sheet in a roll: dice, difficulty and successes; outside a fight also what is paid for them."""

from collections.abc import Iterable, Mapping

from rules.battle import Json
from rules.pool import Term
from rules.powers import PowerUse, Share, Switched, count_body, make_terms
from rules.v20da.health.blood import blood_per_turn
from rules.v20da.health.levels import BOXES, harm, read_track
from rules.v20da.sheet.model import Sheet
from rules.v20da.sheet.powers import POWERS

MOMENT = "roll"


def dice_terms(shares: Iterable[Share]) -> tuple[Term, ...]:
    """The dice of each power (V20-022)."""
    return make_terms(shares, "dice", "power", "V20-022")


def difficulty_terms(shares: Iterable[Share]) -> tuple[Term, ...]:
    """What each power takes off the difficulty (V20-038)."""
    return make_terms(shares, "difficulty", "power", "V20-038", sign=-1)


def _purse(sheet: Sheet) -> dict[str, int]:
    blood = min(sheet.blood, blood_per_turn(sheet.generation)) if sheet.is_vampire else 0
    return {
        "blood": blood,
        "willpower": sheet.willpower_points,
        **count_body(BOXES - len(sheet.health), sheet.willpower),
    }


USE: PowerUse[Sheet] = PowerUse(POWERS, _purse)


def pay(sheet: Sheet, on: Switched, willpower: bool) -> Mapping[str, Json]:
    """What the sheet holds after the powers and the point for a success are paid."""
    USE.check_cost(sheet, on, willpower=int(willpower))
    left = {
        "blood": sheet.blood - on.cost.get("blood", 0),
        "willpower_points": sheet.willpower_points - on.cost.get("willpower", 0) - willpower,
        "willpower": sheet.willpower - on.price.dots,
    }
    left["willpower_points"] = min(left["willpower_points"], left["willpower"])
    paid: dict[str, Json] = {path: value for path, value in left.items() if value != getattr(sheet, path)}
    if on.harm:
        health = read_track(sheet.being, sheet.health)
        for kind, levels in on.price.harm:
            health = harm(health, levels, kind)
        paid["health"] = health.track
    if on.once:
        paid["powers_spent"] = [*sheet.powers_spent, *on.once]
    return paid
