"""Offers of the actor's turn except attacks, and of what is possible at any time."""

from collections.abc import Callable, Container, Iterable
from functools import partial

from rules.battle import Choice, Fields, LazySequence, Move, Offer, offer_move
from rules.battle.declare import list_fields
from rules.battle.guards import refusal
from rules.battle.moves import Reveal, SwitchOn
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.counter import check_magic
from rules.exalted3e.decide import combat
from rules.exalted3e.decide.commands import check_order, check_rally, has_routed
from rules.exalted3e.decide.contests import check_can_hide
from rules.exalted3e.decide.flow import check_delay
from rules.exalted3e.decide.powers import USE, check_simple
from rules.exalted3e.legal.common import (
    View,
    choose,
    declared,
    effort_fields,
    first_reason,
    in_play,
    offer_own,
    pick,
)
from rules.exalted3e.legal.movement import offer_movement
from rules.exalted3e.legal.plain import offer_actions
from rules.exalted3e.state.board import State, are_enemies
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.ticks import is_waiting
from rules.exalted3e.timing.turns import check_action
from rules.exalted3e.traits import ACTION_NAMES, MOVEMENTS
from rules.powers import offer_lasting
from rules.text import EMPTY, Text, word

OPENS = Text("Defense −1")
"""The cost of an action that opens the Defense until the next turn."""
TWO_INITIATIVE = Text("2 Initiative")


def offer_turn(sight: View, actor: Combatant) -> list[Offer]:
    """Return the offers of the actor's turn except attacks."""
    return [*offer_movement(sight, actor), *_combat(sight, actor), *_special(sight, actor), *_end(sight, actor)]


def _combat(sight: View, actor: Combatant) -> list[Offer]:
    state = sight.state
    others = [c for c in in_play(sight) if c.id != actor.id]
    no_defense, busy = refusal(combat.check_full_defense, state, actor), refusal(check_action, state, actor, "misc")
    return [
        offer_own(mv.FullDefense, ACTION_NAMES["full_defense"], actor, no_defense, cost=Text("1 Initiative")),
        _aim(state, actor, [c for c in others if are_enemies(c, actor)]),
        _defend_other(state, actor, [c for c in others if not are_enemies(c, actor)]),
        *_draw(state, actor),
        offer_own(
            mv.Miscellaneous,
            ACTION_NAMES["misc"],
            actor,
            busy,
            partial(declared, mv.Miscellaneous),
            cost=OPENS,
            hint=Text("Nothing is rolled."),
        ),
        *offer_actions(sight, actor),
        _influence(state, actor, others),
    ]


def _aim(state: State, actor: Combatant, foes: list[Combatant]) -> Offer:
    why_not = partial(refusal, combat.check_aim, state, actor)
    reason = first_reason(map(why_not, foes), Text("There is no one to aim at."))
    aimed = Text("Aim at {whom}", whom="{}")
    return offer_own(
        mv.Aim, ACTION_NAMES["aim"], actor, reason, lambda: [choose(mv.Aim, "target", foes, why_not)], aimed=aimed
    )


def _defend_other(state: State, actor: Combatant, friends: list[Combatant]) -> Offer:
    move, why_not = mv.DefendOther, partial(refusal, combat.check_defend, state, actor)
    reason = first_reason(map(why_not, friends), Text("There is no ally to defend."))
    return offer_own(
        move, ACTION_NAMES["defend_other"], actor, reason, lambda: [choose(move, "ward", friends, why_not)]
    )


def _influence(state: State, actor: Combatant, others: list[Combatant]) -> Offer:
    move, busy = mv.Influence, refusal(check_action, state, actor, "social")

    def ask() -> Fields:
        return (
            choose(move, "target", others, lambda c: busy),
            *declared(move, "action"),
            *effort_fields(actor),
            *declared(move, "opposing", "supporting", "gestures", "note"),
        )

    reason = busy if others else Text("There is no one to speak to.")
    return offer_own(move, ACTION_NAMES["social"], actor, reason, ask)


def _draw(state: State, actor: Combatant) -> list[Offer]:
    reload = actor.is_unloaded and actor.arm.is_slow
    others = [arm for arm in actor.arms if arm.name != actor.weapon or reload]
    if not others:
        return []
    busy = EMPTY if actor.quick_draw else refusal(check_action, state, actor, "draw")
    reasons = [refusal(combat.check_within_reach, actor, arm) for arm in others]
    choices = (Choice(arm.name, word(arm.name), reason=why) for arm, why in zip(others, reasons, strict=True))
    weapons = pick(mv.DrawWeapon, "weapon", choices)
    cost = EMPTY if actor.quick_draw else OPENS
    reason = busy or first_reason(reasons, Text("There is nothing else to draw."))
    return [offer_own(mv.DrawWeapon, ACTION_NAMES["draw"], actor, reason, lambda: [weapons], cost=cost)]


FIRST = tuple(action for action in combat.COMBAT_ACTIONS if action != "aim" and action not in MOVEMENTS)
"""The first actions of flurries. Each pair is offered once; two movements are never in one flurry."""


def offer_flurries(sight: View, actor: Combatant, offers: Iterable[Offer]) -> list[Offer]:
    """Return every pair of offered actions that can be a flurry (3E-155 to 3E-159).

    A weapon that is drawn first makes the attack possible.
    """
    able = {mv.ACTION_OF.get(offer.move) for offer in offers if not offer.reason}
    able |= {"attack"} if "draw" in able else set()
    reason = refusal(check_action, sight.state, actor, "flurry")
    return [_flurry(actor, first, able, reason) for first in FIRST if first in able or first == "attack"]


