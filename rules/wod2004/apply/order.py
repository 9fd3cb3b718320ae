"""Joining, the order of action, turns and rulings."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Event
from rules.wod2004 import events as e
from rules.wod2004.apply.wounds import swap, with_track
from rules.wod2004.attack.circumstances import CONCEALMENT
from rules.wod2004.state import Combatant, State
from rules.wod2004.state.live import LIVE_NUMBERS
from rules.wod2004.timing import Initiative

FRESH_TURN: Mapping[str, Any] = {
    "done": False,
    "acted": False,
    "moved": False,
    "attacked": 0,
    "defense_used": False,
    "dodging": False,
    "all_out": False,
    "willpower_spent": False,
}
"""What a new turn brings back."""


def place(state: State, id: str) -> State:
    """Put a combatant where its initiative belongs (WD-160)."""
    own = rank_of(state.get(id))
    others = [other for other in state.order if other != id]
    after = next((n for n, other in enumerate(others) if rank_of(state.get(other)) < own), len(others))
    return replace(state, order=(*others[:after], id, *others[after:]))


def rank_of(combatant: Combatant) -> tuple[int, int, tuple[int, ...]]:
    """What the order is sorted by; who has not rolled comes last."""
    return combatant.initiative.rank if combatant.initiative else (-1, 0, ())


def added(state: State, event: e.CombatantAdded) -> State:
    """Someone came."""
    return replace(state, combatants=(*state.combatants, event.combatant))


def started(state: State, event: e.BattleStarted) -> State:
    """The battle began."""
    return replace(state, phase="running")


def ended(state: State, event: e.BattleEnded) -> State:
    """The battle is over."""
    return replace(state, phase="ended", acting="", exchange=None, prompt=None)


def initiative(state: State, event: e.InitiativeRolled) -> State:
    """Initiative fell, or dice that break a tie."""
    return place(state.change(event.actor, initiative=event.initiative), event.actor)


def turn(state: State, event: e.TurnBegan) -> State:
    """A turn of three seconds began."""
    fresh = tuple(
        replace(
            c,
            **FRESH_TURN,
            surprised=max(0, c.surprised - (event.turn > 1)),
            dying_turns=c.dying_turns + 1 if c.is_dying and event.turn > 1 else c.dying_turns,
        )
        for c in state.combatants
    )
    return replace(state, turn=event.turn, combatants=fresh)


def acting(state: State, event: e.ActingBegan) -> State:
    """Someone's place in the order was reached."""
    return replace(state, acting=event.actor)


def acting_ended(state: State, event: e.ActingEnded) -> State:
    """Someone's place in the order has passed."""
    return replace(state.change(event.actor, done=True), acting="")


def delayed(state: State, event: e.Delayed) -> State:
    """Someone waits until after another."""
    after = state.get(event.after).initiative
    own = state.get(event.actor).initiative
    if after is None or own is None:
        return state
    others = [id for id in state.order if id != event.actor]
    index = others.index(event.after) + 1
    state = state.change(
        event.actor, delayed=True, initiative=Initiative(own.face, after.total, after.modifier, after.ties)
    )
    return replace(state, acting="", order=(*others[:index], event.actor, *others[index:]))


def left(state: State, event: e.CombatantLeft) -> State:
    """Someone left."""
    return state.change(event.actor, left=True)


def revealed(state: State, event: e.CombatantRevealed) -> State:
    """Someone came out of hiding."""
    return state.change(event.actor, hidden=False)


def hidden(state: State, event: e.CombatantHidden) -> State:
    """Someone went into hiding."""
    return state.change(event.actor, hidden=True)


def overridden(state: State, event: e.Overridden) -> State:
    """The Storyteller set a number."""
    number = LIVE_NUMBERS[event.what]
    changed = number.write(state.get(event.actor), event.now)
    if number.is_wound:
        changed = with_track(state.get(event.actor), changed.track)
    state = swap(state, changed)
    return place(state, event.actor) if event.what == "initiative" and event.actor in state.order else state


def surprise(state: State, event: e.SurpriseRolled) -> State:
    """A roll to notice an ambush."""
    state = state.change(event.actor, surprised=event.turns)
    for id in event.warned:
        state = state.change(id, surprised=0)
    return state


def cover(state: State, event: e.CoverSet) -> State:
    """The Storyteller said how someone is hidden and covered."""
    grade = CONCEALMENT[event.concealment]
    return state.change(event.actor, concealment=grade, cover=event.durability, structure=event.structure)


def nothing(state: State, event: Event) -> State:
    """An entry that changes nothing by itself."""
    return state
