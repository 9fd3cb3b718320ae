"""Damage on the tracks, clinches, the dying, and those who leave."""

from dataclasses import replace

from rules.battle.events import CombatantLeft, FiguresChanged
from rules.battle.figures import put_figures
from rules.exalted2e.events import exchange, table
from rules.exalted2e.events.exchange import Harm
from rules.exalted2e.state import Combatant, Pending, State
from rules.exalted2e.state.numbers import NUMBERS
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.timing import Clock


def apply_harm(state: State, harm: Harm, tick: int | None) -> State:
    """Apply damage. A combatant who is out lets go of a clinch."""
    target = state.get(harm.target)
    since = tick if harm.health.state == "dying" and target.dying_since is None else target.dying_since
    target = replace(target, health=harm.health, dying_since=since if harm.health.state == "dying" else None)
    state = state.put(target)
    return let_go(state, target) if target.out else state


def seize(state: State, holder: str, victim: str) -> State:
    """Begin a clinch: the victim is Inactive, and the holder's flurry is over (2E-391, 2E-312)."""
    state = let_go(state, state.get(holder))
    state = let_go(state, state.get(victim))
    grappler, held = state.get(holder), state.get(victim)
    state = state.put(replace(grappler, holding=victim), replace(held, held_by=holder, doing=None))
    return end_flurry(state, holder)


def end_flurry(state: State, id: str) -> State:
    """Let go of what is left of a combatant's declared actions, as after a clinch that has hit (2E-312)."""
    queue = tuple(item for item in state.queue if item.actor != id)
    return replace(state, queue=queue, plain=tuple(item for item in state.plain if item.actor != id))


def let_go(state: State, actor: Combatant) -> State:
    """End every clinch of this combatant; a victim acts on the next tick (2E-304)."""
    for other in (actor.holding, actor.held_by):
        if not other or (found := state.find(other)) is None:
            continue
        state = state.put(released(state, replace(found, holding="", held_by=""), bool(actor.holding)))
    fresh = state.get(actor.id)
    state = state.put(released(state, replace(fresh, holding="", held_by=""), bool(actor.held_by)))
    held = {other.id for other in state.combatants if other.holding}
    pending = tuple(item for item in state.pending if item.kind != "clinch" or item.about or item.who in held)
    return replace(state, pending=pending)


def released(state: State, actor: Combatant, was_held: bool) -> Combatant:
    """Return the combatant; one who was held acts on the next tick with fresh DVs."""
    if not was_held or actor.clock is None:
        return actor
    return replace(actor, clock=Clock(state.tick + 1, actor.clock.acted, 0))


def contest_clinch(state: State, event: exchange.ClinchContested) -> State:
    """Give control to the winner of the contest."""
    if event.controls == event.actor:
        return state
    return seize(state, event.victim, event.actor)


def choose_in_clinch(state: State, event: exchange.ClinchChosen) -> State:
    """Apply the controller's choice in a clinch."""
    if event.exchange:
        if event.choice in ("throw_away", "throw_down"):
            state = state.put(replace(state.get(event.victim), prone=True))
        attack = state.attack
        return replace(state, attack=replace(attack, clinch=event.choice)) if attack else state
    for harm in event.harms:
        state = apply_harm(state, harm, event.tick)
    if event.choice in ("release", "throw_away", "throw_down"):
        state = let_go(state, state.get(event.actor))
        if event.choice != "release":
            state = state.put(replace(state.get(event.victim), prone=True))
    return state


def mark_dying(actor: Combatant, event: table.DyingMarked) -> Combatant:
    """Mark the Dying levels that were lost."""
    health = replace(actor.health, dying=event.dying, dead=event.dead)
    return replace(actor, health=health, dying_since=None if event.dead else event.tick)


def hurt(state: State, event: table.BloodPaid | table.Stabilized) -> State:
    """Apply the wounds that a power cost, or the end of dying."""
    return apply_harm(state, event.harm, event.tick)


def change_figures(state: State, event: FiguresChanged) -> State:
    """Apply what a roll outside the battle cost or gave; its wounds work like others."""
    actor = state.get(event.actor)
    after = put_figures(FIGURES, actor, event.figures)
    state = state.put(replace(after, health=actor.health))
    if "health" not in event.figures:
        return state
    return apply_harm(state, Harm(actor.id, actor.name, actor.health.boxes, after.health), event.tick)


def override(state: State, event: table.Overridden) -> State:
    """Set the number that the Storyteller gave, and what follows from it."""
    actor, what = state.get(event.actor), event.what
    if what.startswith("attack_"):
        attack = state.attack
        fixed = {**(attack.fixed if attack else {}), what.removeprefix("attack_"): event.now}
        return replace(state, attack=replace(attack, fixed=fixed) if attack else None)
    if event.marks is not None:
        state = apply_harm(state, event.marks, event.tick)
        if actor.out and not state.get(actor.id).out:  # acts again from the next tick on (2E-304)
            state = state.put(released(state, state.get(actor.id), True))
        return drop_if_out(state, actor.id)
    after = NUMBERS[what].write(actor, event.now)
    if what == "tick":
        after = replace(after, doing=replace(actor.doing, wake=None) if actor.doing else None)
        if event.now > state.tick:
            state = replace(state, due=tuple(id for id in state.due if id != actor.id))
    elif what == "inactive":  # the turn passes, or there are turns again
        return drop_if_out(state.put(after if event.now else released(state, after, True)), actor.id)
    return state.put(after)


def drop_if_out(state: State, id: str) -> State:
    """End the turn of a combatant who can no longer act."""
    if state.get(id).is_standing or id not in state.due:
        return state
    return replace(state, due=tuple(other for other in state.due if other != id))


def leave(state: State, event: CombatantLeft) -> State:
    """Remove the combatant's turn, prompts, and the attacks by and on the combatant."""
    id = event.actor
    state = state.change(id, has_left=True, doing=None)
    state = let_go(state, state.get(id))
    queue = tuple(item for item in state.queue if id not in (item.actor, item.target))
    plain = tuple(item for item in state.plain if id not in (item.actor, item.influence and item.influence.target))
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
