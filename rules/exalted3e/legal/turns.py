"""Offers of the actor's turn except attacks, and of what is possible at any time."""

from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from rules.battle import Choice, Field, Fields, LazySequence, Move, Offer, offer_move
from rules.battle.declare import list_fields
from rules.battle.guards import refusal
from rules.battle.moves import Reveal, SwitchOn
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.counter import check_magic
from rules.exalted3e.decide import combat, departures, movement
from rules.exalted3e.decide.commands import check_order, check_rally, has_routed
from rules.exalted3e.decide.contests import check_can_hide
from rules.exalted3e.decide.cover import check_circle, check_cover, count_circling
from rules.exalted3e.decide.flow import check_delay
from rules.exalted3e.decide.movement import parse_step
from rules.exalted3e.decide.powers import USE, check_simple, roll_moment
from rules.exalted3e.legal.common import (
    View,
    choose,
    declared,
    effort_fields,
    first_reason,
    in_play,
    pick,
    power_fields,
)
from rules.exalted3e.legal.plain import offer_actions
from rules.exalted3e.state.board import State, are_enemies, cover_against, distance, find_cover_difficulty
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.ticks import is_waiting
from rules.exalted3e.timing.turns import check_action
from rules.exalted3e.traits import ACTION_NAMES, MOVEMENTS
from rules.powers import offer_lasting
from rules.text import EMPTY, Text, verbatim, word

OPENS = Text("Defense −1")
"""The cost of an action that opens the Defense until the next turn."""
TWO_INITIATIVE = Text("2 Initiative")
Form = Callable[[], Iterable[Field]]


def _simple(
    move: type[Move], title: Text, actor: Combatant, reason: Text = EMPTY, ask: Form | None = None, **more: Any
) -> Offer:
    """Return an offer of the actor's own turn. `ask` returns its fields when someone opens it."""
    fields, is_rolled = LazySequence(ask) if ask else (), issubclass(move, mv.Acting)
    return offer_move(move, title, actor, fields, reason=reason, **{"has_preview": is_rolled, **more})


def offer_turn(sight: View, actor: Combatant) -> list[Offer]:
    """Return the offers of the actor's turn except attacks."""
    return [*_movement(sight, actor), *_combat(sight, actor), *_special(sight, actor), *_end(sight, actor)]


def _combat(sight: View, actor: Combatant) -> list[Offer]:
    state = sight.state
    foes = [c for c in in_play(sight) if are_enemies(c, actor)]
    others = [c for c in in_play(sight) if c.id != actor.id]
    friends = [c for c in others if not are_enemies(c, actor)]
    why_no_aim = partial(refusal, combat.check_aim, state, actor)
    no_aim = first_reason(map(why_no_aim, foes), Text("There is no one to aim at."))
    why_no_ward = partial(refusal, combat.check_defend, state, actor)
    no_ward = first_reason(map(why_no_ward, friends), Text("There is no ally to defend."))
    busy, busy_social = (refusal(check_action, state, actor, action) for action in ("misc", "social"))
    no_listener = busy_social if others else Text("There is no one to speak to.")
    no_defense = refusal(combat.check_full_defense, state, actor)

    def influence() -> Fields:
        listeners, action = (
            choose(mv.Influence, "target", others, lambda c: busy_social),
            declared(mv.Influence, "action"),
        )
        return (
            listeners,
            *action,
            *effort_fields(actor),
            *declared(mv.Influence, "opposing", "supporting", "gestures", "note"),
        )

    return [
        _simple(mv.FullDefense, ACTION_NAMES["full_defense"], actor, no_defense, cost=Text("1 Initiative")),
        _simple(
            mv.Aim,
            ACTION_NAMES["aim"],
            actor,
            no_aim,
            lambda: [choose(mv.Aim, "target", foes, why_no_aim)],
            aimed=Text("Aim at {whom}", whom="{}"),
        ),
        _simple(
            mv.DefendOther,
            ACTION_NAMES["defend_other"],
            actor,
            no_ward,
            lambda: [choose(mv.DefendOther, "ward", friends, why_no_ward)],
        ),
        *_draw(state, actor),
        _simple(
            mv.Miscellaneous,
            ACTION_NAMES["misc"],
            actor,
            busy,
            partial(declared, mv.Miscellaneous),
            cost=OPENS,
            hint=Text("Nothing is rolled."),
        ),
        *offer_actions(sight, actor),
        _simple(mv.Influence, ACTION_NAMES["social"], actor, no_listener, influence),
    ]


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
    return [_simple(mv.DrawWeapon, ACTION_NAMES["draw"], actor, reason, lambda: [weapons], cost=cost)]


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


