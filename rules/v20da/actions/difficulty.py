"""Difficulty: a face from 2 to 10, and everything that raises it."""

from collections.abc import Sequence

from rules.errors import IllegalMove
from rules.pool import Breakdown, Term, add_steps, change
from rules.text import EMPTY, Text
from rules.v20da.sheet.model import Sheet
from rules.v20da.traits import untrained_raise

DEFAULT, LOWEST, HIGHEST = 6, 2, 10
"""V20-023: the default, the lowest and the highest face."""

MULTIPLE_LIMIT = 10
"""V20-053, 071: a multiple action or a retry with this difficulty cannot be taken."""


def check_base(difficulty: int | None) -> int:
    """Return the base difficulty, 6 for None. Raises `IllegalMove` outside 2 to 10 (V20-026)."""
    base = DEFAULT if difficulty is None else difficulty
    if not LOWEST <= base <= HIGHEST:
        raise IllegalMove("difficulty", Text("Difficulty must be 2 to 10, not {n}.", n=base), rule="V20-026")
    return base


def opponents_raise(opponents: int) -> int:
    """Return +1 for each opponent beyond the first, at most +4 (V20-164)."""
    return min(4, max(0, opponents - 1))


def untrained_terms(sheet: Sheet, ability: str) -> tuple[Term, ...]:
    """Return what an Ability without a dot adds to the difficulty (V20-011). Raises `IllegalMove` for a Knowledge."""
    more = 0 if sheet.dots(ability) else untrained_raise(sheet.category(ability))
    return change(Text("Untrained"), more, "untrained", "V20-011")


def build_difficulty(base: int | None, mods: Sequence[Term] = (), attempt: int = 1, place: int = 0) -> Breakdown:
    """Add up a difficulty: base, modifiers, retry (V20-070), place in a multiple action (V20-051).

    A sum below 2 becomes 2 (V20-038). `is_allowed` says whether the sum may be rolled.
    """
    again = (Term(Text("Attempt {n}", n=attempt), attempt - 1, "retry", "V20-070"),) if attempt > 1 else ()
    later = (Term(Text("Action {n}", n=place), place, "multiple", "V20-051"),) if place else ()
    steps = add_steps(
        (Text("Base difficulty"), "V20-023", (Term(Text("Difficulty"), check_base(base), "base", "V20-023"),)),
        (Text("Circumstances"), "V20-038", mods),
        (Text("Trying again"), "V20-070", again),
        (Text("Multiple actions"), "V20-051", later),
    )
    total = max(LOWEST, steps[-1].after)
    note = Text("Never below 2 (V20-038).") if total > steps[-1].after else EMPTY
    return Breakdown(Text("Difficulty"), steps, total, note)


def is_allowed(difficulty: int, attempt: int = 1, place: int = 0) -> bool:
    """Return whether a difficulty may be rolled: 10 at most, 9 for retries and multiple actions (V20-039, 053, 071)."""
    return difficulty < MULTIPLE_LIMIT if attempt > 1 or place else difficulty <= HIGHEST


def check_difficulty(difficulty: int, attempt: int = 1, place: int = 0) -> int:
    """Return the difficulty. Raises `IllegalMove` if it may not be rolled."""
    if not is_allowed(difficulty, attempt, place):
        rule = "V20-053" if place else "V20-071" if attempt > 1 else "V20-039"
        raise IllegalMove("difficulty", Text("Difficulty {n} is more than this roll allows.", n=difficulty), rule=rule)
    return difficulty


def is_nearly_certain(difficulty: int) -> bool:
    """Return whether the difficulty is 4 or less, so that the roll may not be worth it (V20-025)."""
    return difficulty <= 4
