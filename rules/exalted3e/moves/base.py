"""What moves have in common: choices, bounds, and what one adds to a roll."""

from collections.abc import Iterable
from dataclasses import KW_ONLY

from rules.battle import Choice, Move
from rules.battle.declare import Own, ask, rated
from rules.text import word

MAX_STUNT = 3
MAX_TEXT = 200
MAX_STUNT_TEXT = 500
UP, DOWN = "@up", "@down"
"""Landmarks at both ends of the field."""


def choices(keys: Iterable[str], none: str = "none") -> tuple[Choice, ...]:
    """Return values that are their own labels; `none` names the empty one."""
    return tuple(Choice(key, word(key or none)) for key in keys)


class Effort(Move):
    """A roll to which one may add a stunt, Willpower, and powers by key; see 3E-014 to 3E-018 and 3E-345.

    A player proposes the `stunt` or leaves it at 0, and describes it in `stunt_text`; the Storyteller rates it.
    """

    _: KW_ONLY
    stunt: int = rated(
        "Stunt rating",
        0,
        MAX_STUNT,
        help="The Storyteller rates it. +2 dice; at 2 points or more also +1 success and Willpower.",
    )
    stunt_text: str = ask("Stunt", high=MAX_STUNT_TEXT, default="", required=False, lines=True)
    willpower: bool = ask("Spend Willpower", default=False, required=False, help="+1 success")
    powers: tuple[str, ...] = ()


class Acting(Effort):
    """A roll of the actor's own action."""

    actor: Own
