"""Facts of rolls outside the rules of a fight: for whom the seat may roll, and the form of each, which is fetched."""

from play.offers.fields import make_input as shape_input
from play.offers.fields import split, split_asks
from play.seats.board import Board
from play.stage.forms import make_input
from play.stage.shape import RollForm
from play.stage.words import Language
from rules import get_system

IN_SIGHT = ("difficulty", "stunt")
"""What a form of a roll keeps in sight though it has an answer already, beside its traits."""


def make_rolls(board: Board) -> list[tuple[str, str]]:
    """Return the keys and names of the characters that the seat may roll for."""
    return [(roll.character, roll.name) for roll in board.rolls]


def make_roll_form(board: Board, character: str, language: Language) -> RollForm | None:
    """Return the form of a character's roll; None where the seat may not roll for it."""
    roll = next((roll for roll in board.rolls if roll.character == character), None)
    if roll is None:
        return None
    inputs = tuple(shape_input(field, f"r.{field.name}", f"r-{character}") for field in roll.fields)
    fields, asked = roll.fields, inputs[:0]
    if not board.storyteller:
        fields, inputs, asked = split_asks(fields, inputs, IN_SIGHT)
    traits = get_system(board.system).tasks.spoken.traits
    main, more = split(fields, inputs, (*IN_SIGHT, *traits))
    return {
        "character": character,
        "name": roll.name,
        "main": [make_input(field, language) for field in main],
        "more": [make_input(field, language) for field in more],
        "asks": [make_input(field, language) for field in asked],
    }
