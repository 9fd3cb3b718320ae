"""Rounds, ticks and turns."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Event
from rules.powers import list_turned

from .. import events as ev
from ..state import NOTHING_ENDED, SELF, Combatant, State, UntilTurn, amend, put


def begin_round(state: State, event: ev.RoundBegun) -> State:
    """Everyone may act again; delays of the last round are over."""
    fresh = tuple(
        replace(c, acted=False, is_delaying=False, delay_tick=None, turn_begun=False) for c in state.combatants
    )
    return replace(state, round=event.round, tick=None, combatants=fresh, due=(), ties_settled=True, tie_answers=())


def reach_tick(state: State, event: ev.TickReached) -> State:
    """The actors of the tick are fixed (3E-045)."""
    return replace(state, tick=event.tick, due=event.actors, ties_settled=event.settled, tie_answers=())


def answer_tie(state: State, event: ev.TieAnswered) -> State:
    """Keep one party's wish."""
    return replace(state, tie_answers=(*state.tie_answers, (event.actor, event.first)))


def break_tie(state: State, event: ev.TieBroken) -> State:
    """The order of the tick is settled."""
    return replace(state, due=event.order, ties_settled=True, tie_answers=())


def begin_turn(state: State, event: ev.TurnBegun) -> State:
    """Onslaught, timed modifiers, Defend Other and one's own Rush end (3E-137, 3E-138, 3E-215)."""
    return replace(amend(state, event.actor, _fresh), current=event.actor)


def _fresh(actor: Combatant) -> Combatant:
    return replace(
        _end_until_turn(actor),
        turn_open=True,
        turn_begun=True,
        action_used=actor.clashed,
        clashed=False,
        movement_used="",
        flurry=(),
        crashed_at_start=actor.is_crashed,
        has_aimed=False,
        has_withdrawn=False,
        shift_lock=None,
        is_delaying=False,
        delay_tick=None,
    )


def _end_until_turn(actor: Combatant) -> Combatant:
    """End what lasts until the turn, and keep it: the turn may still be put off."""
    ended = UntilTurn(
        actor.onslaught, actor.timed, actor.rush_target, actor.ward, actor.counters, list_turned(actor.active)
    )
    return replace(actor, onslaught=0, timed=(), rush_target=None, ward=None, counters=False, ended=ended)


def resume_turn(state: State, event: ev.TurnResumed) -> State:
    """The delayed turn begins (3E-137, 3E-138). A clash in the meantime was its attack; who Crashed itself by the delay
    has not begun it in Crash (3E-100)."""

    def resume(actor: Combatant) -> Combatant:
        return replace(
            _end_until_turn(actor),
            turn_open=True,
            is_delaying=False,
            delay_tick=None,
            action_used=actor.action_used or actor.clashed,
            clashed=False,
            crashed_at_start=actor.is_crashed and (actor.crashed_at_start or actor.crashed_by != SELF),
        )

    return replace(amend(state, event.actor, resume), current=event.actor)


def end_turn(state: State, event: ev.TurnEnded) -> State:
    """Count a turn spent in Crash (3E-100), drop an aim that was not renewed (3E-166) and the lock of a Shift."""
    ended = amend(state, event.actor, _spent)
    freed = tuple(
        replace(c, retreat_from=tuple(id for id in c.retreat_from if id != event.actor)) if c.retreat_from else c
        for c in ended.combatants
    )
    return _leave_turn(replace(ended, combatants=freed), event.actor)


def _spent(actor: Combatant) -> Combatant:
    keeps_aim = actor.has_aimed
    return replace(
        actor,
        acted=True,
        turn_open=False,
        flurry=(),
        crash_turns=actor.crash_turns + (1 if actor.crashed_at_start and actor.is_crashed else 0),
        crashed_at_start=False,
        skips=False,
        aim_target=actor.aim_target if keeps_aim else None,
        aim_count=actor.aim_count if keeps_aim else 0,
        withdraw_progress=actor.withdraw_progress if actor.has_withdrawn else 0,
        shift_lock=None,
        ended=NOTHING_ENDED,
    )


def _leave_turn(state: State, actor: str) -> State:
    due = tuple(id for id in state.due if id != actor)
    if state.current != actor:
        return replace(state, due=due, stack=tuple(id for id in state.stack if id != actor))
    current = state.stack[-1] if state.stack else None
    return replace(state, due=due, current=current, stack=state.stack[:-1])


def delay_turn(state: State, event: ev.TurnDelayed) -> State:
    """The turn is put off and still owed (3E-203); what lasts until it goes on, beside what came since it opened."""

    def delay(actor: Combatant) -> Combatant:
        ended, keys = actor.ended, {one.key for one in actor.active}
        return replace(
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
            active=(*(one for one in ended.active if one.key not in keys), *actor.active),
            ended=NOTHING_ENDED,
        )

    return _leave_turn(amend(state, event.actor, delay), event.actor)


def refresh_turn(state: State, event: ev.TurnRefreshed) -> State:
    """Action and movement come back, onslaught and timed modifiers stay (3E-126). Whoever was interrupted by a Shift
    and Shifts back has its own turn again, and nobody else's to return to afterwards."""
    changed = put(
        state,
        event.actor,
        turn_open=True,
        turn_begun=True,
        action_used=False,
        clashed=False,
        movement_used="",
        flurry=(),
        is_delaying=False,
        delay_tick=None,
        has_aimed=False,
        shift_lock=event.target,
    )
    if not event.interrupts:
        return changed
    stack = (*state.stack, state.current) if state.current else state.stack
    return replace(changed, current=event.actor, stack=tuple(id for id in stack if id != event.actor))


HANDLERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    ev.RoundBegun: begin_round,
    ev.TickReached: reach_tick,
    ev.TieAnswered: answer_tie,
    ev.TieBroken: break_tie,
    ev.TurnBegun: begin_turn,
    ev.TurnResumed: resume_turn,
    ev.TurnEnded: end_turn,
    ev.TurnDelayed: delay_turn,
    ev.TurnRefreshed: refresh_turn,
}
