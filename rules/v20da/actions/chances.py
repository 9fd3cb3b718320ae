"""The exact odds of one roll."""

from fractions import Fraction
from functools import lru_cache

from rules.odds import Botch, Odds
from rules.odds import odds as odds_of
from rules.v20da.actions.rolling import face_rule
from rules.v20da.options import BotchMode


def chances(
    dice: int,
    difficulty: int,
    specialty: bool = False,
    willpower: bool = False,
    botch_mode: BotchMode = "rolled",
    bought: int = 0,
) -> Odds:
    """Return the odds of net successes.

    A Willpower point adds one that ones cannot cancel, and rules a botch out (V20-086). Successes that powers have
    `bought` do so too.
    """
    bonus = bought + willpower
    botch: Botch = "none" if bonus else "net" if botch_mode == "net" else "ones"
    return odds_of(face_rule(difficulty, specialty), max(0, dice), bonus=bonus, botch=botch)


@lru_cache(maxsize=1024)
def success_chance(dice: int, difficulty: int) -> float:
    """Return the chance of at least one net success, from 0 to 1."""
    return float(chances(dice, difficulty).success)


def hit_chance(attack: Odds, defense: Odds | None = None) -> Fraction:
    """Return the chance, from 0 to 1, that net successes of the attack are left after the defense (V20-152)."""
    if defense is None:
        return attack.success
    hits = (share * (1 - defense.at_least(net)) for net, share in attack.distribution if net)
    return sum(hits, Fraction(0))
