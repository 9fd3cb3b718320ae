"""Who is there, where they stand, what they have left, and the prompts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Event
from rules.battle.figures import put_figures

from .. import events as ev
from ..health import Health
from ..state import Backing, Combatant, Group, State, amend, put
from ..state.paths import FIGURES
from .combat import use_action

COMBAT_MOVEMENTS = ("rush", "disengage", "rise", "cover", "withdraw")
"""Movement actions that are combat actions too (3E-207)."""


def add_combatant(state: State, event: ev.CombatantAdded) -> State:
    """One more."""
    return replace(state, combatants=(*state.combatants, event.combatant))


def start_battle(state: State, event: ev.BattleStarted) -> State:
    """It begins."""
    return replace(state, phase="running")


def end_battle(state: State, event: ev.BattleEnded) -> State:
    """It is over: nobody is awaited any more."""
    return replace(
        state, phase="ended", pending=(), exchange=None, interrupted=None, blow=None, departure=None, current=None,
        stack=(), due=(),
    )  # fmt: skip


def move(state: State, event: ev.Moved) -> State:
    """The new place."""
    return put(state, event.actor, position=event.now, half_to=event.half)


def use_movement(state: State, event: ev.MovementUsed) -> State:
    """Spend the movement action, and the combat action where it is one."""

    def change(actor: Combatant) -> Combatant:
        changed = use_action(actor, event.how) if event.how in COMBAT_MOVEMENTS else actor
        return replace(changed, movement_used=event.how, has_withdrawn=actor.has_withdrawn or event.how == "withdraw")

    return amend(state, event.actor, change)


def roll_contest(state: State, event: ev.ContestRolled) -> State:
    """Withdrawing adds to its progress, or completes it; the rest comes as events of its own."""
    if event.action == "disengage":
        return replace(state, departure=None)
    if event.progress is None:
        return state
    return put(state, event.actor, withdraw_progress=0 if event.goal else event.progress)


def begin_departure(state: State, event: ev.DepartureBegun) -> State:
    """It waits for the answers of the opponents."""
    return replace(state, departure=event.departure)


def answer_contest(state: State, event: ev.ContestAnswered) -> State:
    """One opponent more, or not."""
    if state.departure is None or not event.contests:
        return state
    departure = replace(state.departure, contested=(*state.departure.contested, event.actor))
    if event.shares:
        departure = replace(departure, backing=(*departure.backing, Backing(event.actor, event.shares, event.weighs)))
    return replace(state, departure=departure)


def win_rush(state: State, event: ev.RushWon) -> State:
    """Follow the target's next step; an empty target means that this is over."""
    return put(state, event.actor, rush_target=event.target or None)


def ready_retreat(state: State, event: ev.RetreatReady) -> State:
    """Retreat from these once."""
    return put(state, event.actor, retreat_from=event.opponents)


def change_stance(state: State, event: ev.StanceChanged) -> State:
    """Cover, prone or mounted; or back in the fight."""
    value: str | bool = event.value if event.what in ("cover", "out") else event.value == "yes"
    return put(state, event.actor, **{event.what: value})


def go_out(state: State, event: ev.WentOut) -> State:
    """Out of the fight and of the queue at once (3E-054); whoever held or was held is free."""
    gone = put(
        state, event.actor, out=event.why, falls="", turn_open=False, clinch=None, ward=None, aim_target=None,
        aim_count=0,
    )  # fmt: skip
    freed = tuple(replace(c, clinch=None) if c.clinch and c.clinch.other == event.actor else c for c in gone.combatants)
    departs = gone.departure is not None and gone.departure.actor != event.actor
    gone = replace(gone, combatants=freed, due=tuple(id for id in gone.due if id != event.actor))
    gone = replace(gone, departure=gone.departure if departs else None)
    stack = tuple(id for id in gone.stack if id != event.actor)
    if gone.current != event.actor:
        return replace(gone, stack=stack)
    return replace(gone, current=stack[-1] if stack else None, stack=stack[:-1])


def delay_fall(state: State, event: ev.FallDelayed) -> State:
    """It goes out when the tick is over."""
    return put(state, event.actor, falls=event.why)


