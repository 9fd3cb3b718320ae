"""The roll of an action as everyone hears of it, with what whoever opposes it threw (3E-020)."""

from collections.abc import Sequence
from typing import TypedDict, Unpack

from rules.pool import Breakdown, Pool

from .. import events as ev
from ..actions.count import Thrown
from ..state import Combatant
from .play import Play


class More(TypedDict, total=False):
    """What some rolls have besides: a difficulty (and what it is made of), progress in something extended, a note."""

    difficulty: int
    against: Breakdown
    progress: int
    goal: bool
    note: str


def tell_contest(
    play: Play,
    actor: Combatant,
    action: str,
    pool: Pool,
    mine: Thrown,
    works: bool,
    theirs: Sequence[tuple[Combatant, Thrown | None]] = (),
    **more: Unpack[More],
) -> None:
    """Tell of a roll; `theirs` are those against whom it is made, each with its own roll if there is one."""
    opponents = [opponent for opponent, _ in theirs]
    rolls = [thrown for _, thrown in theirs if thrown is not None]
    play.emit(
        ev.ContestRolled(
            **play.about(actor, *opponents),
            action=action,
            pool=pool,
            dice=mine.dice,
            successes=mine.total,
            opponents=tuple(opponent.id for opponent in opponents),
            opponent_names=tuple(opponent.name for opponent in opponents),
            opponent_dice=tuple(thrown.dice for thrown in rolls),
            opponent_successes=tuple(thrown.total for thrown in rolls),
            works=works,
            **more,
        )
    )
