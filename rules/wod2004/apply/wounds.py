"""Another track, and what comes or goes with it."""

from dataclasses import replace

from rules.wod2004.health import wound_state
from rules.wod2004.state import Combatant, State


def with_track(combatant: Combatant, track: str) -> Combatant:
    """The combatant with another track; what a full track brought goes when it is full no more."""
    condition = wound_state(track, combatant.boxes)
    woke = combatant.condition == "check_stamina" and condition == "ok"
    return replace(
        combatant,
        track=track,
        unconscious=combatant.unconscious and not woke,
        stable=combatant.stable and condition == "dying",
        dying_turns=combatant.dying_turns if condition == "dying" else 0,
    )


def swap(state: State, combatant: Combatant) -> State:
    """The state with this combatant in the place of the one of the same id."""
    return replace(state, combatants=tuple(combatant if c.id == combatant.id else c for c in state.combatants))
