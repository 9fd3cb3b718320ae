"""Applying events: how an event changes the state, as far as all games share it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rules.battle import events
from rules.battle.figures import Figure, put_figures
from rules.battle.kinds import Event
from rules.battle.numbers import Numbers
from rules.battle.roster import Roster
from rules.lru_cache import cached_by_identity

S = TypeVar("S", bound=Roster[Any])
StateChange = Callable[[Any, Any], Any]
"""Takes the state and an event, returns the state after it."""
ActorChange = Callable[[Any, Any], Any]
"""Takes the combatant of an `ActorEvent` and the event, returns the combatant after it."""


def make_apply(
    state_changes: Mapping[type[Event], StateChange],
    actor_changes: Mapping[type[Event], ActorChange],
    numbers: Numbers[Any],
    figures: Mapping[str, Figure[Any]],
) -> Callable[[S, Event], S]:
    """Return the `apply` of one game: its own changes override the shared ones. Other events change nothing.

    Recent results are cached, because a state that a command made is soon folded from its events again.
    """
    on_state: Mapping[type[Event], StateChange] = {
        events.BattleStarted: lambda state, event: replace(state, phase="running"),
        events.BattleEnded: lambda state, event: replace(state, phase="ended"),
        **state_changes,
    }
    on_actor: Mapping[type[Event], ActorChange] = {
        events.CombatantRevealed: lambda actor, event: replace(actor, hidden=False),
        events.CombatantHidden: lambda actor, event: replace(actor, hidden=True),
        events.Overridden: lambda actor, event: numbers[event.what].write(actor, event.now),
        events.FiguresChanged: lambda actor, event: put_figures(figures, actor, event.figures),
        **actor_changes,
    }

    @cached_by_identity(256)
    def apply(state: Any, event: Any) -> Any:
        kind = type(event)
        if isinstance(event, events.CombatantAdded):
            return _add(state, event)
        if (change := on_state.get(kind)) is not None:
            return change(state, event)
        if (change := on_actor.get(kind)) is None:
            return state
        changed = (
            change(combatant, event) if combatant.id == event.actor else combatant for combatant in state.combatants
        )
        return replace(state, combatants=tuple(changed))

    return apply


def _add(state: Any, event: Any) -> Any:
    return replace(state, combatants=(*state.combatants, event.combatant))
