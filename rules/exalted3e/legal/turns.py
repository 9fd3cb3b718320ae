"""Offers of one's own turn besides attacks, and what is possible at any time."""

from collections.abc import Container, Iterable
from dataclasses import replace

from rules.battle import Choice, Field, Offer
from rules.battle.declare import list_fields
from rules.exalted3e import moves as mv
from rules.exalted3e.attack.counter import check_magic
from rules.exalted3e.decide import combat, movement
from rules.exalted3e.decide.lasting import check_simple
from rules.exalted3e.decide.movement import read_step
from rules.exalted3e.decide.powers import roll_moment
from rules.exalted3e.decide.stealth import check_can_hide
from rules.exalted3e.decide.turns import check_delay
from rules.exalted3e.decide.words import check_rally
from rules.exalted3e.legal.common import (
    View,
    choose,
    declared,
    effort_fields,
    first_reason,
    in_play,
    motes_field,
    pick,
    power_fields,
    refusal,
)
from rules.exalted3e.legal.plain import offer_actions
from rules.exalted3e.sheet.powers import POWERS
from rules.exalted3e.state.board import State, are_enemies
from rules.exalted3e.state.fighters import Combatant
from rules.exalted3e.timing.ticks import is_waiting
from rules.exalted3e.timing.turns import DELAY_COST, check_action
from rules.exalted3e.traits import ACTION_NAMES, MOVEMENTS
from rules.powers import offer_lasting


def _simple(
    move: str, title: str, actor: Combatant, reason: str, cost: str = "", fields: tuple[Field, ...] = (), hint: str = ""
) -> Offer:
    fixed, has_preview = {"actor": actor.id}, issubclass(mv.MOVES.classes[move], mv.Acting)
    return Offer(move, title, "act", actor.id, cost, hint, fields, fixed, reason=reason, has_preview=has_preview)


def offer_turn(sight: View, actor: Combatant) -> list[Offer]:
    """Everything but attacks."""
    return [*_movement(sight, actor), *_combat(sight, actor), *_special(sight, actor), *_end(sight, actor)]


def _combat(sight: View, actor: Combatant) -> list[Offer]:
    state = sight.state
    foes = [c for c in in_play(sight) if are_enemies(c, actor)]
    others = [c for c in in_play(sight) if c.id != actor.id]
    friends = [c for c in others if not are_enemies(c, actor)]
    aims = choose(mv.Aim, "target", foes, lambda c: refusal(combat.check_aim, state, actor, c))
    wards = choose(mv.DefendOther, "ward", friends, lambda c: refusal(combat.check_defend, state, actor, c))
    busy_social = refusal(check_action, state, actor, "social")
    listeners = choose(mv.Influence, "target", others, lambda c: busy_social)
    words = declared(mv.Influence, "opposing", "supporting", "note")
    return [
        replace(
            _simple("Aim", "Aim", actor, first_reason(aims, "There is nobody to aim at."), "", (aims,)),
            aimed="Aim at {}",
        ),
        _simple("DefendOther", "Defend Other", actor, first_reason(wards, "There is no ally to defend."), "", (wards,)),
        _simple(
            "FullDefense", "Full Defense", actor, refusal(combat.check_full_defense, state, actor), "1 Initiative"
        ),
        *_draw(state, actor),
        _simple(
            "Miscellaneous", "Miscellaneous action", actor, refusal(check_action, state, actor, "misc"), "Defense −1",
            declared(mv.Miscellaneous), "Nothing is rolled.",
        ),
        *offer_actions(sight, actor),
        _simple(
            "Influence", "Social influence", actor, first_reason(listeners, "Nobody is there to listen."), "",
            (listeners, *declared(mv.Influence, "action"), *effort_fields(actor), *words),
        ),
    ]  # fmt: skip


def _draw(state: State, actor: Combatant) -> list[Offer]:
    reload = actor.is_unloaded and actor.arm.is_slow
    others = [arm for arm in actor.arms if arm.name != actor.weapon or reload]
    if not others:
        return []
    busy = "" if actor.quick_draw else refusal(check_action, state, actor, "draw")
    choices = tuple(Choice(arm.name, arm.name, reason=refusal(combat.check_within_reach, actor, arm)) for arm in others)
    weapons = pick(mv.DrawWeapon, "weapon", choices)
    cost = "" if actor.quick_draw else "Defense −1"
    reason = busy or first_reason(weapons, "There is nothing else to draw.")
    return [_simple("DrawWeapon", "Draw or ready weapon", actor, reason, cost, (weapons,))]


