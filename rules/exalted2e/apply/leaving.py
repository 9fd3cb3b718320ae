"""A combatant leaves the battle."""

from dataclasses import replace

from rules.battle.events import CombatantLeft
from rules.exalted2e.apply.bodies import let_go
from rules.exalted2e.state import Pending, State


def leave(state: State, event: CombatantLeft) -> State:
    """Remove the combatant's turn, prompts, and the attacks by and on the combatant."""
    id = event.actor
    state = state.change(id, has_left=True, doing=None)
    state = let_go(state, state.get(id))
    queue = tuple(item for item in state.queue if id not in (item.actor, item.target))
    plain = tuple(item for item in state.plain if item.actor != id)
    attack = state.attack
    if attack is not None and id in (attack.declared.actor, attack.declared.target):
        attack = None
    kept = {item.id for item in queue} | {item.id for item in plain} | ({attack.declared.id} if attack else set())
    pending = tuple(item for item in state.pending if _is_still_asked(item, id, kept))
    due = tuple(other for other in state.due if other != id)
    plans = tuple(plan for plan in state.plans if id not in (plan.leader, plan.target))
    return replace(state, due=due, queue=queue, plain=plain, attack=attack, pending=pending, plans=plans)


def _is_still_asked(pending: Pending, gone: str, attacks: set[str]) -> bool:
    if pending.free or pending.kind == "bystander":
        return pending.who != gone
    return pending.about in attacks or (not pending.about and pending.who != gone)
