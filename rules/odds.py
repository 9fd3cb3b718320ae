"""Exact odds of a roll: integers over a power of ten, no sampling."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """The exact distribution of a roll's total.

    `distribution` maps each total that can happen (successes after bonus and external, never below 0) to its chance;
    `success` is the chance to reach the difficulty, `botch` that of a botch or dramatic failure, `mean` the mean total.
    """

    distribution: tuple[tuple[int, Fraction], ...]
    success: Fraction
    botch: Fraction
    mean: Fraction
