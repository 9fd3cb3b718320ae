"""Offers of movement on the actor's own turn (3E-211 to 3E-239)."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from rules.battle import Choice, Field, Offer
from rules.battle.guards import refusal
from rules.exalted3e import moves as mv
from rules.exalted3e.decide import departures, movement
from rules.exalted3e.decide.cover import check_circle, check_cover, count_circling
from rules.exalted3e.decide.movement import parse_step
from rules.exalted3e.decide.powers import roll_moment
from rules.exalted3e.legal.common import (
    View,
    choose,
    declared,
    effort_fields,
    first_reason,
    in_play,
    offer_own,
    pick,
    power_fields,
)
from rules.exalted3e.state.board import State, are_enemies, cover_against, distance, find_cover_difficulty
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.traits import ACTION_NAMES
from rules.text import EMPTY, Text, verbatim

TWO_INITIATIVE = Text("2 Initiative")


def offer_movement(sight: View, actor: Combatant) -> list[Offer]:
    """Return the offers to move, rush, disengage, take cover, rise and withdraw."""
    state, effort = sight.state, partial(effort_fields, actor)
    others = sorted((c for c in in_play(sight) if c.id != actor.id), key=lambda c: not are_enemies(c, actor))
    foes = [c for c in others if are_enemies(c, actor)]
    no_cover, no_rise = (refusal(check, state, actor) for check in (check_cover, movement.check_rise))
    return [
        _move(sight, actor, others),
        *_circle(sight, actor, foes),
        _rush(state, actor, foes),
        _disengage(state, actor),
        offer_own(
            mv.TakeCover,
            ACTION_NAMES["cover"],
            actor,
            no_cover,
            lambda: [*_cover_fields(state, actor), *effort()],
        ),
        offer_own(mv.Rise, ACTION_NAMES["rise"], actor, no_rise, effort, rank="usual" if actor.prone else "rare"),
        _withdraw(state, actor),
    ]


def _move(sight: View, actor: Combatant, others: list[Combatant]) -> Offer:
    state = sight.state
    no_step = {step: refusal(movement.check_move, state, actor, step) for step in (-1, 0, 1)}
    places = (*(Choice(c.id, Text("toward {who}", who=c.name)) for c in others), *mv.WAYS)

    def why_not(toward: str) -> Text:
        return no_step[parse_step(state, sight.seat, actor, toward)]

    def ask() -> Iterable[Field]:
        yield pick(mv.MoveBand, "toward", (replace(place, reason=why_not(place.value)) for place in places))
        if actor.hidden:
            yield from (*declared(mv.MoveBand, "open_ground"), *power_fields(actor, roll_moment(actor)))

    reason = first_reason((why_not(place.value) for place in places), Text("There is nowhere to go."))
    aimed = Text("Move {whom}", whom="{}")
    return offer_own(
        mv.MoveBand, Text("Move"), actor, reason, ask, cost=Text("reflexive"), has_preview=actor.hidden, aimed=aimed
    )


def _rush(state: State, actor: Combatant, foes: list[Combatant]) -> Offer:
    move, why_not = mv.Rush, partial(refusal, movement.check_rush, state, actor)
    reason = first_reason(map(why_not, foes), Text("There is no one to rush."))
    return offer_own(
        move,
        ACTION_NAMES["rush"],
        actor,
        reason,
        lambda: [choose(move, "target", foes, why_not), *effort_fields(actor)],
    )


def _disengage(state: State, actor: Combatant) -> Offer:
    move, reason = mv.Disengage, refusal(departures.check_disengage, state, actor)
    return offer_own(
        move,
        ACTION_NAMES["disengage"],
        actor,
        reason,
        lambda: [*declared(move, "toward"), *effort_fields(actor, departures.DISENGAGE_COST)],
        cost=TWO_INITIATIVE,
    )


def _withdraw(state: State, actor: Combatant) -> Offer:
    reason = Text("Release the clinch first.") if actor.clinch else refusal(movement.check_withdraw, state, actor)
    effort, cost = partial(effort_fields, actor), Text("10 Initiative")
    return offer_own(mv.Withdraw, ACTION_NAMES["withdraw"], actor, reason, effort, cost=cost)


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

    return [offer_own(mv.Circle, Text("Get behind the cover"), actor, reason, ask, cost=Text("reflexive"))]


def _describe_circling(actor: Combatant, foe: Combatant) -> Text:
    left = count_circling(actor, foe) - (actor.circled if actor.circling == foe.id else 0)
    return Text("{n} Move", "{n} Moves", n=max(1, left))
