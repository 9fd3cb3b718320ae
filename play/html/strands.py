"""The strands of a scene: the choice above the log, and the Storyteller's fold to open one or let it join."""

from django.template.loader import get_template
from django.utils.safestring import SafeString

from play.commands.moves import MAX_STRAND
from play.html.offer_cards import Draw
from play.seats.board import Board

DESK = "stranddesk"
"""The id of the lazy details in which the Storyteller's forms stand."""


def draw_choice(board: Board, draw: Draw) -> SafeString:
    """Draw the choice of what of the log is in sight; nothing where the scene has no strands."""
    if not board.strands:
        return draw("_nothing", "strands", {"id": "strands"})
    return draw("_strands", board.strands, {"strands": board.strands})


def draw_desk(board: Board, draw: Draw) -> SafeString:
    """Draw the fold of the Storyteller's forms, which are fetched when somebody opens it, and when a strand changes."""
    if not (board.storyteller and board.place.is_open):
        return draw("_nothing", "strands_desk", {"id": "strands_desk"})
    version = f"v{len(board.strands)}-{sum(one.is_open for one in board.strands)}"
    return draw("_strands_desk", version, {"id": DESK, "version": version})


def draw_forms(board: Board) -> SafeString | None:
    """Draw the Storyteller's forms."""
    if not (board.storyteller and board.place.is_open):
        return None
    context = {
        "strands": [one for one in board.strands if one.is_open],
        "cast": board.cast,
        "url": board.command_url,
        "longest": MAX_STRAND,
    }
    return SafeString(get_template("play/_strands_forms.html").render(context))
