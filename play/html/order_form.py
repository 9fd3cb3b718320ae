"""The region of the order to a group that is being carried out."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from campaigns.language import tell
from play.seats.board import Board
from rules.text import Text

Draw = Callable[[str, Hashable, Mapping[str, Any]], SafeString]


def draw_order(board: Board, draw: Draw) -> SafeString:
    """Draw the order that waits to go on, with the way to stop it, for the Storyteller."""
    order = board.order
    if order is None:
        return draw("_nothing", "orders", {"id": "orders"})
    told = tell(Text("{who}: {what}.", who=order.who, what=order.what))
    count = tell(Text("{n} of {n2} have acted.", n=len(order.taken), n2=len(order.actors)))
    context = {"url": board.command_url, "told": told, "count": count}
    return draw("_orders", tuple(context.values()), context)
