"""Initiative, Crash, Break and Shift. `InitiativeChanged` is the only event that moves the number."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Event

from .. import events as ev
from ..state import SELF, Combatant, State, amend, put


def change_initiative(state: State, event: ev.InitiativeChanged) -> State:
    """Set the number; enter or leave Crash with it (3E-092, 3E-107, 3E-108)."""

    def change(actor: Combatant) -> Combatant:
        changed = replace(actor, initiative=event.now)
        if event.crashed:
            by = SELF if event.cause == "own" else event.by or None
            return replace(changed, crashed_by=by, crash_turns=0)
        if event.recovered:
            return replace(
                changed,
                crashed_by=None,
                crash_turns=0,
                crashed_at_start=False,
                recovered_round=state.round,
                no_hope=False,
            )
        return changed

    return amend(state, event.actor, change)


def keep(state: State, event: Event) -> State:
    """The event only tells; what it leads to comes as events of its own."""
    return state


def lose_hope(state: State, event: ev.HopeLost) -> State:
    """The next successful withering attack defeats (3E-098)."""
    return put(state, event.actor, no_hope=True)


HANDLERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    ev.InitiativeChanged: change_initiative,
    ev.BattleJoined: keep,
    ev.CrashReset: keep,
    ev.ShiftRolled: keep,
    ev.BreakGained: keep,
    ev.HopeLost: lose_hope,
}
