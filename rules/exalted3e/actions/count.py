"""Throwing a pool and counting it: successes, tens, botches, opposed rolls (3E-001 to 3E-009, 3E-020)."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.dice import Die, FaceRule, Roller, throw
from rules.pool import Pool

TENS_DOUBLE = FaceRule(target=7, doubles=frozenset({10}))
"""7 or more is a success, a 10 two (3E-001, 3E-002)."""
TENS_SINGLE = FaceRule(target=7, doubles=frozenset())
"""How decisive damage and the damage of battle groups count (3E-003)."""


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """Dice that fell: `successes` on the dice, `total` with the automatic ones (3E-013)."""

    dice: tuple[Die, ...]
    successes: int
    total: int


def throw_dice(count: int, roller: Roller, *, doubles: bool = True, auto: int = 0) -> ThrownDice:
    """Throw `count` dice (none when it is 0 or less) and count them."""
    dice = throw(TENS_DOUBLE if doubles else TENS_SINGLE, max(0, count), roller)
    successes = sum(die.worth for die in dice)
    return ThrownDice(dice, successes, successes + auto)


def throw_pool(pool: Pool, roller: Roller, *, doubles: bool = True) -> ThrownDice:
    """Throw a pool with its automatic successes."""
    return throw_dice(pool.dice, roller, doubles=doubles, auto=pool.bonus_successes)


def is_success(total: int, difficulty: int) -> bool:
    """Return whether a total reaches the difficulty; an equal one does (3E-004)."""
    return total >= difficulty


def threshold_over(total: int, difficulty: int) -> int:
    """Return the successes above the difficulty, never below 0 (3E-005)."""
    return max(0, total - difficulty)


def is_botch(thrown: ThrownDice, difficulty: int, at_zero: bool = False) -> bool:
    """Return whether a roll has no success and a 1 among its dice (3E-008).

    There is no botch at difficulty 0, unless `at_zero` (3E-007).
    """
    if difficulty <= 0 and not at_zero:
        return False
    return thrown.total <= 0 and any(die.face == 1 for die in thrown.dice)


def beats_all(total: int, others: Iterable[int]) -> bool:
    """Return whether an opposed roll beats every opponent; a tie does not (3E-020)."""
    return all(total > other for other in others)
