"""`apply(state, event)`: what each fact does to the state. It never refuses and never rolls."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Event
from rules.memory import remember

from ..state import State
from . import combat, initiative, scene, turns

_HANDLERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    **turns.HANDLERS,
    **initiative.HANDLERS,
    **combat.HANDLERS,
    **scene.HANDLERS,
}


@remember(256)
def apply(state: State, event: Event) -> State:
    """The state after one event. `serial` counts events, so that prompts and exchanges have names of their own."""
    return replace(_HANDLERS[type(event)](state, event), serial=state.serial + 1)
