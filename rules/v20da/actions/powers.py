"""Powers of the sheet in a roll: dice, difficulty and successes. Outside a fight also their price."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.pool import Term
from rules.powers import Share, count_body, make_terms
from rules.powers.rolls import RollPowers
from rules.v20da.health.blood import blood_per_turn
from rules.v20da.health.levels import BOXES, parse_track
from rules.v20da.health.levels import harm as mark
from rules.v20da.sheet.model import Sheet
from rules.v20da.sheet.powers import POWERS
from rules.wounds import Harm


def dice_terms(shares: Iterable[Share]) -> tuple[Term, ...]:
    """Return the dice of each power (V20-022)."""
    return make_terms(shares, "dice", "power", "V20-022")


def difficulty_terms(shares: Iterable[Share]) -> tuple[Term, ...]:
    """Return what each power takes off the difficulty (V20-038)."""
    return make_terms(shares, "difficulty", "power", "V20-038", sign=-1)


class _SheetPowers(RollPowers[Sheet]):
    """Powers in rolls outside a fight. They cost blood, up to the limit of a turn, and Willpower."""

    rules = POWERS

    def purse(self, sheet: Sheet) -> Mapping[str, int]:
        """Return the blood of a turn, the Willpower points and what the body can pay."""
        blood = min(sheet.blood, blood_per_turn(sheet.generation)) if sheet.is_vampire else 0
        body = count_body(BOXES - len(sheet.health), sheet.willpower)
        return {"blood": blood, "willpower": sheet.willpower_points, **body}

    def pay_points(self, sheet: Sheet, spent: Mapping[str, int], dots: int) -> Mapping[str, Any]:
        """Return what is left. Lost dots of Willpower take their points with them."""
        rating = sheet.willpower - dots
        points = min(sheet.willpower_points - spent["willpower"], rating)
        return {"blood": sheet.blood - spent["blood"], "willpower_points": points, "willpower": rating}

    def hurt(self, sheet: Sheet, harm: Mapping[Harm, int]) -> str:
        """Return the track after the levels of damage, one kind after the other."""
        health = parse_track(sheet.being, sheet.health)
        for kind, levels in harm.items():
            health = mark(health, levels, kind)
        return health.track


ROLL_POWERS = _SheetPowers()
