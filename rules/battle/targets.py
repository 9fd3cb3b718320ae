"""Whom something may be aimed at: standing foes first, and nobody who is out unless somebody chooses them."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Final, TypeVar

from rules.battle.offers import Choice
from rules.battle.roster import Fighter
from rules.text import Text, join, verbatim

F = TypeVar("F", bound=Fighter)
SayOut = Callable[[F], Text]
"""Why somebody no longer stands, in a word; empty for those who do."""
say_out: Final = attrgetter("out")
"""What most games say of it, as their combatants know it."""


def order_targets(actor: F, there: Iterable[F], say_out: SayOut[F] = say_out) -> list[F]:
    """The others: foes who stand, foes who are out, then one's own side."""
    others = (one for one in there if one.id != actor.id)
    return sorted(others, key=lambda one: (one.side == actor.side, bool(say_out(one))))


def name_targets(targets: Iterable[F], say_out: SayOut[F] = say_out) -> tuple[Choice, ...]:
    """The choice among these, with the side of each and why it no longer stands."""
    return tuple(Choice(one.id, verbatim(one.name), join(", ", (one.side, say_out(one)))) for one in targets)


def find_first(actor: F, targets: Iterable[F], say_out: SayOut[F] = say_out) -> str | None:
    """Whom a form begins with: the first foe who stands, if any."""
    return next((one.id for one in targets if one.side != actor.side and not say_out(one)), None)
