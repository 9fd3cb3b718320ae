"""Those who are gone, and all that waited for them."""

from dataclasses import replace

from rules.exalted2e import events as ev
from rules.exalted2e.apply.bodies import let_go
from rules.exalted2e.state import Pending, State


def combatant_left(state: State, event: ev.CombatantLeft) -> State:
    """Gone for good."""
    one = replace(state.of(event.actor), has_left=True, doing=None)
    return drop_from_play(let_go(state.put(one), one), event.actor)


def drop_from_play(state: State, id: str) -> State:
    """Take a combatant who is gone out of everything that waits: her turn, attacks by and on her, her prompts."""
    gone = (id,)
    queue = tuple(item for item in state.queue if item.actor not in gone and item.target not in gone)
    plain = tuple(item for item in state.plain if item.actor not in gone)
    attack = state.attack
    if attack is not None and (attack.declared.actor in gone or attack.declared.target in gone):
        attack = None
    kept = {item.id for item in queue} | {item.id for item in plain} | ({attack.declared.id} if attack else set())
    pending = tuple(item for item in state.pending if _is_still_asked(item, id, kept))
    due = tuple(one for one in state.due if one != id)
    plans = tuple(plan for plan in state.plans if id not in (plan.leader, plan.target))
    return replace(state, due=due, queue=queue, plain=plain, attack=attack, pending=pending, plans=plans)


def _is_still_asked(pending: Pending, gone: str, attacks: set[str]) -> bool:
    if pending.free or pending.kind == "bystander":
        return pending.who != gone
    return pending.about in attacks or (not pending.about and pending.who != gone)


def drop_if_out(state: State, id: str) -> State:
    """Take the turn of one whom the Storyteller put out of action."""
    one = state.of(id)
    if one.is_standing or id not in state.due:
        return state
    return replace(state, due=tuple(other for other in state.due if other != id))
