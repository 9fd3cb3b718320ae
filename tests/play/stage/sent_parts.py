"""All that a seat's page is sent, and all that it can fetch."""

from collections.abc import Iterator
from typing import Any

from play.offers.hand import Hand
from play.seats.board import Board
from play.seats.entries import gather_entry, group_lines
from play.seats.translate import translate_lines
from play.stage.facts import make_facts
from play.stage.forms import make_form
from play.stage.hand import find_card, make_person
from play.stage.log import make_steps
from play.stage.rolls import make_roll_form
from play.stage.tools import make_tool


def list_sent(board: Board) -> Iterator[Any]:
    """The facts of a board, then what its cards, rows, moves, tools, rolls and entries open."""
    facts, hand = make_facts(board), Hand(board)
    yield facts
    yield from (find_card(hand, id, "en") for id in facts["hand"]["order"])
    yield from (make_person(hand, who["id"]) for who in hand.combatants)
    yield from (make_form(hand, offer, "en") for offer in board.offers if not offer.reason)
    yield from (make_tool(board, name, "en") for name in facts["tools"])
    yield from (make_roll_form(board, key, "en") for key, _name in facts.get("rolls", ()))
    yield from (make_steps(gather_entry(lines).steps) for lines in group_lines(translate_lines(board.log)))
