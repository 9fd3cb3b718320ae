"""Teamwork: helpers roll first, and their successes become dice of the primary actor."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import Roller
from rules.errors import IllegalMove
from rules.text import Text
from rules.v20da.actions.difficulty import HIGHEST, check_base
from rules.v20da.actions.rolling import Result, check_pool, roll_dice


@dataclass(frozen=True, slots=True)
class Part:
    """One person who takes part. `difficulty`: None for 6."""

    pool: int
    difficulty: int | None = None


@dataclass(frozen=True, slots=True)
class Teamwork:
    """A finished teamwork action. `raised`: what too many helpers added to every difficulty."""

    raised: int
    helpers: tuple[Result, ...]
    primary_pool: int
    primary: Result


def crowd_raise(helpers: int, limit: int | None) -> int:
    """Return +1 for each helper above the Storyteller's limit. The primary actor does not count (V20-133, 134)."""
    return 0 if limit is None else max(0, helpers - limit)


def work_together(helpers: Sequence[Part], primary: Part, limit: int | None, roller: Roller) -> Teamwork:
    """Roll for the helpers, then for the primary actor with their net successes as dice (V20-130 to 135).

    Raises `IllegalMove` before a die falls: a difficulty above 10 (V20-136), a helper without dice (V20-037). The pool
    of the primary actor is judged after the help, which is dice of it (V20-342).
    """
    raised = crowd_raise(len(helpers), limit)
    for part in helpers:
        check_pool(part.pool)
    difficulties = [_raise(part, raised) for part in (*helpers, primary)]
    results = tuple(
        roll_dice(part.pool, difficulty, roller) for part, difficulty in zip(helpers, difficulties, strict=False)
    )
    pool = primary.pool + sum(result.net for result in results)
    return Teamwork(raised, results, pool, roll_dice(pool, difficulties[-1], roller))


def _raise(part: Part, raised: int) -> int:
    difficulty = check_base(part.difficulty) + raised
    if difficulty > HIGHEST:
        raise IllegalMove(
            "difficulty", Text("With this many helpers, a difficulty rises to {n}.", n=difficulty), rule="V20-136"
        )
    return difficulty
