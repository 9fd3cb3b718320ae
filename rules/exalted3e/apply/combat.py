"""Combat actions and attacks."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.battle import Event
from rules.powers import put_active

from .. import events as ev
from ..state import Combatant, State, amend, put
from .initiative import keep


def use_action(actor: Combatant, action: str) -> Combatant:
    """Spend the combat action, or the part of a flurry that it is (3E-154, 3E-155)."""
    if action in actor.flurry:
        rest = list(actor.flurry)
        rest.remove(action)
        return replace(actor, flurry=tuple(rest), action_used=True)
    return replace(actor, action_used=True)


def take_action(state: State, event: ev.ActionTaken) -> State:
    """Spend the action, and keep what it does to Defense until the next turn."""

    def change(actor: Combatant) -> Combatant:
        changed = actor if event.free else use_action(actor, event.action)
        timed = (*changed.timed, event.modifier) if event.modifier else changed.timed
        dropped = tuple(lost for lost in changed.dropped if lost[0] != event.weapon)
        changed = replace(changed, is_unloaded=changed.is_unloaded and event.action != "draw")
        weapon = changed.weapon if event.weapon is None else event.weapon
        return replace(changed, timed=timed, weapon=weapon, dropped=dropped)

    return amend(state, event.actor, change)


def disarm(state: State, event: ev.Disarmed) -> State:
    """Out of the hand; it lies where it fell."""
    lost = (event.weapon, event.at)
    return amend(state, event.actor, lambda actor: replace(actor, weapon="", dropped=(*actor.dropped, lost)))


def declare_flurry(state: State, event: ev.FlurryDeclared) -> State:
    """Two actions are announced; the turn's action is theirs."""
    return put(state, event.actor, flurry=event.actions, action_used=True)


def gain_modifier(state: State, event: ev.ModifierGained) -> State:
    """Keep it until the next turn."""
    return amend(state, event.actor, lambda actor: replace(actor, timed=(*actor.timed, event.modifier)))


def aim(state: State, event: ev.Aimed) -> State:
    """The aim stands until the next turn (3E-164)."""
    return amend(
        state,
        event.actor,
        lambda actor: replace(use_action(actor, "aim"), aim_target=event.target, aim_count=event.count, has_aimed=True),
    )


def waste_aim(state: State, event: ev.AimWasted) -> State:
    """The aim is gone (3E-165)."""
    return amend(state, event.actor, drop_aim)


def drop_aim(actor: Combatant) -> Combatant:
    """Who aims no more."""
    return replace(actor, aim_target=None, aim_count=0, has_aimed=False)


def take_ward(state: State, event: ev.WardTaken) -> State:
    """The guardian stands before its ward (3E-171)."""
    return amend(state, event.actor, lambda actor: replace(use_action(actor, "defend_other"), ward=event.target))


def declare_attack(state: State, event: ev.AttackDeclared) -> State:
    """The exchange begins; an attack of one's own turn spends the action and the aim, one by magic what aim it had."""
    exchange = event.exchange

    def change(actor: Combatant) -> Combatant:
        actor = replace(actor, named=actor.named + 1)
        if exchange.reflexive:
            return drop_aim(actor) if any(term.kind == "aim" for term in exchange.modifiers) else actor
        arm = actor.find_arm(exchange.arm)
        used = actor.lent_against == exchange.target
        return replace(
            drop_aim(use_action(actor, "attack")),
            bonus_dice=0,
            is_unloaded=actor.is_unloaded or (arm is not None and arm.is_slow),
            lent=0 if used else actor.lent,
            lent_against="" if used else actor.lent_against,
        )

    declared = replace(amend(state, event.actor, change), exchange=exchange)
    if not exchange.answers:
        return declared
    return replace(put(declared, event.actor, counters=False), interrupted=state.exchange)


def hold_counter(state: State, event: ev.CounterHeld) -> State:
    """The interrupted attack goes on."""
    return replace(state, exchange=state.interrupted, interrupted=None, blow=event.blow)


def land_counter(state: State, event: ev.CounterLanded) -> State:
    """The counterattack is in hand again, until it ends."""
    if state.blow is None:
        return state
    return replace(state, exchange=state.blow.exchange, interrupted=state.exchange, blow=None)


