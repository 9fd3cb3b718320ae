"""The command line's plain roll: a pool by its number of dice; 0 dice or fewer are a chance roll (WD-028)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.battle.declare import ask
from rules.dice import Roller
from rules.odds import Odds
from rules.pool import BARE, Pool
from rules.roll import Roll
from rules.system import CommandRules
from rules.text import Text
from rules.wod2004.actions.instant import NO_AGAIN, Quality, roll_dice, roll_odds
from rules.wod2004.actions.rolls import report
from rules.wod2004.options import DEFAULTS
from rules.wod2004.pools import CHANCE, build_pool, is_chance, specialty_bonus, trait, willpower_bonus

MAX_DICE: Final = 100
"""The most dice: more than any pool of the game has, and few enough for the dice roller with dice rolled again."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of the command line. The target number is always 8 (WD-021)."""

    pool: int = ask("Dice pool", -MAX_DICE, MAX_DICE)
    difficulty: int = ask("Successes needed", 1, MAX_DICE, default=1)
    again: int = ask("Reroll from", 8, NO_AGAIN, default=10, help="11: no rerolls.")
    rote: bool = ask("Rote action", default=False)
    chance: bool = ask("Chance roll", default=False)
    specialty: bool = ask("A specialty applies", default=False)
    willpower: bool = ask("A Willpower point is spent", default=False)


def _pool(numbers: _Numbers) -> Pool:
    """Return the pool."""
    bonuses = [*([specialty_bonus()] if numbers.specialty else []), *([willpower_bonus()] if numbers.willpower else [])]
    if numbers.chance:
        return build_pool(CHANCE, ())
    pool = build_pool(BARE, [trait(Text("Pool"), numbers.pool)], bonuses)
    return replace(pool, title=CHANCE) if is_chance(pool) else pool


def _roll(numbers: _Numbers, roller: Roller) -> Roll:
    pool = _pool(numbers)
    result = roll_dice(pool.total, roller, Quality(numbers.again, numbers.rote))
    return report(pool, result, numbers.difficulty, DEFAULTS)


def _odds(numbers: _Numbers) -> Odds:
    return roll_odds(_pool(numbers).total, Quality(numbers.again, numbers.rote), numbers.difficulty)


COMMAND = CommandRules(_Numbers, _roll, _odds)
