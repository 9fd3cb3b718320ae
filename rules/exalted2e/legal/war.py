"""Offers of mass combat, and of the kind of battle (2E-500 to 2E-516)."""

from collections.abc import Iterator
from dataclasses import fields
from functools import partial

from rules.battle import Fields, LazySequence, Offer, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.battle.guards import refusal
from rules.exalted2e.decide.war import compute_order, why_no_unit, why_not_kind
from rules.exalted2e.legal.fields import ruling_fields
from rules.exalted2e.moves import war as mv
from rules.exalted2e.sheet.unit import NO_UNIT
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.timing import ACTIONS, get_speed_text
from rules.text import Text

HINTS = {
    "battle": Text("individuals, in one-second ticks"),
    "war": Text("units with commanders; long ticks, Join War"),
    "debate": Text("social attacks against MDV; long ticks, Join Debate"),
}


def offer_kinds(sight: Sight[State]) -> Iterator[Offer]:
    """Yield the offers to make it another kind of battle, before it begins."""
    if sight.state.phase == "setup":
        for kind in mv.KINDS:
            if kind.value != sight.state.kind:
                fixed = {"battle": kind.value}
                reason = why_not_kind(sight.state, kind.value)
                hint = HINTS[kind.value]
                yield offer_move(
                    mv.SetKind, kind.label, None, group="storyteller", hint=hint, fixed=fixed, reason=reason
                )


def offer_unit(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    """Yield the offer to put a unit under a combatant's command, which begins with the present one."""
    if sight.state.kind == "war" and not actor.has_left and not why_no_unit(sight.state, actor):
        yield offer_move(
            mv.FormUnit, Text("Form unit"), actor, LazySequence(partial(_form, actor)), group="storyteller"
        )


def _form(actor: Combatant) -> Fields:
    unit = actor.unit or NO_UNIT
    now = {field.name: {"initial": getattr(unit, field.name)} for field in fields(unit) if field.name != "lost"}
    if actor.unit is None:
        now["magnitude"] = {"initial": 1}
    return list_fields(mv.FormUnit, now)


def offer_orders(sight: Sight[State], actor: Combatant) -> Iterator[Offer]:
    """Yield the orders that a commander may give to the unit on this turn (2E-505)."""
    orders: tuple[tuple[mv.RallyUnit | mv.ChangeFormation, str, tuple[str, ...]], ...] = (
        (mv.RallyUnit(actor.id), "rally", ()),
        (mv.ChangeFormation(actor.id, ""), "order", ("formation",)),
    )
    for order, kind, names in orders:
        if refusal(compute_order, actor, order):
            continue
        move = type(order)
        row = ACTIONS[kind]
        form = LazySequence(partial(_list_order, move, names))
        at, cost = (sight.state.tick + row.speed,), get_speed_text(row.speed, row.penalty)
        yield offer_move(move, row.name, actor, form, cost=cost, next_ticks=at, has_preview=True)


def _list_order(move: type[mv.ChangeFormation | mv.RallyUnit], names: tuple[str, ...]) -> Fields:
    asked = list_fields(move, None, *names) if names else ()
    return (*asked, *ruling_fields(move, "bonus", "penalty"))