def ready_counter(state: State, event: ev.CounterReadied) -> State:
    """Kept until it is used, or the next turn begins."""
    return put(state, event.actor, counters=True)


def set_exchange(state: State, event: ev.ExchangeSettled | ev.AttackRolled | ev.ClashRolled) -> State:
    """The exchange goes on with what is known now."""
    return replace(state, exchange=event.exchange)


def suffer_onslaught(state: State, event: ev.OnslaughtSuffered) -> State:
    """-1 more (3E-135)."""
    return put(state, event.actor, onslaught=event.onslaught)


def end_attack(state: State, event: ev.AttackEnded) -> State:
    """The exchange is over; the attack that a counterattack interrupted goes on."""
    return replace(state, exchange=state.interrupted, interrupted=None, blow=state.blow if state.interrupted else None)


def mark_health(state: State, event: ev.HealthMarked) -> State:
    """The track as it is now."""
    return put(state, event.actor, health=event.health)


def mark_magnitude(state: State, event: ev.MagnitudeMarked) -> State:
    """The group as it is now."""
    return put(state, event.actor, group=event.group)


def check_rout(state: State, event: ev.RoutChecked) -> State:
    """A group that routs is rallied against the same difficulty (3E-307)."""
    group = state.get(event.actor).group
    if event.holds or group is None:
        return state
    return put(state, event.actor, group=replace(group, rout=event.difficulty))


def take_clash(state: State, event: ev.ClashTaken) -> State:
    """The attack of its own turn is spent."""
    return put(state, event.actor, clashed=True)


def lend_initiative(state: State, event: ev.InitiativeLent) -> State:
    """To be used, or given back."""
    return put(state, event.actor, lent=event.amount, lent_against=event.target)


def poison(state: State, event: ev.Poisoned) -> State:
    """It works on, or no more."""
    return put(state, event.actor, poison=event.poison)


def hold(state: State, event: ev.Held) -> State:
    """The next turn is lost."""
    return put(state, event.actor, skips=True)


def change_clinch(state: State, event: ev.ClinchChanged) -> State:
    """Hold on, lose a round, or let go."""
    return put(state, event.actor, clinch=event.clinch)


def use_charm(state: State, event: ev.CharmUsed) -> State:
    """What is there once in a scene is used up; what it does comes as events of its own."""
    if not event.spent:
        return state
    return amend(state, event.actor, lambda actor: replace(actor, spent=(*actor.spent, *event.spent)))


def switch_power(state: State, event: ev.PowerSwitched) -> State:
    """A lasting power counts from now on, or no more."""

    def change(actor: Combatant) -> Combatant:
        acted = use_action(actor, "charm") if event.is_action else actor
        active = put_active(actor.active, event.active, event.is_on)
        return replace(acted, active=active, spent=(*actor.spent, *event.spent))

    return amend(state, event.actor, change)


HANDLERS: Mapping[type[Event], Callable[[State, Any], State]] = {
    ev.ActionTaken: take_action,
    ev.Disarmed: disarm,
    ev.FlurryDeclared: declare_flurry,
    ev.ModifierGained: gain_modifier,
    ev.Aimed: aim,
    ev.AimWasted: waste_aim,
    ev.WardTaken: take_ward,
    ev.AttackDeclared: declare_attack,
    ev.ExchangeSettled: set_exchange,
    ev.AttackRolled: set_exchange,
    ev.ClashRolled: set_exchange,
    ev.ActionRolled: keep,
    ev.AttackResolved: keep,
    ev.DamageRolled: keep,
    ev.GambitRolled: keep,
    ev.OnslaughtSuffered: suffer_onslaught,
    ev.AttackEnded: end_attack,
    ev.HealthMarked: mark_health,
    ev.MagnitudeMarked: mark_magnitude,
    ev.RoutChecked: check_rout,
    ev.HarmRolled: keep,
    ev.Poisoned: poison,
    ev.ClinchChanged: change_clinch,
    ev.ClashTaken: take_clash,
    ev.CounterReadied: ready_counter,
    ev.CounterHeld: hold_counter,
    ev.CounterLanded: land_counter,
    ev.InitiativeLent: lend_initiative,
    ev.Held: hold,
    ev.CharmUsed: use_charm,
    ev.PowerSwitched: switch_power,
    ev.InfluenceAnswered: keep,
}
