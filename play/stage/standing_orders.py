"""Facts of what was planned in a fight by post: standing orders, moves that lie face down, and what may be planned."""

from typing import cast

from play.commands.group_orders import END_TURN
from play.offers.cards import form_id, make_form
from play.offers.fields import make_input as shape_input
from play.seats.board import AheadBoard, Board
from play.seats.board import AheadRow as RowOnBoard
from play.stage.forms import make_input
from play.stage.shape import AheadRow, Occasion, PlanForm, PlannedMoves, PlannedOffer, StandingOrder
from play.stage.words import Language, drop_empty, translate
from rules import get_system
from rules.battle import Field, Offer
from rules.text import Text

ON_ATTACK = ("foe", "attack")
"""What is asked only about an order that answers an attack."""
ATTACKED = ("defense", "clash", "counter")
"""The occasions on which somebody is attacked."""


def make_ahead(ahead: AheadBoard | None) -> PlannedMoves | None:
    """Return what the seat planned, and who of those that act together has; None where there is nothing to plan."""
    if ahead is None or not (ahead.rows or ahead.gathered):
        return None
    return {
        "rows": {row.actor: _make_row(row) for row in ahead.rows},
        "order": [row.actor for row in ahead.rows],
        "gathered": [{"id": id, "name": name, "laid": laid} for id, name, laid in ahead.gathered],
    }


def _make_row(row: RowOnBoard) -> AheadRow:
    orders = [
        cast(StandingOrder, {"id": order.id, "words": translate(order.words)} | drop_empty(now=translate(order.now)))
        for order in row.orders
    ]
    more = drop_empty(laid=translate(row.laid), is_turned=row.is_turned, acts_now=row.acts_now)
    return cast(AheadRow, {"name": row.name, "orders": orders, **more})


def list_occasions(board: Board, actor: str) -> list[Occasion] | None:
    """Return the occasions for which the seat may plan moves of a combatant; None where it may not plan for it."""
    row = _find_row(board, actor)
    return None if row is None else [_make_occasion(when, words, offers) for when, words, offers in row.occasions]


def _find_row(board: Board, actor: str) -> RowOnBoard | None:
    return next((row for row in board.ahead.rows if row.actor == actor), None) if board.ahead else None


def _make_occasion(when: str, words: Text, offers: tuple[Offer, ...]) -> Occasion:
    planned = [
        cast(
            PlannedOffer,
            {"offer": form_id(offer), "label": translate(offer.label)} | drop_empty(cost=translate(offer.cost)),
        )
        for offer in offers
    ]
    return {"when": when, "says": _say_when(words), "offers": planned}


def _say_when(words: Text) -> str:
    return translate(Text("When {when}", when=words))


def make_plan_form(board: Board, actor: str, when: str, offer: str, language: Language) -> PlanForm | None:
    """Return the form by which a move is planned for an occasion; None where the seat may not plan it."""
    row = _find_row(board, actor)
    found = (
        ((words, candidate) for on, words, offers in row.occasions if on == when for candidate in offers) if row else ()
    )
    words, planned = next(
        ((words, candidate) for words, candidate in found if form_id(candidate) == offer), (None, None)
    )
    if row is None or words is None or planned is None:
        return None
    form, id = make_form(planned), f"plan-{actor}-{when}-{offer}"
    terms = [field for field in row.terms if _is_asked(field, when)]
    battle = get_system(board.system).battle
    is_laid = bool(planned.move) and when in battle.order_rules.turns
    made = {
        "offer": offer,
        "label": translate(planned.label),
        "says": _say_when(words),
        "hidden": [("actor", actor), ("when", when), ("kind", form.kind), *form.hidden],
        "main": [make_input(field, language) for field in form.main],
        "more": [make_input(field, language) for field in form.more],
        "terms": [make_input(shape_input(field, field.name, id), language) for field in terms],
    }
    ends = is_laid and END_TURN in battle.moves.classes and planned.move != END_TURN
    return cast(PlanForm, made | drop_empty(lays=is_laid, ends=ends))


def _is_asked(field: Field, when: str) -> bool:
    """Return whether it is asked on this occasion. Nobody is attacked on their own turn."""
    return when in ATTACKED or field.name not in ON_ATTACK
