"""Attacks, harm and grapples."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.wod2004 import events as e
from rules.wod2004.apply.deeds import begin
from rules.wod2004.apply.wounds import swap, with_track
from rules.wod2004.state import State

FREE: Mapping[str, Any] = {"grapple": "", "immobilised": 0, "turned": False, "shield": False}


def declared(state: State, event: e.AttackDeclared) -> State:
    """Someone attacks."""
    state = begin(state, event.actor)
    if event.all_out:
        state = state.change(event.actor, all_out=True)
    if event.exchange.weapon.mode == "thrown":
        state = state.change(event.actor, drawn="")
    return replace(state, exchange=event.exchange)


def resolved(state: State, event: e.AttackResolved) -> State:
    """One attack on one target, from the answer to the successes."""
    target = state.get(event.target)
    changes: dict[str, Any] = {}
    if event.used:
        changes = {"attacked": target.attacked + 1, "defense_used": True, "aim": 0, "aim_target": ""}
    if event.stance == "dodge" and not target.dodging:
        changes |= {"dodging": True, "acted": True}
    if event.cover and target.structure:
        changes |= {"structure": event.structure, "cover": event.cover if event.structure else 0}
    exchange = state.exchange
    if exchange is not None:
        rest = exchange.blows[1:]
        exchange = replace(exchange, blows=rest) if rest else None
    return replace(state.change(event.target, **changes), prompt=None, exchange=exchange)


def harmed(state: State, event: e.Harmed) -> State:
    """Points of damage were marked (WD-171 to WD-173), or a dying body got worse (WD-176)."""
    harmed = with_track(state.get(event.actor), event.after)
    return swap(state, replace(harmed, stable=False) if event.amount else harmed)


def grappled(state: State, event: e.Grappled) -> State:
    """Someone got hold of another."""
    return state.change(event.actor, **{**FREE, "grapple": event.target}).change(
        event.target, **{**FREE, "grapple": event.actor, "aim": 0, "aim_target": ""}
    )


def released(state: State, event: e.GrappleEnded) -> State:
    """Two are no longer locked."""
    return state.change(event.actor, **FREE).change(event.target, **FREE)


def struggle(state: State, event: e.StruggleRolled) -> State:
    """An attempt to break free or overpower."""
    return begin(state, event.actor)


def maneuver(state: State, event: e.ManeuverChosen) -> State:
    """What the stronger one does."""
    actor, target = event.actor, event.target
    state = replace(state, prompt=None)
    if event.maneuver == "drop_prone":
        return state.change(actor, prone=True).change(target, prone=True)
    if event.maneuver == "immobilise":
        return state.change(target, immobilised=event.successes)
    if event.maneuver == "draw_weapon":
        return state.change(actor, drawn=event.weapon)
    if event.maneuver == "turn_weapon":
        return state.change(target, turned=True)
    if event.maneuver == "disarm":
        return state.change(target, drawn="", turned=False)
    return state.change(actor, shield=True) if event.maneuver == "cover" else state


def mishap(state: State, event: e.MishapRuled) -> State:
    """What a dramatic failure on an attack does."""
    state = replace(state, prompt=None)
    if event.mishap == "drop":
        return state.change(event.actor, drawn="")
    if event.mishap == "fall":
        return state.change(event.actor, prone=True)
    if event.mishap == "jam":
        return state.change(event.actor, jammed=(*state.get(event.actor).jammed, event.weapon))
    return state
