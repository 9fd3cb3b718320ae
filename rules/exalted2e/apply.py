"""Fold one event into the state: no dice, no refusals, every fact of `decide` understood."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from rules.battle import Event
from rules.exalted2e import events as ev
from rules.exalted2e.state import Attack, Combatant, Doing, Pending, State
from rules.exalted2e.timing import Clock


def apply(state: State, event: Event) -> State:
    """The state after one event that `decide` made."""
    return _APPLY[type(event)](state, event)


def _combatant_added(state: State, event: ev.CombatantAdded) -> State:
    return replace(state, combatants=(*state.combatants, event.combatant))


def _battle_started(state: State, event: ev.BattleStarted) -> State:
    return replace(state, phase="running", reaction=event.reaction)


def _join_battle_rolled(state: State, event: ev.JoinBattleRolled) -> State:
    one = state.of(event.actor)
    return state.put(replace(one, join=event.total, clock=Clock(event.first)))


def _tick_advanced(state: State, event: ev.TickAdvanced) -> State:
    if event.tick != state.tick:
        state = replace(
            state.put(*(replace(one, wound_now=one.health.wound) for one in state.combatants)),
            tick=event.tick,
            covering={},
            plans=tuple(plan for plan in state.plans if plan.at >= event.tick),
        )
    fresh = {acting.id for acting in event.acting if acting.fresh}
    roused = {acting.id for acting in event.acting}
    seen = any(not state.of(id).hidden for id in roused)
    changed = [_refresh(one, fresh, roused) for one in state.combatants]
    due = (*(id for id in state.due if id not in roused), *(acting.id for acting in event.acting))
    return replace(state.put(*changed), due=due, shown_tick=event.tick if seen else state.shown_tick)


def _refresh(one: Combatant, fresh: set[str], roused: set[str]) -> Combatant:
    """DV refresh of those who may act (2E-276); a stun ends when the one who dealt it acts (2E-388)."""
    if one.stunned_by in fresh:
        one = replace(one, stunned_by="")
    if one.id in fresh and one.clock is not None:
        kept = one.doing if one.doing and one.doing.kind == "aim" else None
        return replace(
            one, clock=one.clock.refresh(), doing=kept, botched=False, unaware=False, spent_effect=False, stunt=0
        )
    if one.id in roused and one.doing is not None:
        return replace(one, doing=replace(one.doing, wake=None))
    return one


def _action_taken(state: State, event: ev.ActionTaken) -> State:
    one = state.of(event.actor)
    clock = one.clock or Clock(event.tick)
    one = replace(
        one,
        clock=clock.act(event.tick, event.speed, event.penalty),
        doing=event.doing,
        ready=one.ready if event.ready is None else event.ready,
        prone=one.prone and not event.rises,
    )
    due = tuple(id for id in state.due if id != event.actor)
    taken = len(event.attacks)
    return replace(state.put(one), due=due, queue=(*state.queue, *event.attacks), count=state.count + taken)


def _kept_on(state: State, event: ev.KeptOn) -> State:
    return replace(state, due=tuple(id for id in state.due if id != event.actor))


def _moved(state: State, event: ev.Moved) -> State:
    return state.put(replace(state.of(event.actor), moved=event.tick))


def _spent(state: State, event: ev.Spent) -> State:
    one = state.of(event.actor)
    sheet = one.sheet
    if event.virtue:
        used = getattr(sheet.channels, event.virtue) + 1
        sheet = replace(sheet, channels=replace(sheet.channels, **{event.virtue: used}))
    return state.put(
        replace(
            one,
            sheet=sheet,
            personal=one.personal - event.personal,
            peripheral=one.peripheral - event.peripheral,
            willpower=one.willpower - event.willpower,
            spent_effect=one.spent_effect or event.for_effect,
        )
    )


def _asked(state: State, event: ev.Asked) -> State:
    return replace(state, pending=(*state.pending, event.pending), count=state.count + 1)


def _answered(state: State, prompt: str) -> State:
    if not prompt:
        return state
    return replace(state, pending=tuple(pending for pending in state.pending if pending.id != prompt))


def _stunt_rated(state: State, event: ev.StuntRated) -> State:
    asked = next((pending for pending in state.pending if pending.id == event.prompt), None)
    state = _answered(state, event.prompt)
    one = state.of(event.actor)
    state = state.put(replace(one, stunt=max(one.stunt, event.rating)))
    if asked is None:
        return state
    if asked.kind == "stunt":
        queue = tuple(
            replace(item, stunt=event.rating, rated=True) if item.id == asked.about else item for item in state.queue
        )
        return replace(state, queue=queue)
    attack = state.attack
    if attack is None or attack.answer is None:
        return state
    answer = replace(attack.answer, stunt=event.rating, rated=True)
    return _cover(replace(state, attack=replace(attack, answer=answer)))


def _stunt_rewarded(state: State, event: ev.StuntRewarded) -> State:
    state = _answered(state, event.prompt)
    one = state.of(event.actor)
    return state.put(
        replace(
            one,
            personal=one.personal + event.personal,
            peripheral=one.peripheral + event.peripheral,
            willpower=one.willpower + event.willpower,
        )
    )


def _add_steps(state: State, event: ev.ExchangeEvent, **changes: Any) -> State:
    attack = state.attack
    if attack is None:
        return state
    step = max([attack.step, *(step.number for step in event.steps)])
    return replace(state, attack=replace(attack, step=step, log=(*attack.log, *event.steps), **changes))


def _surprise_rolled(state: State, event: ev.SurpriseRolled) -> State:
    return _add_steps(state, event, unaware=event.unaware, noticed=True)


def _attack_declared(state: State, event: ev.AttackDeclared) -> State:
    state = _answered(state, event.prompt)
    queue = tuple(item for item in state.queue if item.id != event.exchange)
    unaware = event.declared.surprise == "unaware" or state.of(event.target).unaware
    attack = Attack(event.declared, 1, unaware, log=event.steps, held=state.attack)
    state = _stunted(state, event.actor, event.declared.stunt)
    return replace(state, queue=queue, attack=attack, count=state.count + 1)


def _stunted(state: State, id: str, rating: int) -> State:
    one = state.of(id)
    return state.put(replace(one, stunt=max(one.stunt, rating))) if rating > one.stunt else state


def _defense_declared(state: State, event: ev.DefenseDeclared) -> State:
    state = _add_steps(_answered(state, event.prompt), event, answer=event.answer)
    if event.answer.rated:
        state = _cover(_stunted(state, event.target, event.answer.stunt))
    return state


def _cover(state: State) -> State:
    """Keep a rated defensive stunt for the rest of the flurry (2E-199, R:43)."""
    attack = state.attack
    if attack is None or attack.answer is None or not attack.declared.flurry or not attack.answer.stunt:
        return state
    if not state.options.dv_stunt_covers_flurry:
        return state
    key = f"{attack.declared.flurry}:{attack.declared.target}"
    known = state.covering.get(key)
    if known is not None and known.stunt >= attack.answer.stunt:
        return state
    return replace(state, covering={**state.covering, key: attack.answer})


def _numbered(state: State, event: Any) -> State:
    state = _answered(state, getattr(event, "prompt", ""))
    return _add_steps(state, event, numbers=event.numbers)


def _countered(state: State, event: ev.Countered) -> State:
    return _add_steps(_answered(state, event.prompt), event)


def _attack_resolved(state: State, event: ev.AttackResolved) -> State:
    for harm in event.harms:
        state = _harmed(state, harm, event.tick)
    attacker = state.get(event.actor)
    if event.numbers.botch and attacker is not None:
        state = state.put(replace(attacker, botched=True))
    if event.clinch:
        state = _seize(state, event.actor, event.target)
    attack = state.attack
    return replace(state, attack=attack.held if attack else None)


def _harmed(state: State, harm: ev.Harm, tick: int) -> State:
    one = state.of(harm.target)
    since = tick if harm.health.state == "dying" and one.dying_since is None else one.dying_since
    one = replace(one, health=harm.health, dying_since=since if harm.health.state == "dying" else None)
    state = state.put(one)
    return _let_go(state, one) if one.out else state


def _seize(state: State, holder: str, victim: str) -> State:
    """A clinch that hit: the victim is Inactive, and the flurry that it came in is over (2E-391, 2E-312)."""
    state = _let_go(state, state.of(holder))
    state = _let_go(state, state.of(victim))
    queue = tuple(item for item in state.queue if item.actor != holder)
    one, held = state.of(holder), state.of(victim)
    return replace(state.put(replace(one, holding=victim), replace(held, held_by=holder, doing=None)), queue=queue)


def _let_go(state: State, one: Combatant) -> State:
    """End every hold that this combatant has or is in; the released act on the next tick (2E-304)."""
    for other in (one.holding, one.held_by):
        if not other or (found := state.get(other)) is None:
            continue
        state = state.put(_released(state, replace(found, holding="", held_by=""), bool(one.holding)))
    fresh = state.of(one.id)
    state = state.put(_released(state, replace(fresh, holding="", held_by=""), bool(one.held_by)))
    held = {other.id for other in state.combatants if other.holding}
    pending = tuple(item for item in state.pending if item.kind != "clinch" or item.about or item.who in held)
    return replace(state, pending=pending)


def _released(state: State, one: Combatant, was_held: bool) -> Combatant:
    if not was_held or one.clock is None:
        return one
    return replace(one, clock=Clock(state.tick + 1, one.clock.acted, 0))


def _bystander_spared(state: State, event: ev.BystanderSpared) -> State:
    return _answered(state, event.prompt)


def _check_rolled(state: State, event: ev.CheckRolled) -> State:
    if event.success:
        return state
    one = state.of(event.actor)
    changed = replace(one, prone=True) if event.check == "knockdown" else replace(one, stunned_by=event.cause)
    return state.put(changed)


def _coordination_rolled(state: State, event: ev.CoordinationRolled) -> State:
    return replace(state, plans=(*state.plans, event.plan)) if event.plan.penalty else state


def _clinch_contested(state: State, event: ev.ClinchContested) -> State:
    if event.controls == event.actor:
        return state
    return _seize(state, event.victim, event.actor)


def _clinch_chosen(state: State, event: ev.ClinchChosen) -> State:
    state = _answered(state, event.prompt)
    if event.exchange:
        if event.choice in ("throw_away", "throw_down"):
            state = state.put(replace(state.of(event.victim), prone=True))
        attack = state.attack
        return replace(state, attack=replace(attack, clinch=event.choice)) if attack else state
    for harm in event.harms:
        state = _harmed(state, harm, event.tick)
    if event.choice in ("release", "throw_away", "throw_down"):
        state = _let_go(state, state.of(event.actor))
        if event.choice != "release":
            state = state.put(replace(state.of(event.victim), prone=True))
    return state


def _dying_marked(state: State, event: ev.DyingMarked) -> State:
    one = state.of(event.actor)
    health = replace(one.health, dying=event.dying, dead=event.dead)
    return state.put(replace(one, health=health, dying_since=None if event.dead else event.tick))


def _combatant_left(state: State, event: ev.CombatantLeft) -> State:
    one = replace(state.of(event.actor), has_left=True, doing=None)
    return drop_from_play(_let_go(state.put(one), one), event.actor)


def drop_from_play(state: State, id: str) -> State:
    """Take a combatant who is gone out of everything that waits: her turn, attacks by and on her, her prompts."""
    gone = (id,)
    queue = tuple(item for item in state.queue if item.actor not in gone and item.target not in gone)
    attack = state.attack
    if attack is not None and (attack.declared.actor in gone or attack.declared.target in gone):
        attack = None
    kept = {item.id for item in queue} | ({attack.declared.id} if attack else set())
    pending = tuple(item for item in state.pending if _is_still_asked(item, id, kept))
    due = tuple(one for one in state.due if one != id)
    plans = tuple(plan for plan in state.plans if id not in (plan.leader, plan.target))
    return replace(state, due=due, queue=queue, attack=attack, pending=pending, plans=plans)


def _is_still_asked(pending: Pending, gone: str, attacks: set[str]) -> bool:
    if pending.free or pending.kind == "bystander":
        return pending.who != gone
    return pending.about in attacks or (not pending.about and pending.who != gone)


def _revealed(state: State, event: ev.Revealed) -> State:
    return state.put(replace(state.of(event.actor), hidden=False))


def _went_into_hiding(state: State, event: ev.WentIntoHiding) -> State:
    return state.put(replace(state.of(event.actor), hidden=True))


def _battle_ended(state: State, event: ev.BattleEnded) -> State:
    return replace(state, phase="ended", due=(), queue=(), attack=None, pending=())


def _overridden(state: State, event: ev.Overridden) -> State:
    one = state.of(event.actor)
    if event.marks is not None:
        state = _harmed(state, event.marks, event.tick)
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
    if event.what in ("willpower", "personal", "peripheral"):
        return state.put(replace(one, **changes))
    return _overridden_time(state, one, event)


def _overridden_time(state: State, one: Combatant, event: ev.Overridden) -> State:
    clock = one.clock or Clock(state.tick)
    if event.what == "tick":
        doing: Doing | None = replace(one.doing, wake=None) if one.doing else None
        return state.put(replace(one, clock=replace(clock, next=event.value), doing=doing))
    if event.what == "penalty":
        return state.put(replace(one, clock=replace(clock, penalty=event.value)))
    if event.what == "stunned":
        return state.put(replace(one, stunned_by=one.id if event.value else ""))
    if event.value:  # inactive: her turn passes
        return drop_if_out(state.put(replace(one, inactive=True, doing=None)), one.id)
    return state.put(_released(state, replace(one, inactive=False), True))


def drop_if_out(state: State, id: str) -> State:
    """Take the turn of one whom the Storyteller put out of action."""
    one = state.of(id)
    if one.is_standing or id not in state.due:
        return state
    return replace(state, due=tuple(other for other in state.due if other != id))


def _rule(state: State, name: str, value: int) -> State:
    attack = state.attack
    if attack is None:
        return state
    return replace(state, attack=replace(attack, fixed={**attack.fixed, name: value}))


_GROUND: Final = frozenset({"cover", "height", "mounted", "terrain", "cramped", "sight", "external"})

_APPLY: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    ev.CombatantAdded: _combatant_added,
    ev.BattleStarted: _battle_started,
    ev.JoinBattleRolled: _join_battle_rolled,
    ev.TickAdvanced: _tick_advanced,
    ev.ActionTaken: _action_taken,
    ev.KeptOn: _kept_on,
    ev.Moved: _moved,
    ev.Spent: _spent,
    ev.Asked: _asked,
    ev.StuntRated: _stunt_rated,
    ev.StuntRewarded: _stunt_rewarded,
    ev.SurpriseRolled: _surprise_rolled,
    ev.AttackDeclared: _attack_declared,
    ev.DefenseDeclared: _defense_declared,
    ev.AttackRolled: _numbered,
    ev.AttackRerolled: _numbered,
    ev.DefenseApplied: _numbered,
    ev.DefenseRerolled: _numbered,
    ev.DamageRolled: _numbered,
    ev.Countered: _countered,
    ev.AttackResolved: _attack_resolved,
    ev.BystanderSpared: _bystander_spared,
    ev.CheckRolled: _check_rolled,
    ev.CoordinationRolled: _coordination_rolled,
    ev.ClinchContested: _clinch_contested,
    ev.ClinchChosen: _clinch_chosen,
    ev.DyingMarked: _dying_marked,
    ev.CombatantLeft: _combatant_left,
    ev.Revealed: _revealed,
    ev.WentIntoHiding: _went_into_hiding,
    ev.Overridden: _overridden,
    ev.BattleEnded: _battle_ended,
}
