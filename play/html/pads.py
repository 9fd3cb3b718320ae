"""The roll pads: one form for each character that a seat may roll for."""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from django.utils.safestring import SafeString

from play.html.form_keys import fields_key
from play.html.markup.offers import draw_asks
from play.html.offer_cards import Draw
from play.offers.fields import Input, make_input, split, split_asks
from play.seats.board import Board, RollOffer
from play.templatetags.inputs import EMPTY

IN_SIGHT = ("difficulty", "stunt")
"""What a pad keeps in sight though it has an answer already."""
MOST_IN_SIGHT = 3
"""Of how many characters the pads stand on the page. Those of more are folded, and each form is fetched when somebody
opens it: the Storyteller may roll for sixty people.
"""
PAD = "pad-"
"""What the ids of pads begin with."""


def draw_rolls(board: Board, draw: Draw) -> SafeString:
    """Draw the pads of all characters that the seat may roll for."""
    is_folded = len(board.rolls) > MOST_IN_SIGHT
    is_open = len(board.rolls) == 1 and not board.storyteller
    pads = [_draw_closed(roll, draw) if is_folded else _draw_pad(board, roll, is_open, draw) for roll in board.rolls]
    return draw("_rolls", tuple(pads), {"pads": pads, "is_folded": is_folded})


def _draw_closed(roll: RollOffer, draw: Draw) -> SafeString:
    version = f"v{crc32(repr(fields_key(roll.fields)).encode())}"
    id = PAD + roll.character
    return draw("_pad", (id, roll.name, version), {"id": id, "roll": roll, "is_lazy": True, "version": version})


def _draw_pad(board: Board, roll: RollOffer, is_open: bool, draw: Draw) -> SafeString:
    return draw(
        "_pad", (_key(board, roll), is_open), lambda: {"id": PAD + roll.character} | _context(board, roll, is_open)
    )


def draw_pad_form(board: Board, draw: Draw, id: str) -> SafeString | None:
    """Draw the form of a pad that was fetched; None where the seat has no such pad, or no longer."""
    roll = next((roll for roll in board.rolls if PAD + roll.character == id), None)
    return None if roll is None else draw("_pad_form", _key(board, roll), lambda: _context(board, roll, is_open=True))


def _key(board: Board, roll: RollOffer) -> tuple[object, ...]:
    return board.command_url, roll.character, roll.name, fields_key(roll.fields), board.storyteller


def _context(board: Board, roll: RollOffer, is_open: bool) -> dict[str, Any]:
    inputs: Sequence[Input] = [make_input(field, f"r.{field.name}", f"r-{roll.character}") for field in roll.fields]
    fields, asks = roll.fields, EMPTY
    if not board.storyteller:
        fields, inputs, asked = split_asks(fields, inputs, IN_SIGHT)
        asks = draw_asks(f"r-{roll.character}", asked)
    main, more = split(fields, inputs, IN_SIGHT)
    return {
        "roll": roll, "main": main, "more": more, "asks": asks, "url": board.command_url, "is_open": is_open,
        "scene": board.place.scene, "storyteller": board.storyteller,
    }  # fmt: skip
