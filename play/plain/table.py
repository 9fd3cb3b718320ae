"""A table as one person sees it on the plain page."""

from datetime import datetime, tzinfo
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from play.offers.hand import Hand
from play.plain.parts import Link, say
from play.seats.board import Board
from play.seats.facts import TableFacts
from play.stage.facts import make_facts
from play.stage.words import active_language

OPEN = "open"
"""The part of a query that says what the page shows opened."""


class PlainTable:
    """The facts of a seat, its hand, and the addresses of its page. `zone`: the time zone of the one who reads it."""

    def __init__(self, table: TableFacts, board: Board, zone: tzinfo) -> None:
        self.zone = zone
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

    def say_until(self, moment: str) -> str:
        """Return until when something waits, in the reader's time zone. `moment` is an ISO date and time."""
        local = datetime.fromisoformat(moment).astimezone(self.zone)
        return say("until", time=date_format(local, _("j E, H:i"), use_l10n=False))

    def sheet(self, character: str) -> str:
        """Return the address of a character's sheet."""
        return self.facts["me"]["sheet"].format(character)
