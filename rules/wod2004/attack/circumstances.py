"""Dice that the situation adds to an attack or takes from it (WD-190 to WD-201)."""

from collections.abc import Mapping
from typing import Final

from rules.pool import Term
from rules.text import Text, word

RANGES: Final[Mapping[str, int]] = {"close": 0, "short": 0, "medium": -2, "long": -4}
"""Dice by range (WD-192); close is a yard or two."""
CONCEALMENT: Final[Mapping[str, int]] = {"none": 0, "barely": 1, "partially": 2, "substantially": 3}
"""Grades of concealment, by the dice that they take from shots (WD-193)."""
CONCEALED: Final[Mapping[str, Text]] = {
    "barely": Text("barely concealed"),
    "partially": Text("partially concealed"),
    "substantially": Text("substantially concealed"),
}
BURSTS: Final[Mapping[str, tuple[int, int]]] = {"single": (0, 1), "short": (1, 1), "medium": (2, 3), "long": (3, 20)}
"""Bonus dice and most targets of autofire (WD-199)."""
RANGE_NAMES: Final[Mapping[str, Text]] = {
    "close": Text("Close range"),
    "short": Text("Short range"),
    "medium": Text("Medium range"),
    "long": Text("Long range"),
}
BURST_NAMES: Final[Mapping[str, Text]] = {
    "single": Text("Single burst"),
    "short": Text("Short burst"),
    "medium": Text("Medium burst"),
    "long": Text("Long burst"),
}
SPOTS: Final[Mapping[str, int]] = {
    "torso": -1, "leg": -2, "arm": -2, "head": -3, "hand": -4, "eye": -5, "heart": -4,
}  # fmt: skip
"""Dice by specified target (WD-200, WD-201)."""
ALL_OUT: Final = 2
MAX_AIM: Final = 3
BYSTANDER: Final = -2
STAKING_DAMAGE: Final = 3


def range_term(range_: str) -> Term:
    """Return the dice lost to range (WD-192)."""
    return Term(RANGE_NAMES[range_], RANGES[range_], "range", "WD-192")


def concealment_terms(target: int, own: int) -> list[Term]:
    """Return the dice lost to the target's concealment (WD-193), and to the attacker's, one grade less (WD-194)."""
    return [
        Term(Text("Target's concealment"), -target, "concealment", "WD-193"),
        Term(Text("Own concealment"), -max(0, own - 1), "concealment", "WD-194"),
    ]


def burst_terms(burst: str, targets: int) -> tuple[Term, Term]:
    """Return the bonus of an autofire burst, and the penalty of one die per target if there are several (WD-199)."""
    spread = -targets if targets > 1 else 0
    bonus = Term(BURST_NAMES[burst], BURSTS[burst][0], "autofire", "WD-199")
    return bonus, Term(Text("Several targets"), spread, "autofire", "WD-199")


def spot_term(spot: str) -> Term:
    """Return the dice lost to a specified target (WD-200); the heart is for staking (WD-201)."""
    return Term(word(spot.title()), SPOTS[spot], "specified", "WD-201" if spot == "heart" else "WD-200")


def prone_term(*, ranged: bool, standing: bool) -> Term:
    """Return the dice of a prone target: fewer for shots, more for an attacker who stands over it (WD-196)."""
    amount = -2 if ranged else 2 if standing else 0
    return Term(Text("Prone target"), amount, "prone", "WD-196")


def handling_terms(*, off_hand: bool, improvised: bool, too_heavy: bool) -> list[Term]:
    """Return the dice lost to the off hand, an improvised weapon and too little Strength (WD-197)."""
    return [
        Term(Text("Off hand"), -2 if off_hand else 0, "hand", "WD-197"),
        Term(Text("Improvised weapon"), -1 if improvised else 0, "improvised", "WD-197"),
        Term(Text("Too weak for the weapon"), -1 if too_heavy else 0, "strength", "WD-197"),
    ]


def bystander_term(people: int) -> Term:
    """Return the dice lost to avoid people in a melee (WD-198)."""
    return Term(Text("People to avoid"), BYSTANDER * people, "bystanders", "WD-198")


def all_out_term() -> Term:
    """Return the dice of an all-out attack (WD-190)."""
    return Term(Text("All-out attack"), ALL_OUT, "all-out", "WD-190")


def aim_term(turns: int) -> Term:
    """Return the dice of earlier turns of aiming (WD-191)."""
    return Term(Text("Aim"), min(MAX_AIM, turns), "aim", "WD-191")


def is_too_heavy(least: int, strength: int, *, one_hand: bool) -> bool:
    """Return whether the wielder has too little Strength; a two-handed weapon in one hand needs one more (WD-197)."""
    return strength < least + (1 if one_hand else 0)
