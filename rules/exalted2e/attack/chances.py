"""Exact chances of an attack: the roll against a DV, and the levels of what it does (2E-365 to 2E-381)."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from rules.dice import MAX_DICE, FaceRule
from rules.exalted2e.actions.rolling import DAMAGE_RULE
from rules.exalted2e.attack.steps import Exchange
from rules.odds import Odds, odds
from rules.spread import NOTHING, Spread, compute_spread, mix


def hit_odds(rule: FaceRule, dice: int, dv: int, bonus: int = 0, external: int = 0, *, can_botch: bool = True) -> Odds:
    """Return the odds of an attack roll, which wants a net success against this DV (2E-365)."""
    botch = "ones" if can_botch else "none"
    return odds(rule, min(dice, MAX_DICE), difficulty=max(0, dv) + 1, bonus=bonus, external=external, botch=botch)


def exchange_odds(now: Exchange, dv: int | None = None) -> Odds:
    """Return the odds of steps 3 to 6 of an attack that has been opened: of its total, a hit and a botch.

    `dv`: another DV than that of the exchange; an extra may miss it unrolled (2E-359).
    A bonus success prevents a botch (2E-049), except for the `charm_successes`. A reroll is used (2E-364), for the
    better total counts; so is a Third Excellency of the defense (2E-368).
    """
    dice, can_botch = max(0, now.pool), now.bonus_successes <= now.charm_successes
    is_missed = now.auto_miss
    if dv is not None:
        is_missed = now.attacker_being == "extra" and max(0, dv) > now.pool
    dv = (now.dv if dv is None else dv) + now.third // 2
    found = hit_odds(now.face_rule, dice, dv, now.bonus_successes, now.all_external, can_botch=can_botch)
    if is_missed or now.is_out_of_range:
        return replace(found, success=Fraction(0), botch=Fraction(0))
    return take_better(found, found) if now.reroll and dice else found


def take_better(first: Odds, other: Odds) -> Odds:
    """Return the odds of the better of two rolls for the same end; of equal ones, that which is no botch (2E-364)."""
    chances = dict[int, Fraction]()
    for total, chance in first.distribution:
        for more, share in other.distribution:
            best = max(total, more)
            chances[best] = chances.get(best, Fraction(0)) + chance * share
    better = tuple(sorted(chances.items()))
    mean = sum((total * chance for total, chance in better), Fraction(0))
    missed = (1 - first.success) * (1 - other.success)
    return replace(first, distribution=better, success=1 - missed, botch=first.botch * other.botch, mean=mean)


def beat(found: Odds, dv: int) -> Fraction:
    """Return the chance that a roll has a net success against this DV (2E-365)."""
    return found.at_least(max(0, dv) + 1)


def damage_odds(dice: int, *, is_extra: bool) -> Odds:
    """Return the odds of damage dice, whose successes are health levels: at least one; an extra takes a third of them,
    unrolled (2E-380, 2E-381).
    """
    if is_extra:
        levels = -(-dice // 3)
        return Odds(((levels, Fraction(1)),), Fraction(bool(levels)), Fraction(0), Fraction(levels))
    return odds(DAMAGE_RULE, dice, botch="none")


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
    return compute_spread(damage_odds(dice, is_extra=is_extra))
