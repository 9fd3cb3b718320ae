"""The ten steps of an attack, stunts, and plain actions."""

from dataclasses import replace
from typing import Any

from rules.exalted2e.apply.bodies import apply_harm, end_flurry, seize
from rules.exalted2e.attack.opening import open_attack
from rules.exalted2e.events import exchange as ev
from rules.exalted2e.events.debate import InfluenceRolled
from rules.exalted2e.events.table import ActionRolled, DifficultySet, StuntRated
from rules.exalted2e.state import Combatant, FailedTry, PlainAction, State


def answer(state: State, event: Any) -> State:
    """Remove the prompt that an event answers."""
    return replace(state, pending=tuple(pending for pending in state.pending if pending.id != event.prompt))


def add_steps(state: State, event: ev.ExchangeEvent, **changes: Any) -> State:
    """Add the steps that were taken, and other changes, to the current attack."""
    attack = state.attack
    if attack is None:
        return state
    step = max([attack.step, *(step.number for step in event.steps)])
    return replace(state, attack=replace(attack, step=step, log=(*attack.log, *event.steps), **changes))


def declare_attack(state: State, event: ev.AttackDeclared) -> State:
    """Step 1: make the attack the current one."""
    queue = tuple(item for item in state.queue if item.id != event.exchange)
    attack = open_attack(state, event.declared, event.steps)
    state = _stunted(state, event.actor, event.declared.stunt, event.declared.stunt_xp)
    state = state.change(event.actor, named=state.get(event.actor).named + 1)
    return replace(state, queue=queue, attack=attack, count=state.count + 1)


def _stunted(state: State, id: str, rating: int, experience: bool = False) -> State:
    """Keep the better of two stunts for the reward (2E-194)."""
    actor = state.get(id)
    if (rating, experience) <= (actor.stunt, actor.stunt_xp):
        return state
    return state.put(replace(actor, stunt=rating, stunt_xp=experience))


def declare_defense(state: State, event: ev.DefenseDeclared) -> State:
    """Step 2: note the answer."""
    state = add_steps(state, event, answer=event.answer)
    if event.answer.rated:
        state = _cover(_stunted(state, event.target, event.answer.stunt, event.answer.stunt_xp))
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


def rate_stunt(state: State, event: StuntRated) -> State:
    """Note the rating in the attack, the defense or the action, and for the reward."""
    asked = next((pending for pending in state.pending if pending.id == event.prompt), None)
    state = _stunted(answer(state, event), event.actor, event.rating, event.experience)
    if asked is None or asked.kind == "told_stunt":
        return state
    if asked.kind == "stunt":
        rated: dict[str, Any] = {"stunt": event.rating, "stunt_xp": event.experience, "rated": True}
        queue = tuple(replace(item, **rated) if item.id == asked.about else item for item in state.queue)
        return replace(state, queue=queue)
    if asked.kind == "action_stunt":
        return _plain_rated(state, event, asked.about)
    attack = state.attack
    if attack is None or attack.answer is None:
        return state
    rated_answer = replace(attack.answer, stunt=event.rating, stunt_xp=event.experience, rated=True)
    return _cover(replace(state, attack=replace(attack, answer=rated_answer)))


def roll_action(state: State, event: ActionRolled | InfluenceRolled) -> State:
    """End a plain action; its stunt counts for the reward."""
    state = _stunted(state, event.actor, event.action.stunt, event.action.stunt_xp)
    if isinstance(event, ActionRolled) and event.tried is not None:
        state = state.put(_remember(state.get(event.actor), event.tried))
    return replace(state, plain=tuple(item for item in state.plain if item.id != event.action.id))


def _remember(actor: Combatant, tried: FailedTry) -> Combatant:
    """Note failed tries in place of what is known of the same roll (2E-088)."""
    others = (
        record for record in actor.tried if (record.attribute, record.ability) != (tried.attribute, tried.ability)
    )
    return replace(actor, tried=(*others, *((tried,) if tried.failures else ())))


def _plain_rated(state: State, event: StuntRated, id: str) -> State:
    """Note the rating of a plain action's stunt, and the difficulty if it was given with the rating."""
    rated: dict[str, Any] = {"stunt": event.rating, "stunt_xp": event.experience, "rated": True}

    def rate(item: PlainAction) -> PlainAction:
        difficulty = item.request.difficulty if event.difficulty is None else event.difficulty
        return replace(item, request=replace(item.request, difficulty=difficulty), **rated)

    return replace(state, plain=tuple(rate(item) if item.id == id else item for item in state.plain))


def set_difficulty(state: State, event: DifficultySet) -> State:
    """Set the difficulty of the actor's plain actions that wait, or keep it for the next one."""
    now = event.difficulty

    def is_meant(item: PlainAction) -> bool:
        return item.actor == event.actor and item.influence is None

    if not now.value or not any(is_meant(item) for item in state.plain):
        return state.change(event.actor, difficulty=now)
    changed = (
        replace(item, request=replace(item.request, difficulty=now.value), hidden=now.hidden)
        if is_meant(item)
        else item
        for item in state.plain
    )
    return replace(state, plain=tuple(changed))


def activate_magic(state: State, event: ev.MagicActivated) -> State:
    """Step 7: add the damage of magic."""
    attack = state.attack
    if attack is None or attack.numbers is None:
        return state
    raw, late = attack.numbers.raw_mod + event.damage, attack.numbers.post_mod + event.post_damage
    numbers = replace(attack.numbers, raw_mod=raw, post_mod=late)
    return replace(state, attack=replace(attack, numbers=numbers, activated=True))


def ward(state: State, event: ev.Warded) -> State:
    """Step 8: take off the levels that were warded."""
    attack = state.attack
    if attack is None or attack.numbers is None:
        return state
    numbers = replace(attack.numbers, levels=attack.numbers.levels - event.levels, warded=event.levels)
    return replace(state, attack=replace(attack, numbers=numbers, warded=True))


def resolve_attack(state: State, event: ev.AttackResolved) -> State:
    """Step 10: apply the results; after a counterattack the countered attack goes on."""
    for harm in event.harms:
        state = apply_harm(state, harm, event.tick)
    for loss in event.losses:
        state = state.change(loss.target, unit=loss.unit)
    if event.numbers.botch:
        state = state.change(event.actor, botched=True)
    if event.clinch:
        state = seize(state, event.actor, event.target)
    elif event.ends_flurry:
        state = end_flurry(state, event.actor)
    attack = state.attack
    return replace(state, attack=attack.held if attack else None)


def check(actor: Combatant, event: ev.CheckRolled) -> Combatant:
    """Return the combatant prone or stunned if the check failed."""
    if event.success:
        return actor
    return replace(actor, prone=True) if event.check == "knockdown" else replace(actor, stunned_by=event.cause)
