"""Whom an attack may be aimed at: standing foes first, and nobody who is down unless somebody chooses them."""

from collections.abc import Iterable, Sequence

from rules.battle import Choice, Field
from rules.v20da.state.model import Combatant
from rules.v20da.state.order import is_down, is_present


def order_targets(actor: Combatant, seen: Iterable[Combatant]) -> tuple[Combatant, ...]:
    """Everyone in the open who can be attacked: foes who stand, foes who are down, one's own side."""
    there = (one for one in seen if one.id != actor.id and is_present(one) and not one.hidden)
    return tuple(sorted(there, key=lambda one: (one.side == actor.side, is_down(one))))


def target_field(actor: Combatant, targets: Sequence[Combatant]) -> Field:
    """The choice among these; it begins with the first foe who stands, or with nobody."""
    choices = tuple(Choice(one.id, one.name, f"{one.side}, down" if is_down(one) else one.side) for one in targets)
    standing = (one.id for one in targets if one.side != actor.side and not is_down(one))
    return Field("target", "Against", "choice", choices, initial=next(standing, ()))
