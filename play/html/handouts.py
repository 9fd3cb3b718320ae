"""The regions of handouts: large where there is no fight, folded in one, and the Storyteller's folded list of all."""

from collections.abc import Sequence
from zlib import crc32

from django.template.loader import get_template
from django.utils.safestring import SafeString

from play.html.form_tokens import BLANK
from play.html.offer_cards import Draw
from play.seats.board import Board, HandoutCard

DESK = "handouts"
"""The id of the lazy details in which the Storyteller's list stands."""


class HandoutRegions:
    """The handouts of one board, and how to draw them."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board, self.draw = board, draw
        self.is_rolled_up = board.battle is not None
        self.is_run = board.storyteller and board.place.is_open

    def large(self) -> SafeString:
        """Draw what was shown last large, and what was shown before in a row; nothing in a fight."""
        if not self.board.handouts or self.is_rolled_up:
            return self.draw("_nothing", "handouts", {"id": "handouts"})
        *before, newest = self.board.handouts
        return self.draw("_handouts", self._key(), self._context(before[::-1]) | {"newest": newest})

    def strip(self) -> SafeString:
        """Draw a folded row of all during a fight."""
        if not self.board.handouts or not self.is_rolled_up:
            return self.draw("_nothing", "handouts_strip", {"id": "handouts_strip"})
        return self.draw("_handouts_strip", self._key(), self._context(self.board.handouts[::-1]))

    def _key(self) -> tuple[object, ...]:
        return self.board.handouts, self.is_run, self.board.command_url

    def _context(self, row: Sequence[HandoutCard]) -> dict[str, object]:
        return {
            "row": row,
            "puts_away": self.is_run,
            "url": self.board.command_url,
            "is_told": self.board.storyteller,
        }

    def desk(self) -> SafeString:
        """Draw the fold of the Storyteller's list, which is fetched when somebody opens it, and when more is shown."""
        if not self.is_run:
            return self.draw("_nothing", "handouts_desk", {"id": "handouts_desk"})
        shown = [(card.id, card.title, card.readers, card.leads) for card in self.board.handouts]
        version = f"v{crc32(repr(shown).encode())}"
        return self.draw("_handouts_desk", version, {"id": DESK, "version": version})

    def behind_fold(self) -> SafeString | None:
        """Draw the Storyteller's list: forms that show a handout or put it away, and that for a new one."""
        if not self.is_run:
            return None
        place = self.board.place
        context = {
            "rows": tuple(self.board.handout_rows),
            "players": [(member.character, member.name) for member in self.board.cast if member.owner],
            "url": self.board.command_url,
            "scene": place.scene,
            "address": f"{place.series_url}handouts/",
            "blank": SafeString(BLANK),
        }
        return SafeString(get_template("play/_handouts_list.html").render(context))
