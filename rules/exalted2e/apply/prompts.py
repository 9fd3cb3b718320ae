"""Prompts: asked and answered."""

from dataclasses import replace

from rules.exalted2e import events as ev
from rules.exalted2e.state import State


def asked(state: State, event: ev.Asked) -> State:
    """A prompt waits."""
    who = state.of(event.pending.who)
    state = state.put(replace(who, named=who.named + 1))
    return replace(state, pending=(*state.pending, event.pending), count=state.count + 1)


def answered(state: State, prompt: str) -> State:
    """The prompt waits no longer."""
    if not prompt:
        return state
    return replace(state, pending=tuple(pending for pending in state.pending if pending.id != prompt))
