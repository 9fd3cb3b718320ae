"""The region of the result card."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from play.html.markup import format_html
from play.html.markup.result import draw_result
from play.html.markup.tokens import chip, draw_chip
from play.html.offer_cards import Draw
from play.seats.board import Board
from play.seats.results import Result, find_result
from play.templatetags.inputs import EMPTY


class ResultCard:
    """The newest result of a board, and how to draw it."""

    def __init__(self, board: Board, draw: Draw) -> None:
        self.board, self.draw = board, draw
        self.result = find_result(board)

    def region(self) -> SafeString:
        """Draw the region: the card, or in a fight without a result a line that keeps its place."""
        board, result = self.board, self.result
        if result is None:
            waits = board.battle is not None and board.battle["phase"] == "running"
            return self.draw("result", waits, lambda: _draw_none(waits=waits))
        people = self._draw_people(result)
        url = board.command_url if board.storyteller else ""
        key = board.seat, result.number, result.counted, *people.items()
        return self.draw("result", key, lambda: draw_result(result, people, url))

    def _draw_people(self, result: Result) -> dict[str, SafeString]:
        """Return the tokens of everybody in the card, by name."""
        scene = [member.who for member in self.board.party.members]
        there = [*scene, *(self.board.battle["combatants"] if self.board.battle else ())]
        fighters = {key: who for who in there for key in (who["name"], who["id"])}
        people = (*result.who, *result.whom, *(change["whose"] for change in result.changes))
        known = ((one["name"], fighters.get(one["id"]) or fighters.get(one["name"])) for one in people)
        return {name: chip(fighter) if fighter else self._draw_face(name) for name, fighter in known}

    def _draw_face(self, name: str) -> SafeString:
        """Draw the token of somebody who is not in the scene, with the face that the seat may know."""
        own = any(roll.name == name for roll in self.board.rolls)
        return draw_chip(name, self.board.faces_by_name.get(name, ""), own=own)


def _draw_none(*, waits: bool) -> SafeString:
    words = format_html('<p class="came came--none">{}</p>', _("Results appear here.")) if waits else EMPTY
    return format_html(
        '<section id="result" class="region result" aria-label="{}">{}</section>', _("Last result"), words
    )