ACTION_OF = {
    "Attack": "attack", "FullDefense": "full_defense", "DefendOther": "defend_other", "DrawWeapon": "draw",
    "Miscellaneous": "misc", "TakeAction": "misc", "Influence": "social", "OrderGroup": "order", "RallyGroup": "rally",
    "Rush": "rush", "Disengage": "disengage", "Rise": "rise", "TakeCover": "cover", "Withdraw": "withdraw",
}  # fmt: skip
"""The combat action that a move takes, of those that may be in a flurry."""
FIRST = tuple(action for action in combat.COMBAT_ACTIONS if action != "aim" and action not in MOVEMENTS)
"""Each gives an offer whose second action is any that may go with it and is not offered the other way round; what
remains are movements, two of which are never in a flurry."""


def offer_flurries(sight: View, actor: Combatant, offers: Iterable[Offer]) -> list[Offer]:
    """Every pair of the actions offered that may be flurried (3E-155 to 3E-159); a weapon drawn first may open the
    attack."""
    able = {ACTION_OF.get(offer.move) for offer in offers if not offer.reason}
    able |= {"attack"} if "draw" in able else set()
    reason = refusal(check_action, sight.state, actor, "flurry")
    return [_flurry(actor, first, able, reason) for first in FIRST if first in able or first == "attack"]


def _flurry(actor: Combatant, first: str, able: Container[str | None], reason: str) -> Offer:
    seconds = [
        Choice(action, ACTION_NAMES[action])
        for action in combat.COMBAT_ACTIONS
        if action in able
        and first in able
        and action not in FIRST[: FIRST.index(first)]
        and not refusal(combat.check_declared_flurry, actor, (first, action))
    ]
    return Offer(
        "DeclareFlurry", f"Flurry: {ACTION_NAMES[first]} and…", "act", actor=actor.id,
        cost="−3 dice on both, Defense −1", fields=(pick(mv.DeclareFlurry, "second", seconds),),
        fixed={"actor": actor.id, "first": first}, reason=reason or ("" if seconds else "Nothing can go with it now."),
    )  # fmt: skip


def _movement(sight: View, actor: Combatant) -> list[Offer]:
    state = sight.state

    def no_move(toward: str) -> str:
        return refusal(movement.check_move, state, actor, read_step(state, sight.seat, actor, toward))

    others = sorted((c for c in in_play(sight) if c.id != actor.id), key=lambda c: not are_enemies(c, actor))
    places = (*(Choice(c.id, c.name) for c in others), *mv.WAYS)
    toward = pick(mv.MoveBand, "toward", (replace(place, reason=no_move(place.value)) for place in places))
    sneaks = (*declared(mv.MoveBand, "open_ground"), *power_fields(actor, roll_moment(actor)))
    ways_to = (toward, *sneaks) if actor.hidden else (toward,)
    foes = [c for c in in_play(sight) if are_enemies(c, actor)]
    rushes = choose(mv.Rush, "target", foes, lambda c: refusal(movement.check_rush, state, actor, c))
    effort = effort_fields(actor)
    stuck = refusal(movement.check_disengage, state, actor)
    away = "Let go of the clinch first." if actor.clinch else refusal(movement.check_withdraw, state, actor)
    moves = _simple("MoveBand", "Move", actor, first_reason(toward, "There is nowhere to go."), "reflexive", ways_to)
    return [
        replace(moves, has_preview=True) if actor.hidden else moves,
        _simple("Rush", "Rush", actor, first_reason(rushes, "There is nobody to rush."), "", (rushes, *effort)),
        _simple("Disengage", "Disengage", actor, stuck, "2 Initiative",
                (*declared(mv.Disengage, "toward"), *effort_fields(actor, movement.DISENGAGE_COST))),
        _simple(
            "TakeCover", "Take cover", actor, refusal(movement.check_cover, state, actor), "",
            (*declared(mv.TakeCover, "level", "difficulty"), *effort),
        ),
        _simple("Rise", "Rise from prone", actor, refusal(movement.check_rise, state, actor), "", effort),
        _simple("Withdraw", "Withdraw", actor, away, "10 Initiative", effort),
    ]  # fmt: skip