def _flurry(actor: Combatant, first: str, able: Container[str | None], reason: Text) -> Offer:
    seconds = [
        Choice(action, ACTION_NAMES[action])
        for action in combat.COMBAT_ACTIONS
        if action in able
        and first in able
        and action not in FIRST[: FIRST.index(first)]
        and not refusal(combat.check_declared_flurry, actor, (first, action))
    ]
    none = EMPTY if seconds else Text("Nothing can be combined with it now.")
    name, cost = Text("Flurry: {action} and…", action=ACTION_NAMES[first]), Text("−3 dice on both, Defense −1")
    fields = (pick(mv.DeclareFlurry, "second", seconds),)
    return offer_move(mv.DeclareFlurry, name, actor, fields, cost=cost, fixed={"first": first}, reason=reason or none)


def _special(sight: View, actor: Combatant) -> list[Offer]:
    state, effort = sight.state, partial(effort_fields, actor)
    hides = refusal(check_can_hide, actor) or refusal(check_action, state, actor, "surprise")
    found = [offer_own(mv.RegainSurprise, Text("Hide again"), actor, hides, effort, cost=Text("−3 dice"))]
    groups = [c for c in in_play(sight) if c.group is not None and c.side == actor.side and c.id != actor.id]
    if groups:
        why_not = partial(refusal, check_order, state, actor)
        reason = first_reason(map(why_not, groups), EMPTY)
        found.append(_command(mv.OrderGroup, ACTION_NAMES["order"], actor, reason, groups, why_not))
    routed = [c for c in sight.seen if has_routed(c) and c.side == actor.side]
    if routed:
        why_not = partial(refusal, check_rally, state, actor)
        reason = first_reason(map(why_not, routed), Text("No group has routed."))
        found.append(_command(mv.RallyGroup, ACTION_NAMES["rally"], actor, reason, routed, why_not))
    if actor.clinch is not None and actor.clinch.controls:
        found.append(_restrain(state, actor))
    return found


def _command(
    move: type[Move],
    name: Text,
    actor: Combatant,
    reason: Text,
    groups: list[Combatant],
    why_not: Callable[[Combatant], Text],
) -> Offer:
    """Return the offer to order or rally one of these battle groups."""
    return offer_own(
        move, name, actor, reason, lambda: [choose(move, "target", groups, why_not), *effort_fields(actor)]
    )


def _restrain(state: State, actor: Combatant) -> Offer:
    reason = refusal(check_action, state, actor, "restrain")
    if actor.clinch is not None and actor.clinch.rounds < 2:
        reason = reason or Text("Two rounds of control are needed.")
    return offer_own(mv.Restrain, Text("Restrain or drag"), actor, reason, cost=Text("two rounds of control"))


def _end(sight: View, actor: Combatant) -> list[Offer]:
    tick = sight.state.tick
    bounds = {"tick": {"low": tick - 30, "high": tick - 1, "initial": tick - 1}} if tick is not None else {}
    ask = partial(list_fields, mv.Delay, bounds) if bounds else None
    return [
        offer_own(mv.EndTurn, Text("End turn"), actor),
        offer_own(mv.Delay, Text("Delay"), actor, refusal(check_delay, actor), ask, cost=TWO_INITIATIVE),
    ]


def offer_reflexes(sight: View, actor: Combatant) -> list[Offer]:
    """Return what a combatant may do at any time: magic, and resuming a delayed turn."""
    if not actor.is_in_play:
        return []
    found = [_charm(sight, actor), *_lasting(sight, actor)]
    if actor.hidden:
        found.append(offer_move(Reveal, Text("Leave hiding: {who}", who=actor.name), actor, group="reflex"))
    if actor.is_delaying and is_waiting(actor) and actor.id not in sight.state.due:
        found.append(_delayed(sight, actor))
    return found


def _delayed(sight: View, actor: Combatant) -> Offer:
    tick, since = sight.state.tick, actor.delayed_at
    is_later = tick is not None and since is not None and tick < since
    label, reason = Text("Take the delayed turn now"), EMPTY if is_later else Text("It comes on a later tick.")
    return offer_move(mv.TakeDelayedTurn, label, actor, group="reflex", reason=reason)


def _lasting(sight: View, actor: Combatant) -> list[Offer]:
    """Return the lasting powers; a Simple one only on the actor's turn."""
    action = None
    if sight.state.current == actor.id:
        reason = refusal(check_simple, sight.state, actor)
        action = offer_move(SwitchOn, EMPTY, actor, cost=Text("the action"), reason=reason)
    return offer_lasting(USE, actor, USE.field(actor, "scene"), {"simple": action})


def _charm(sight: View, actor: Combatant) -> Offer:
    fields = LazySequence(partial(_charm_fields, sight, actor))
    return offer_move(mv.UseCharm, Text("Use a Charm"), actor, fields, group="reflex")


def _charm_fields(sight: View, actor: Combatant) -> Fields:
    able = {
        "muted": actor.personal + actor.peripheral > 0,
        "willpower": actor.willpower > 0,
        "perilous": not actor.is_crashed,
        "simple": not actor.flurry,
        "counter": not refusal(check_magic, actor, sight.seat),
    }
    first, *rest = (field for field in declared(mv.UseCharm) if field.name != "motes" and able.get(field.name, True))
    most = min(actor.personal + actor.peripheral, 100)
    return first, *(list_fields(mv.UseCharm, {"motes": {"high": most}}, "motes") if most else ()), *rest
