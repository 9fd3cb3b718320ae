"""Facts of what was planned in a fight by post: standing orders, and moves that lie face down."""

from typing import cast

from play.seats.board import AheadBoard
from play.seats.board import AheadRow as RowOnBoard
from play.stage.shape import Ahead, AheadRow, StandingOrder
from play.stage.words import drop_empty, tell


def make_ahead(ahead: AheadBoard | None) -> Ahead | None:
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
        cast(StandingOrder, {"id": one.id, "words": tell(one.words)} | drop_empty(now=tell(one.now)))
        for one in row.orders
    ]
    more = drop_empty(laid=tell(row.laid), is_turned=row.is_turned, acts_now=row.acts_now)
    return cast(AheadRow, {"name": row.name, "orders": orders, **more})