def _special(sight: View, actor: Combatant) -> list[Offer]:
    state, found = sight.state, []
    hides = refusal(check_can_hide, actor) or refusal(check_action, state, actor, "surprise")
    found.append(_simple("RegainSurprise", "Slip out of sight", actor, hides, "−3 dice", effort_fields(actor)))
    groups = [c for c in in_play(sight) if c.group is not None and c.side == actor.side and c.id != actor.id]
    if groups:
        reason = refusal(check_action, state, actor, "order")
        fields = (choose(mv.OrderGroup, "target", groups), *effort_fields(actor))
        found.append(_simple("OrderGroup", "Order a battle group", actor, reason, "", fields))
    routed = [c for c in sight.seen if c.out == "dissolved" and c.side == actor.side]
    if routed:
        rallies = choose(mv.RallyGroup, "target", routed, lambda c: refusal(check_rally, state, actor, c))
        reason = first_reason(rallies, "No group has routed.")
        found.append(_simple("RallyGroup", "Rally a battle group", actor, reason, "", (rallies, *effort_fields(actor))))
    if actor.clinch is not None and actor.clinch.controls:
        reason = refusal(check_action, state, actor, "restrain")
        few = "" if actor.clinch.rounds >= 2 else "Two rounds of control are needed."
        found.append(_simple("Restrain", "Restrain or drag", actor, reason or few, "two rounds of control"))
    return found


def _end(sight: View, actor: Combatant) -> list[Offer]:
    late = refusal(check_delay, actor)
    tick = sight.state.tick
    fields: tuple[Field, ...] = ()
    if tick is not None:
        fields = list_fields(mv.Delay, {"tick": {"low": tick - 30, "high": tick - 1, "initial": tick - 1}})
    return [
        _simple("EndTurn", "End the turn", actor, ""),
        _simple("Delay", "Delay", actor, late, f"{DELAY_COST} Initiative", fields),
    ]


def offer_reflexes(sight: View) -> list[Offer]:
    """What a seat may do at any time: magic, and taking up a delayed turn."""
    found = []
    for actor in sight.mine:
        if not actor.is_in_play:
            continue
        found.append(_charm(sight, actor))
        found += _lasting(sight, actor)
        fixed = {"actor": actor.id}
        if actor.hidden:
            found.append(Offer("Reveal", f"Step out: {actor.name}", "reflex", actor=actor.id, fixed=fixed))
        if actor.is_delaying and is_waiting(actor) and actor.id not in sight.state.due:
            tick, since = sight.state.tick, actor.delayed_at
            reason = "" if tick is not None and since is not None and tick < since else "It comes on a later tick."
            title = "Take the delayed turn now"
            found.append(Offer("TakeDelayedTurn", title, "reflex", actor=actor.id, fixed=fixed, reason=reason))
    return found


def _lasting(sight: View, actor: Combatant) -> list[Offer]:
    """Lasting powers; a Simple one on its turn alone."""
    fields = power_fields(actor, "scene")
    if not fields:
        return []
    action = None
    if sight.state.current == actor.id:
        reason = refusal(check_simple, sight.state, actor)
        action = Offer("SwitchOn", "", "act", actor.id, "the action", reason=reason)
    return offer_lasting(POWERS, actor.powers, actor.active, fields, actor.id, {"simple": action})


def _charm(sight: View, actor: Combatant) -> Offer:
    able = {
        "muted": actor.personal + actor.peripheral > 0, "willpower": actor.willpower > 0,
        "perilous": not actor.is_crashed, "simple": not actor.flurry,
        "counter": not refusal(check_magic, actor, sight.seat),
    }  # fmt: skip
    first, *rest = (field for field in declared(mv.UseCharm) if field.name != "motes" and able.get(field.name, True))
    motes = motes_field(mv.UseCharm, min(actor.personal + actor.peripheral, 100))
    fields, fixed = (first, *motes, *rest), {"actor": actor.id}
    return Offer("UseCharm", "Use a Charm", "reflex", actor=actor.id, fields=fields, fixed=fixed)
