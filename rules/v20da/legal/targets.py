"""The targets of an attack."""

from collections.abc import Iterable, Sequence

from rules.battle import Field, targets
from rules.text import EMPTY, Text
from rules.v20da.state.model import Combatant
from rules.v20da.state.order import is_down, is_present


def order_targets(actor: Combatant, seen: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """Return all in the open who can be attacked: foes who stand, foes who are down, the own side."""
    there = (one for one in seen if is_present(one) and not one.hidden)
    return tuple(targets.order_targets(actor, there, say_down))


def target_field(actor: Combatant, there: Sequence[Combatant]) -> Field:
    """Return the choice among these. It begins with the first foe who stands, or with nobody."""
    initial = targets.find_first(actor, there, say_down) or ()
    return Field("target", Text("Against"), "choice", targets.name_targets(there, say_down), initial=initial)


DOWN = Text("down")


def say_down(actor: Combatant) -> Text:
    """Return a word for somebody who can fight no more, or an empty text."""
    return DOWN if is_down(actor) else EMPTY
