"""Rolling and counting dice: successes, outcome, threshold (chapters 3 and 4)."""

from dataclasses import dataclass
from typing import Final, Literal

from rules.dice import Die, FaceRule, Roller, throw
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.traits import Being, has_rule_of_10
from rules.text import Text

Outcome = Literal["success", "failure", "botch", "auto_fail"]

TARGET: Final = 7
LOWEST_TARGET, HIGHEST_TARGET = 2, 10

DIFFICULTIES: Final = (
    Text("Standard"),
    Text("Difficult"),
    Text("Challenging"),
    Text("Nearly Impossible"),
    Text("Legendary"),
)
THRESHOLDS: Final = (
    Text("Adequate"),
    Text("Competent"),
    Text("Superior"),
    Text("Remarkable"),
    Text("Astonishing"),
    Text("Phenomenal"),
)


@dataclass(frozen=True, slots=True)
class Count:
    """A roll, counted.

    `successes` come from the dice; `total` is these plus bonus less external, never below 0. `threshold` is None unless
    the difficulty was reached. `ones` says how bad a botch is (2E-048).
    """

    dice: tuple[Die, ...]
    successes: int
    bonus: int
    external: int
    total: int
    difficulty: int
    threshold: int | None
    outcome: Outcome
    ones: int

    @property
    def is_success(self) -> bool:
        """Whether the difficulty was reached."""
        return self.outcome == "success"

    @property
    def is_botch(self) -> bool:
        """Whether the roll was a botch."""
        return self.outcome == "botch"


def face_rule(being: Being = "exalt", target: int = TARGET) -> FaceRule:
    """Return how the faces count for a being (2E-040 to 2E-044); the target number is 2 to 10 (2E-042)."""
    return plain_rule(has_rule_of_10(being), target)


def plain_rule(rule_of_10: bool, target: int = TARGET) -> FaceRule:
    """Return how the faces count with or without the Rule of 10."""
    held = min(HIGHEST_TARGET, max(LOWEST_TARGET, target))
    return _TENS_TWICE[held] if rule_of_10 else _TENS_ONCE[held]


_TENS_TWICE: Final = {target: FaceRule(target) for target in range(LOWEST_TARGET, HIGHEST_TARGET + 1)}
_TENS_ONCE: Final = {target: FaceRule(target, frozenset()) for target in range(LOWEST_TARGET, HIGHEST_TARGET + 1)}

DAMAGE_RULE: Final = _TENS_ONCE[TARGET]
"""Damage dice: target number 7, and a 10 is one level (2E-045, 2E-380)."""


def roll(
    pool: int,
    rule: FaceRule,
    roller: Roller,
    *,
    difficulty: int = 1,
    bonus: int = 0,
    charm_bonus: int = 0,
    external: int = 0,
    options: Options = DEFAULTS,
) -> Count:
    """Roll the dice and count them; a pool of 0 or less has no dice (2E-086).

    `charm_bonus`: the part of `bonus` from Charms, which may not prevent a botch (see the options).
    """
    dice = throw(rule, max(0, pool), roller)
    return count(dice, difficulty=difficulty, bonus=bonus, charm_bonus=charm_bonus, external=external, options=options)


def count(
    dice: tuple[Die, ...],
    *,
    difficulty: int = 1,
    bonus: int = 0,
    charm_bonus: int = 0,
    external: int = 0,
    options: Options = DEFAULTS,
) -> Count:
    """Count rolled dice (2E-046 to 2E-062)."""
    successes = sum(die.worth for die in dice)
    ones = sum(die.face == 1 for die in dice)
    total = max(0, successes + bonus - external)
    saving = bonus - charm_bonus if options.botch_ignores_charm_successes else bonus
    outcome: Outcome
    if not dice and bonus <= 0:
        outcome = "auto_fail"
    elif is_botch(dice, saving):
        outcome = "botch"
    else:
        outcome = "success" if total >= difficulty else "failure"
    threshold = total - difficulty if outcome == "success" else None
    return Count(dice, successes, bonus, external, total, difficulty, threshold, outcome, ones)


def is_botch(dice: tuple[Die, ...], bonus: int = 0) -> bool:
    """Whether the roll is a botch: no success, no bonus success, and a 1 (2E-047 to 2E-051)."""
    return bonus <= 0 and any(die.face == 1 for die in dice) and not any(die.worth > 0 for die in dice)


def difficulty_name(difficulty: int) -> Text:
    """Return the book's word for a difficulty of 1 or more (2E-061)."""
    return DIFFICULTIES[min(max(difficulty, 1), len(DIFFICULTIES)) - 1]


def threshold_name(threshold: int | None) -> Text | None:
    """Return the book's word for a threshold (2E-063); None for none."""
    return None if threshold is None else THRESHOLDS[min(threshold, len(THRESHOLDS) - 1)]
