"""Exact chances of an attack: the roll against a DV, and the levels of what it does (2E-365 to 2E-381)."""

from collections.abc import Callable
from functools import lru_cache

from rules.dice import MAX_DICE, FaceRule
from rules.exalted2e.actions.rolling import DAMAGE_RULE
from rules.odds import Odds, odds
from rules.spread import NOTHING, Spread, mix, read_spread


def hit_odds(rule: FaceRule, dice: int, dv: int, bonus: int = 0, external: int = 0, *, can_botch: bool = True) -> Odds:
    """Return the odds of an attack roll, which wants a net success against this DV (2E-365)."""
    botch = "ones" if can_botch else "none"
    return odds(rule, min(dice, MAX_DICE), difficulty=max(0, dv) + 1, bonus=bonus, external=external, botch=botch)


def spread_levels(found: Odds, dv: int, count: Callable[[int], int], *, is_extra: bool) -> Spread:
    """Return the levels of damage, with those of a miss. `count`: from net successes to damage dice."""
    if not found.success:
        return NOTHING
    nets = ((total - dv, float(chance)) for total, chance in found.distribution if total > dv)
    hit = mix((chance, _roll_levels(min(MAX_DICE, count(net)), is_extra)) for net, chance in nets)
    return mix(((1.0, hit), (1 - float(found.success), NOTHING)))


@lru_cache(maxsize=512)
def _roll_levels(dice: int, is_extra: bool) -> Spread:
    """Return the levels of damage dice; an extra takes a third of them, unrolled (2E-380, 2E-381)."""
    if is_extra:
        return {-(-dice // 3): 1.0}
    return read_spread(odds(DAMAGE_RULE, dice, botch="none")) if dice else NOTHING