def change_concealment(state: State, event: ev.ConcealmentChanged) -> State:
    """In hiding, or seen. Nobody keeps an aim, a rush or a ward on who vanished."""
    changed = put(state, event.actor, hidden=event.hidden)
    if not event.hidden:
        return changed
    return replace(changed, combatants=tuple(_forget(c, event.actor) for c in changed.combatants))


def _forget(combatant: Combatant, gone: str) -> Combatant:
    return replace(
        combatant,
        aim_target=None if combatant.aim_target == gone else combatant.aim_target,
        aim_count=0 if combatant.aim_target == gone else combatant.aim_count,
        rush_target=None if combatant.rush_target == gone else combatant.rush_target,
        retreat_from=tuple(id for id in combatant.retreat_from if id != gone),
        ward=None if combatant.ward == gone else combatant.ward,
    )


def change_resource(state: State, event: ev.ResourceChanged) -> State:
    """Willpower, motes, anima; dots of Willpower are lost for good."""
    if event.what != "willpower_rating":
        return put(state, event.actor, **{event.what: event.now})
    lost = state.get(event.actor).willpower_lost + event.was - event.now
    return put(state, event.actor, willpower_rating=event.now, willpower_lost=lost)


def change_figures(state: State, event: ev.FiguresChanged) -> State:
    """What a roll beside the battle has left."""
    return amend(state, event.actor, lambda combatant: put_figures(FIGURES, combatant, event.figures))


def give_bonus(state: State, event: ev.BonusGiven) -> State:
    """Bonus dice on the group's next attack (3E-320)."""
    given = put(state, event.target, bonus_dice=event.bonus)
    return amend(given, event.actor, lambda actor: use_action(actor, "order"))


def set_terrain(state: State, event: ev.TerrainSet) -> State:
    """Difficult or not."""
    return replace(state, difficult_terrain=event.difficult)


def raise_prompt(state: State, event: ev.PromptRaised) -> State:
    """One more question is open."""
    state = amend(state, event.prompt.who, lambda who: replace(who, named=who.named + 1))
    return replace(state, pending=(*state.pending, event.prompt))


def close_prompt(state: State, event: ev.PromptClosed) -> State:
    """That question is answered."""
    return replace(state, pending=tuple(prompt for prompt in state.pending if prompt.id != event.prompt))


def override(state: State, event: ev.Overridden) -> State:
    """Set a number that is not Initiative; that one comes as `InitiativeChanged`."""
    if event.what in ("initiative", "round"):
        return state
    if event.what in ("bashing", "lethal", "aggravated"):
        return amend(state, event.actor, lambda c: replace(c, health=_set_health(c.health, event.what, event.value)))
    if event.what in ("size", "magnitude"):
        return amend(state, event.actor, lambda c: replace(c, group=_set_group(c.group, event)))
    flags = ("prone", "mounted", "action_used", "acted")
    value: int | bool | str = event.value
    if event.what in flags:
        value = bool(event.value)
    elif event.what == "movement_used":
        value = "move" if event.value else ""
    return put(state, event.actor, **{event.what: value})


def _set_health(health: Health, kind: str, value: int) -> Health:
    changes: dict[str, Any] = {kind: value}
    return replace(health, **changes)


def _set_group(group: Group | None, event: ev.Overridden) -> Group | None:
    if group is None:
        return None
    return replace(group, size=event.value) if event.what == "size" else replace(group, damage=event.value)


HANDLERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    ev.CombatantAdded: add_combatant,
    ev.BattleStarted: start_battle,
    ev.BattleEnded: end_battle,
    ev.Moved: move,
    ev.MovementUsed: use_movement,
    ev.ContestRolled: roll_contest,
    ev.DepartureBegun: begin_departure,
    ev.ContestAnswered: answer_contest,
    ev.RushWon: win_rush,
    ev.RetreatReady: ready_retreat,
    ev.StanceChanged: change_stance,
    ev.WentOut: go_out,
    ev.FallDelayed: delay_fall,
    ev.ConcealmentChanged: change_concealment,
    ev.ResourceChanged: change_resource,
    ev.FiguresChanged: change_figures,
    ev.BonusGiven: give_bonus,
    ev.TerrainSet: set_terrain,
    ev.PromptRaised: raise_prompt,
    ev.PromptClosed: close_prompt,
    ev.Overridden: override,
}
