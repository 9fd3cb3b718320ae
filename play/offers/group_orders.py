"""Orders to a group: who else is to make a move."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from campaigns.core.language import translate
from campaigns.core.numbered_names import split_number
from play.commands.group_orders import ALL, END_TURN
from play.seats.board import Board
from rules.battle import Choice, Field, Offer
from rules.text import Text, verbatim
from rules.view import CombatantView


def with_others(offer: Offer, group: Sequence[CombatantView], offers: Mapping[str, Sequence[Offer]]) -> Offer:
    """Return the offer with the choice of others for whom the move is ordered, too.

    `group`: those of the Storyteller who have yet to act in this turn. Whether each may make the move, the rules find
    out when it does: to ask that for each at every push is much work.
    """
    actor = next((who for who in group if who["id"] == offer.actor), None)
    if actor is None or offer.group != "act" or offer.reason or offer.move == END_TURN:
        return offer
    others = [who for who in group if who is not actor]
    if not others:
        return offer
    choices = (*_list_all(actor, others), *map(_name, others))
    has_turns = any(turn.move == END_TURN for turn in offers.get(actor["id"], ()))
    fields = [
        Field("order_others", _translate(Text("Together with")), "choices", choices, required=False),
        _flag("order_answers", Text("Auto-defend my combatants")),
        *([_flag("order_ends", Text("Then end each combatant’s turn"))] if has_turns else ()),
    ]
    return replace(offer, fields=(*offer.fields, *fields))


def list_group(board: Board) -> list[CombatantView]:
    """Return the combatants whom the Storyteller may order together; none while an order is being carried out."""
    if not board.storyteller or board.battle is None or board.order:
        return []
    played = {member.character for member in board.cast if member.owner}
    there = (who for who in board.battle["combatants"] if who["id"] in board.in_turn and not who["out"])
    return [who for who in there if who["character"] not in played]


def _flag(name: str, label: Text) -> Field:
    return Field(name, _translate(label), "flag", initial=True, required=False)


def _translate(text: Text) -> Text:
    return verbatim(str(translate(text)))


def _name(who: CombatantView) -> Choice:
    return Choice(who["id"], verbatim(who["name"]))


def _list_all(actor: CombatantView, others: Sequence[CombatantView]) -> list[Choice]:
    """Return a choice for each name that several share but for a number."""
    counts = Counter(split_number(who["name"])[0] for who in (actor, *others) if who["side"] == actor["side"])
    shared = [name for name, count in counts.items() if count > 1]
    return [Choice(f"{ALL}{name}", _translate(Text("All: {name}", name=name))) for name in shared]
