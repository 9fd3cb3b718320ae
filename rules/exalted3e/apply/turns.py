"""Rounds, ticks and turns: the state after their events."""

from dataclasses import replace

from rules.exalted3e import events as ev
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import NOTHING_ENDED, SELF, Combatant, EndedEffects
from rules.powers import list_turned


def begin_round(state: State, event: ev.RoundBegun) -> State:
    """Let everyone act again and end the delays of the last round."""
    fresh = tuple(
        replace(c, acted=False, is_delaying=False, delay_tick=None, turn_begun=False) for c in state.combatants
    )
    return replace(state, round=event.turn, tick=None, combatants=fresh, due=(), ties_settled=True, tie_answers=())


def reach_tick(state: State, event: ev.TickReached) -> State:
    """Fix who acts on the tick, and keep the wounds that they have as it starts (3E-045, 3E-580)."""
    reached = replace(state, tick=event.tick, due=event.actors, ties_settled=event.settled, tie_answers=())
    if not state.options.felled_keeps_wounds:
        return reached
    for id in event.actors:
        if id not in state.due:
            reached = reached.change(id, tick_wound=reached.get(id).wound)
    return reached


def break_tie(state: State, event: ev.TieBroken) -> State:
    """Set the order of the tick. That of the Storyteller's own leaves a tie with players open (3E-583)."""
    if event.own:
        return replace(state, due=event.order)
    return replace(state, due=event.order, ties_settled=True, tie_answers=())


def begin_turn(state: State, event: ev.TurnBegun) -> State:
    """End onslaught, timed modifiers, Defend Other and the actor's own Rush (3E-137, 3E-138, 3E-215)."""
    actor = _end_until_turn(state.get(event.actor))
    fresh = replace(
        actor,
        turn_open=True,
        turn_begun=True,
        action_used=actor.clashed,
        clashed=False,
        movement_used="",
        flurry=(),
        is_leaving_turn=False,
        crashed_at_start=actor.is_crashed,
        has_aimed=False,
        has_withdrawn=False,
        shift_lock=None,
        is_delaying=False,
        delay_tick=None,
    )
    return replace(state.put(fresh), current=event.actor)


def _end_until_turn(actor: Combatant) -> Combatant:
    """End what lasts until the turn, and keep it in case the turn is delayed."""
    ended = EndedEffects(
        actor.onslaught, actor.timed, actor.rush_target, actor.ward, actor.counters, list_turned(actor.active)
    )
    return replace(actor, onslaught=0, timed=(), rush_target=None, ward=None, counters=False, ended=ended)


def resume_turn(state: State, event: ev.TurnResumed) -> State:
    """Begin the delayed turn (3E-137, 3E-138).

    A clash in the meantime was its attack. A combatant that Crashed itself by the delay has not begun the turn in Crash
    (3E-100).
    """
    actor = _end_until_turn(state.get(event.actor))
    resumed = replace(
        actor,
        turn_open=True,
        is_delaying=False,
        delay_tick=None,
        action_used=actor.action_used or actor.clashed,
        clashed=False,
        crashed_at_start=actor.is_crashed and (actor.crashed_at_start or actor.crashed_by != SELF),
    )
    return replace(state.put(resumed), current=event.actor)


def end_turn(state: State, event: ev.TurnEnded) -> State:
    """Count a turn in Crash (3E-100), drop an aim that was not renewed (3E-166), and end the lock of a Shift."""
    actor = state.get(event.actor)
    spent = replace(
        actor,
        acted=True,
        turn_open=False,
        flurry=(),
        crashed_at_start=False,
        skips=False,
        shift_lock=None,
        crash_turns=actor.crash_turns + (1 if actor.crashed_at_start and actor.is_crashed else 0),
        aim_target=actor.aim_target if actor.has_aimed else None,
        aim_count=actor.aim_count if actor.has_aimed else 0,
        withdraw_progress=actor.withdraw_progress if actor.has_withdrawn else 0,
        ended=NOTHING_ENDED,
        tick_wound=None,
    )
    freed = tuple(
        replace(c, retreat_from=tuple(id for id in c.retreat_from if id != event.actor)) if c.retreat_from else c
        for c in state.put(spent).combatants
    )
    return leave_turn(replace(state, combatants=freed), event.actor)


def leave_turn(state: State, actor: str) -> State:
    """Close the turn and continue the turn that it interrupted."""
    due, stack = (tuple(id for id in ids if id != actor) for ids in (state.due, state.stack))
    if state.current != actor:
        return replace(state, due=due, stack=stack)
    return replace(state, due=due, current=stack[-1] if stack else None, stack=stack[:-1])


def delay_turn(state: State, event: ev.TurnDelayed) -> State:
    """Delay the turn, which is still owed (3E-203). What lasts until it continues, together with what came since."""
    actor = state.get(event.actor)
    ended, keys = actor.ended, {power.key for power in actor.active}
    delayed = replace(
        actor,
        turn_open=False,
        is_delaying=True,
        delay_tick=event.until,
        delayed_at=event.tick,
        onslaught=ended.onslaught + actor.onslaught,
        timed=(*ended.timed, *actor.timed),
        rush_target=ended.rush_target,
        ward=ended.ward,
        counters=ended.counters or actor.counters,
        active=(*(power for power in ended.active if power.key not in keys), *actor.active),
        ended=NOTHING_ENDED,
    )
    return leave_turn(state.put(delayed), event.actor)


def refresh_turn(state: State, event: ev.TurnRefreshed) -> State:
    """Give action and movement back; onslaught and timed modifiers stay (3E-126).

    A combatant that was interrupted by a Shift and Shifts back has its own turn again, and no other turn follows it.
    """
    changed = state.change(
        event.actor,
        turn_open=True,
        turn_begun=True,
        action_used=False,
        clashed=False,
        movement_used="",
        flurry=(),
        is_leaving_turn=False,
        is_delaying=False,
        delay_tick=None,
        has_aimed=False,
        shift_lock=event.target,
    )
    if not event.interrupts:
        return changed
    stack = (*state.stack, state.current) if state.current else state.stack
    return replace(changed, current=event.actor, stack=tuple(id for id in stack if id != event.actor))
