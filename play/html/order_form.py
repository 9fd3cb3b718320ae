"""Orders to a group on the page: who else is to make a move, and the order that is being carried out."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import SafeString

from campaigns.language import tell
from campaigns.numbered_names import split_number
from play.commands.orders import ALL, END_TURN
from play.seats.board import Board
from rules.battle import Choice, Field, Offer
from rules.text import Text, verbatim
from rules.view import CombatantView

Draw = Callable[[str, Hashable, Mapping[str, Any]], SafeString]


def with_others(offer: Offer, group: Sequence[CombatantView], offers: Mapping[str | None, Sequence[Offer]]) -> Offer:
    """Return the offer with the choice of others for whom the move is ordered, too.

    `group`: those of the Storyteller who have yet to act in this turn. Of those who act now, only those are listed who
    have the same move; of the others, the rules find out when their turn comes.
    """
    actor = next((who for who in group if who["id"] == offer.actor), None)
    if actor is None or offer.group != "act" or offer.reason or offer.move == END_TURN:
        return offer
    others = [who for who in group if who is not actor and _may(who, offer, offers)]
    if not others:
        return offer
    choices = (*_list_all(actor, others), *map(_name, others))
    has_turns = any(one.move == END_TURN for one in offers.get(offer.actor, ()))
    fields = [
        Field("order_others", _told(Text("Together with")), "choices", choices, required=False),
        _flag("order_answers", Text("Answer for my own by the book")),
        *([_flag("order_ends", Text("Each then ends its turn"))] if has_turns else ()),
    ]
    return replace(offer, fields=(*offer.fields, *fields))


def draw_order(board: Board, draw: Draw) -> SafeString:
    """Draw the order that waits to go on, with the way to stop it, for the Storyteller."""
    order = board.order
    if order is None:
        return draw("_nothing", "orders", {"id": "orders"})
    told = tell(Text("{who}: {what}.", who=order.who, what=order.what))
    count = tell(Text("{n} of {n2} have acted.", n=len(order.taken), n2=len(order.actors)))
    context = {"url": board.command_url, "told": told, "count": count}
    return draw("_orders", tuple(context.values()), context)


def list_group(board: Board) -> list[CombatantView]:
    """Return the combatants whom the Storyteller may order together; none while an order is being carried out."""
    if not board.storyteller or board.battle is None or board.order:
        return []
    played = {member.character for member in board.cast if member.owner}
    there = (who for who in board.battle["combatants"] if who["id"] in board.in_turn and not who["out"])
    return [who for who in there if who["character"] not in played]


def _may(who: CombatantView, offer: Offer, offers: Mapping[str | None, Sequence[Offer]]) -> bool:
    if not who["acts_now"]:
        return True
    same = (offer.move, offer.label, offer.reason)
    return any((one.move, one.label, one.reason) == same for one in offers.get(who["id"], ()))


def _flag(name: str, label: Text) -> Field:
    return Field(name, _told(label), "flag", initial=True, required=False)


def _told(text: Text) -> Text:
    return verbatim(str(tell(text)))


def _name(who: CombatantView) -> Choice:
    return Choice(who["id"], verbatim(who["name"]))


def _list_all(actor: CombatantView, others: Sequence[CombatantView]) -> list[Choice]:
    """Return a choice for each name that several share but for a number."""
    counts = Counter(split_number(who["name"])[0] for who in others if who["side"] == actor["side"])
    own = split_number(actor["name"])[0]
    return [
        Choice(f"{ALL}{name}", _told(Text("All: {name} × {n}", name=name, n=count + (name == own))))
        for name, count in counts.items()
        if count > 1 or name == own
    ]
