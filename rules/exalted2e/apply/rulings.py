"""The Storyteller's overrides."""

from dataclasses import replace
from typing import Any, Final

from rules.exalted2e import events as ev
from rules.exalted2e.apply.bodies import harmed, released
from rules.exalted2e.apply.leaving import drop_if_out
from rules.exalted2e.state import Combatant, Doing, State
from rules.exalted2e.timing import Clock

_GROUND: Final = frozenset({"cover", "height", "mounted", "terrain", "cramped", "sight", "external"})


def overridden(state: State, event: ev.Overridden) -> State:
    """The number is what the Storyteller says."""
    one = state.of(event.actor)
    if event.marks is not None:
        state = harmed(state, event.marks, event.tick)
        healed = state.of(event.actor)
        if one.out and not healed.out:  # she acts again from the next tick on (2E-304)
            state = state.put(released(state, healed, True))
        return drop_if_out(state, event.actor)
    if event.what.startswith("attack_"):
        return _rule(state, event.what.removeprefix("attack_"), event.value)
    if event.what in _GROUND:
        ground: dict[str, Any] = {event.what: event.value}
        if event.what in ("mounted", "cramped"):
            ground = {event.what: bool(event.value)}
        return state.put(replace(one, ground=replace(one.ground, **ground)))
    changes: dict[str, Any] = {event.what: event.value}
    if event.what in ("prone", "unaware", "botched"):
        changes = {event.what: bool(event.value)}
        return state.put(replace(one, **changes))
    if event.what in ("willpower", "personal", "peripheral", "stunt"):
        return state.put(replace(one, **changes))
    return _overridden_time(state, one, event)


def _overridden_time(state: State, one: Combatant, event: ev.Overridden) -> State:
    clock = one.clock or Clock(state.tick)
    if event.what == "tick":
        doing: Doing | None = replace(one.doing, wake=None) if one.doing else None
        due = state.due if event.value <= state.tick else tuple(id for id in state.due if id != one.id)
        return replace(state.put(replace(one, clock=replace(clock, next=event.value), doing=doing)), due=due)
    if event.what == "penalty":
        return state.put(replace(one, clock=replace(clock, penalty=event.value)))
    if event.what == "stunned":
        return state.put(replace(one, stunned_by=one.id if event.value else ""))
    if event.value:  # inactive: her turn passes
        return drop_if_out(state.put(replace(one, inactive=True, doing=None)), one.id)
    return state.put(released(state, replace(one, inactive=False), True))


def _rule(state: State, name: str, value: int) -> State:
    attack = state.attack
    if attack is None:
        return state
    return replace(state, attack=replace(attack, fixed={**attack.fixed, name: value}))
