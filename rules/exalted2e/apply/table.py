"""The tick line, actions, costs and prompts."""

from dataclasses import replace

from rules.battle.events import BattleEnded, PowerSwitched
from rules.exalted2e.events import table as ev
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.state import Combatant, Difficulty, State
from rules.exalted2e.state.places import put_apart
from rules.exalted2e.timing import Clock
from rules.powers import put_active


def advance(state: State, event: ev.TickAdvanced) -> State:
    """Turn to a tick: those called may act, and DV refreshes for those whose next action it is (2E-276)."""
    if event.tick != state.tick:
        state = replace(
            state.put(*(replace(combatant, wound_now=combatant.health.wound) for combatant in state.combatants)),
            tick=event.tick,
            covering={},
            plans=tuple(plan for plan in state.plans if plan.at >= event.tick),
        )
    fresh = {acting.id for acting in event.acting if acting.fresh}
    roused = {acting.id for acting in event.acting}
    seen = any(not state.get(id).hidden for id in roused)
    acted = fresh | {combatant.id for combatant in state.combatants if combatant.out}
    changed = [_refresh(_rouse(combatant, acted), fresh, roused) for combatant in state.combatants]
    due = (*(id for id in state.due if id not in roused), *(acting.id for acting in event.acting))
    return replace(state.put(*changed), due=due, shown_tick=event.tick if seen else state.shown_tick)


def set_scale(state: State, event: ev.ScaleSet) -> State:
    """Change the length of a tick. The Dying levels are counted from this tick on."""
    dying = (
        replace(combatant, dying_since=event.tick)
        for combatant in state.combatants
        if combatant.dying_since is not None
    )
    return replace(state.put(*dying), is_long=event.is_long, since=state.tick, spent=state.seconds)


def _rouse(actor: Combatant, acted: set[str]) -> Combatant:
    """End a stun when the attacker who dealt it acts again or is out (2E-388)."""
    return replace(actor, stunned_by="") if actor.stunned_by in acted else actor


def _refresh(actor: Combatant, fresh: set[str], roused: set[str]) -> Combatant:
    """Refresh the DV of a combatant whose next action has come (2E-276)."""
    if actor.id in fresh and actor.clock is not None:
        kept = actor.doing if actor.doing and actor.doing.kind == "aim" else None
        actor = replace(actor, clock=actor.clock.refresh(), doing=kept, botched=False, unaware=False)
        return replace(actor, spent_effect=False, stunt=0, stunt_xp=False)
    if actor.id in roused and actor.doing is not None:
        return replace(actor, doing=replace(actor.doing, wake=None))
    return actor


def take_action(state: State, event: ev.ActionTaken) -> State:
    """Apply Speed and DV penalty of a declared action; its attacks and rolls wait (2E-266, 2E-275)."""
    actor, taken = state.get(event.actor), len(event.attacks) + len(event.plain)
    clock = actor.clock or Clock(state.tick)
    actor = replace(
        actor,
        clock=clock.act(state.tick, event.speed, event.penalty),
        doing=event.doing,
        ready=actor.ready if event.ready is None else event.ready,
        prone=actor.prone and not event.rises,
        named=actor.named + taken,
        difficulty=Difficulty() if any(plain.influence is None for plain in event.plain) else actor.difficulty,
    )
    due = tuple(id for id in state.due if id != actor.id)
    queue, plain = (*state.queue, *event.attacks), (*state.plain, *event.plain)
    apart = put_apart(state.apart, event.apart)
    return replace(state.put(actor), due=due, queue=queue, plain=plain, count=state.count + taken, apart=apart)


def move(state: State, event: ev.Moved) -> State:
    """Note that the combatant has moved on this tick, and how far someone is then."""
    return replace(state.change(event.actor, moved=event.tick), apart=put_apart(state.apart, event.apart))


def spend(actor: Combatant, event: ev.Spent) -> Combatant:
    """Take what was paid. With a dot of Willpower the mote pools shrink too (2E-033)."""
    sheet = actor.sheet
    personal, peripheral = actor.personal - event.personal, actor.peripheral - event.peripheral
    if event.virtue:
        used = sheet.channels[event.virtue] + 1
        sheet = replace(sheet, channels={**sheet.channels, event.virtue: used})
    if event.dots or event.used_up:
        spent = (*sheet.powers_spent, *event.used_up)
        sheet = replace(sheet, willpower=sheet.willpower - event.dots, powers_spent=spent)
    if event.dots:
        room = mote_room(sheet)
        personal, peripheral = min(personal, room[0]), min(peripheral, room[1])
    return replace(
        actor,
        sheet=sheet,
        personal=personal,
        peripheral=peripheral,
        willpower=actor.willpower - event.willpower,
        spent_effect=actor.spent_effect or event.for_effect,
        willpower_lost=actor.willpower_lost + event.dots,
    )


def switch_power(actor: Combatant, event: PowerSwitched) -> Combatant:
    """Switch a lasting power on or off; its motes are committed while it is on (2E-442)."""
    active, sign = event.active, 1 if event.is_on else -1
    sheet = replace(
        actor.sheet,
        personal_committed=actor.sheet.personal_committed + sign * active.personal,
        peripheral_committed=actor.sheet.peripheral_committed + sign * active.peripheral,
    )
    return replace(actor, sheet=sheet, active=put_active(actor.active, active, event.is_on))


def reward(state: State, event: ev.StuntRewarded) -> State:
    """Add the reward to the pools, or to the experience that the battle reports at its end."""
    actor = state.get(event.actor)
    return state.change(
        actor.id,
        personal=actor.personal + event.personal,
        peripheral=actor.peripheral + event.peripheral,
        willpower=actor.willpower + event.willpower,
        experience=actor.experience + event.experience,
    )


def ask(state: State, event: ev.Asked) -> State:
    """Add a prompt."""
    state = state.change(event.pending.who, named=state.get(event.pending.who).named + 1)
    return replace(state, pending=(*state.pending, event.pending), count=state.count + 1)


def end(state: State, event: BattleEnded) -> State:
    """End the battle, with all that waits."""
    return replace(state, phase="ended", due=(), queue=(), plain=(), attack=None, pending=())
