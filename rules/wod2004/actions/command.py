"""The command line's plain roll: a pool by its number of dice; 0 dice or fewer are a chance roll (WD-028)."""

from dataclasses import dataclass, replace
from typing import Final

from rules.dice import Roller
from rules.errors import BadInput
from rules.odds import Odds
from rules.pool import BARE, Pool
from rules.roll import Roll
from rules.system import CommandRules
from rules.text import Text
from rules.wod2004.actions.instant import Quality, check_again, roll_dice, roll_odds
from rules.wod2004.actions.rolls import report
from rules.wod2004.options import DEFAULTS
from rules.wod2004.pools import CHANCE, build_pool, is_chance, specialty_bonus, trait, willpower_bonus

MOST_DICE: Final = 100
"""The most dice: more than any pool of the game has, and few enough for the dice roller with dice rolled again."""


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The numbers of the command line. `difficulty`: successes needed. The target number is always 8 (WD-021)."""

    pool: int
    difficulty: int = 1
    again: int = 10
    rote: bool = False
    chance: bool = False
    specialty: bool = False
    willpower: bool = False


def _pool(numbers: _Numbers) -> Pool:
    """Return the pool. Raises `BadInput` for numbers out of range."""
    if not -MOST_DICE <= numbers.pool <= MOST_DICE:
        sentence = Text("A pool is -{most} to {most} dice, not {n}.", most=MOST_DICE, n=numbers.pool)
        raise BadInput("bad_dice", sentence)
    if not 1 <= numbers.difficulty <= MOST_DICE:
        sentence = Text("A roll needs 1 to {most} successes, not {n}.", most=MOST_DICE, n=numbers.difficulty)
        raise BadInput("bad_difficulty", sentence)
    check_again(numbers.again)
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
