"""A table as one person sees it on the plain page."""

from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse

from play.offers.hand import Hand
from play.plain.parts import Link
from play.seats.board import Board
from play.seats.facts import TableFacts
from play.stage.facts import make_facts
from play.stage.words import active_language

OPEN = "open"
"""The part of a query that says what the page shows opened."""


class PlainTable:
    """The facts of a seat, its hand, and the addresses of its page."""

    def __init__(self, table: TableFacts, board: Board) -> None:
        self.table, self.board, self.hand, self.facts = table, board, Hand(board), make_facts(board)
        self.language = active_language()
        self.base = reverse("table", args=[board.place.scene])
        self.address = reverse("table_plain", args=[board.place.scene])

    @cached_property
    def is_storyteller(self) -> bool:
        """Whether the Storyteller looks."""
        return self.facts["me"]["role"] == "storyteller"

    def link(self, label: str, *what: str, note: str = "") -> Link:
        """Return a link that opens something on the page: its kind, and which it is (`play.plain.opened`)."""
        return Link(label, f"{self.address}?{urlencode({OPEN: ' '.join(what)})}#opened", note)

    def sheet(self, character: str) -> str:
        """Return the address of a character's sheet."""
        return self.facts["me"]["sheet"].format(character)
