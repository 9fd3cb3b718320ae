"""The possible targets of an action: standing foes come first."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Final, TypeVar

from rules.battle.fields import Choice
from rules.battle.roster import Fighter
from rules.text import Text, join, verbatim

F = TypeVar("F", bound=Fighter)
SayOut = Callable[[F], Text]
"""Returns in a word why a combatant no longer stands; empty if it stands."""
say_out: Final = attrgetter("out")
"""The default: combatants of most games say it themselves."""


def order_targets(actor: F, there: Iterable[F], say_out: SayOut[F] = say_out) -> list[F]:
    """Return all but the actor: foes who stand, foes who are out, then the actor's own side."""
    others = (other for other in there if other.id != actor.id)
    return sorted(others, key=lambda other: (other.side == actor.side, bool(say_out(other))))


def name_targets(targets: Iterable[F], say_out: SayOut[F] = say_out) -> tuple[Choice, ...]:
    """Return the choices for these targets, each with its side and why it no longer stands."""
    return tuple(
        Choice(target.id, verbatim(target.name), join(", ", (target.side, say_out(target)))) for target in targets
    )


def find_first(actor: F, targets: Iterable[F], say_out: SayOut[F] = say_out) -> str | None:
    """Return the target that a form begins with: the first foe who stands, or None."""
    return next((target.id for target in targets if target.side != actor.side and not say_out(target)), None)