def _movement(sight: View, actor: Combatant) -> list[Offer]:
    state = sight.state
    no_step = {step: refusal(movement.check_move, state, actor, step) for step in (-1, 0, 1)}

    def no_move(toward: str) -> Text:
        return no_step[parse_step(state, sight.seat, actor, toward)]

    others = sorted((c for c in in_play(sight) if c.id != actor.id), key=lambda c: not are_enemies(c, actor))
    places = (*(Choice(c.id, Text("toward {who}", who=c.name)) for c in others), *mv.WAYS)

    def move() -> Iterable[Field]:
        yield pick(mv.MoveBand, "toward", (replace(place, reason=no_move(place.value)) for place in places))
        if actor.hidden:
            yield from (*declared(mv.MoveBand, "open_ground"), *power_fields(actor, roll_moment(actor)))

    no_way = first_reason((no_move(place.value) for place in places), Text("There is nowhere to go."))
    foes = [c for c in others if are_enemies(c, actor)]
    why_no_rush = partial(refusal, movement.check_rush, state, actor)
    no_rush = first_reason(map(why_no_rush, foes), Text("There is no one to rush."))
    effort = partial(effort_fields, actor)
    stuck = refusal(departures.check_disengage, state, actor)
    no_cover, no_rise = (refusal(check, state, actor) for check in (check_cover, movement.check_rise))
    away = Text("Release the clinch first.") if actor.clinch else refusal(movement.check_withdraw, state, actor)
    return [
        _simple(
            mv.MoveBand,
            Text("Move"),
            actor,
            no_way,
            move,
            cost=Text("reflexive"),
            has_preview=actor.hidden,
            aimed=Text("Move {whom}", whom="{}"),
        ),
        *_circle(sight, actor, foes),
        _simple(
            mv.Rush,
            ACTION_NAMES["rush"],
            actor,
            no_rush,
            lambda: [choose(mv.Rush, "target", foes, why_no_rush), *effort()],
        ),
        _simple(
            mv.Disengage,
            ACTION_NAMES["disengage"],
            actor,
            stuck,
            lambda: [*declared(mv.Disengage, "toward"), *effort(departures.DISENGAGE_COST)],
            cost=TWO_INITIATIVE,
        ),
        _simple(
            mv.TakeCover,
            ACTION_NAMES["cover"],
            actor,
            no_cover,
            lambda: [*_cover_fields(state, actor), *effort()],
        ),
        _simple(mv.Rise, ACTION_NAMES["rise"], actor, no_rise, effort, rank="usual" if actor.prone else "rare"),
        _simple(mv.Withdraw, ACTION_NAMES["withdraw"], actor, away, effort, cost=Text("10 Initiative")),
    ]


def _cover_fields(state: State, actor: Combatant) -> Iterable[Field]:
    """Return what cover to take; for what has been ruled for this place no one says the difficulty (3E-226)."""
    level, difficulty = declared(mv.TakeCover, "level", "difficulty")
    if not state.options.cover_of_places:
        return level, difficulty
    known = {choice.value: find_cover_difficulty(state, actor.position, choice.value) for choice in level.choices}
    choices = (
        choice if known[choice.value] is None else replace(choice, hint=Text("Difficulty {n}", n=known[choice.value]))
        for choice in level.choices
    )
    levels = pick(mv.TakeCover, "level", choices, initial=level.initial)
    return (levels, difficulty) if None in known.values() else (levels,)


def _circle(sight: View, actor: Combatant, foes: Iterable[Combatant]) -> list[Offer]:
    """Return the Move around someone's cover, where someone has any (3E-230)."""
    state = sight.state
    covered = [foe for foe in foes if cover_against(foe, actor) != "none" and distance(foe, actor)]
    if not covered:
        return []
    why_not = partial(refusal, check_circle, state, actor)
    reason = first_reason(map(why_not, covered), EMPTY)

    def ask() -> Iterable[Field]:
        yield pick(
            mv.Circle,
            "target",
            (
                Choice(foe.id, verbatim(foe.name), hint=_describe_circling(actor, foe), reason=why_not(foe))
                for foe in covered
            ),
        )

    return [_simple(mv.Circle, Text("Get behind the cover"), actor, reason, ask, cost=Text("reflexive"))]


def _describe_circling(actor: Combatant, foe: Combatant) -> Text:
    left = count_circling(actor, foe) - (actor.circled if actor.circling == foe.id else 0)
    return Text("{n} Move", "{n} Moves", n=max(1, left))


def _special(sight: View, actor: Combatant) -> list[Offer]:
    state, effort = sight.state, partial(effort_fields, actor)
    hides = refusal(check_can_hide, actor) or refusal(check_action, state, actor, "surprise")
    found = [_simple(mv.RegainSurprise, Text("Hide again"), actor, hides, effort, cost=Text("−3 dice"))]
    groups = [c for c in in_play(sight) if c.group is not None and c.side == actor.side and c.id != actor.id]
    if groups:
        why_no_order = partial(refusal, check_order, state, actor)
        reason = first_reason(map(why_no_order, groups), EMPTY)
        found.append(
            _simple(
                mv.OrderGroup,
                ACTION_NAMES["order"],
                actor,
                reason,
                lambda: [choose(mv.OrderGroup, "target", groups, why_no_order), *effort()],
            )
        )
    routed = [c for c in sight.seen if has_routed(c) and c.side == actor.side]
    if routed:
        why_not = partial(refusal, check_rally, state, actor)
        reason = first_reason(map(why_not, routed), Text("No group has routed."))
        found.append(
            _simple(
                mv.RallyGroup,
                ACTION_NAMES["rally"],
                actor,
                reason,
                lambda: [choose(mv.RallyGroup, "target", routed, why_not), *effort()],
            )
        )
    if actor.clinch is not None and actor.clinch.controls:
        reason = refusal(check_action, state, actor, "restrain")
        if actor.clinch.rounds < 2:
            reason = reason or Text("Two rounds of control are needed.")
        found.append(_simple(mv.Restrain, Text("Restrain or drag"), actor, reason, cost=Text("two rounds of control")))
    return found


def _end(sight: View, actor: Combatant) -> list[Offer]:
    tick = sight.state.tick
    bounds = {"tick": {"low": tick - 30, "high": tick - 1, "initial": tick - 1}} if tick is not None else {}
    ask = partial(list_fields, mv.Delay, bounds) if bounds else None
    return [
        _simple(mv.EndTurn, Text("End turn"), actor),
        _simple(mv.Delay, Text("Delay"), actor, refusal(check_delay, actor), ask, cost=TWO_INITIATIVE),
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
