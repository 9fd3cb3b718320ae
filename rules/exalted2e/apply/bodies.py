"""Damage on the tracks, clinches, the dying."""

from dataclasses import replace

from rules.battle.figures import put_figures
from rules.exalted2e import events as ev
from rules.exalted2e.apply.prompts import answered
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.state.paths import FIGURES
from rules.exalted2e.timing import Clock


def harmed(state: State, harm: ev.Harm, tick: int) -> State:
    """The body after a blow; whoever is out lets go."""
    one = state.of(harm.target)
    since = tick if harm.health.state == "dying" and one.dying_since is None else one.dying_since
    one = replace(one, health=harm.health, dying_since=since if harm.health.state == "dying" else None)
    state = state.put(one)
    return let_go(state, one) if one.out else state


def seize(state: State, holder: str, victim: str) -> State:
    """A clinch that hit: the victim is Inactive, and the flurry that it came in is over (2E-391, 2E-312)."""
    state = let_go(state, state.of(holder))
    state = let_go(state, state.of(victim))
    queue = tuple(item for item in state.queue if item.actor != holder)
    state = replace(state, plain=tuple(item for item in state.plain if item.actor != holder))
    one, held = state.of(holder), state.of(victim)
    return replace(state.put(replace(one, holding=victim), replace(held, held_by=holder, doing=None)), queue=queue)


def let_go(state: State, one: Combatant) -> State:
    """End every hold that this combatant has or is in; the released act on the next tick (2E-304)."""
    for other in (one.holding, one.held_by):
        if not other or (found := state.get(other)) is None:
            continue
        state = state.put(released(state, replace(found, holding="", held_by=""), bool(one.holding)))
    fresh = state.of(one.id)
    state = state.put(released(state, replace(fresh, holding="", held_by=""), bool(one.held_by)))
    held = {other.id for other in state.combatants if other.holding}
    pending = tuple(item for item in state.pending if item.kind != "clinch" or item.about or item.who in held)
    return replace(state, pending=pending)


def released(state: State, one: Combatant, was_held: bool) -> Combatant:
    """The same combatant, if she was held: due on the next tick with fresh DVs."""
    if not was_held or one.clock is None:
        return one
    return replace(one, clock=Clock(state.tick + 1, one.clock.acted, 0))


def clinch_contested(state: State, event: ev.ClinchContested) -> State:
    """Control changes hands, if the victim won."""
    if event.controls == event.actor:
        return state
    return seize(state, event.victim, event.actor)


def clinch_chosen(state: State, event: ev.ClinchChosen) -> State:
    """Crushed, held or thrown."""
    state = answered(state, event.prompt)
    if event.exchange:
        if event.choice in ("throw_away", "throw_down"):
            state = state.put(replace(state.of(event.victim), prone=True))
        attack = state.attack
        return replace(state, attack=replace(attack, clinch=event.choice)) if attack else state
    for harm in event.harms:
        state = harmed(state, harm, event.tick)
    if event.choice in ("release", "throw_away", "throw_down"):
        state = let_go(state, state.of(event.actor))
        if event.choice != "release":
            state = state.put(replace(state.of(event.victim), prone=True))
    return state


def dying_marked(state: State, event: ev.DyingMarked) -> State:
    """Dying levels lost."""
    one = state.of(event.actor)
    health = replace(one.health, dying=event.dying, dead=event.dead)
    return state.put(replace(one, health=health, dying_since=None if event.dead else event.tick))


def blood_paid(state: State, event: ev.BloodPaid) -> State:
    """The wounds that a power cost."""
    return harmed(state, event.harm, event.tick)


def figures_changed(state: State, event: ev.FiguresChanged) -> State:
    """What a roll beside the battle has left; wounds that it cost are wounds like others."""
    one = state.of(event.actor)
    state = state.put(put_figures(FIGURES, one, {path: now for path, now in event.figures.items() if path != "health"}))
    if "health" not in event.figures:
        return state
    body = FIGURES["health"].write(one, event.figures["health"][1]).health
    return harmed(state, ev.Harm(one.id, one.name, one.health.boxes, body), event.tick)


def stabilized(state: State, event: ev.Stabilized) -> State:
    """The dying is over."""
    return harmed(state, event.harm, event.tick)


def valor_checked(state: State, event: ev.ValorChecked) -> State:
    """She stands, or wavers until a better check."""
    return state.put(replace(state.of(event.actor), wavers=not event.stands))
