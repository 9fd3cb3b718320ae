"""Exact chances of an attack: its threshold, and its damage (3E-062 to 3E-086)."""

from rules.dice import MAX_DICE
from rules.exalted3e.actions.count import TENS_DOUBLE, TENS_SINGLE
from rules.odds import Odds, odds
from rules.spread import NOTHING, Spread, compute_spread


def list_hits(found: Odds, defense: int) -> Spread:
    """Return the threshold successes of those attack rolls that hit."""
    if not found.success:
        return {}
    return {total - defense: float(chance) for total, chance in found.distribution if total >= defense}


def spread_damage(dice: int, *, doubles: bool, sure: int = 0) -> Spread:
    """Return the successes of a damage roll, with `sure` ones."""
    rule = TENS_DOUBLE if doubles else TENS_SINGLE
    return compute_spread(odds(rule, min(max(0, dice), MAX_DICE), bonus=sure, botch="none"))


def spread_decisive(dice: int, hardness: int, sure: int = 0) -> Spread:
    """Return the levels of a decisive hit, which Hardness may stop (3E-084 to 3E-086)."""
    return NOTHING if dice <= max(hardness, 0) else spread_damage(dice, doubles=False, sure=sure)
