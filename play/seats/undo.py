"""What a seat could take back: the newest step of the log, and what players ask to take back."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from campaigns.core.seats import person_key
from play.seats.board import LastStep, UndoCard
from play.table.events import NO_STEP
from play.table.lines import LogLine
from play.table.undo_events import UndoAsked, UndoRequest
from rules.battle import Seat
from rules.text import Text

CARD_LINES = 6
"""How many lines the card of a request shows of those that would go."""


def find_last_step(log: Sequence[LogLine], seat: Seat, requests: Iterable[UndoRequest] = ()) -> LastStep | None:
    """Return the newest step that the seat could take back, or ask to; `log` is the seat's, newest first.

    The Storyteller's may be anybody's; a player's is their own. Talk is no step.
    """
    newest = next(_list_steps(log, None if seat.storyteller else seat.characters), None)
    if newest is None:
        return None
    is_asked = any(
        request.person in seat.characters and request.first <= newest.number <= request.last for request in requests
    )
    step = _list_step(log, newest)
    return LastStep(step[-1].count, _describe_step(step), is_asked)


def _is_step(line: LogLine) -> bool:
    return not line.undone and line.event["kind"] not in NO_STEP


def _list_steps(log: Sequence[LogLine], keys: Collection[str] | None) -> Iterator[LogLine]:
    """Yield the lines that are steps of the people with these keys, or of anybody (None)."""
    people = {line.by for line in log}
    wanted = people if keys is None else {by for by in people if by and person_key(by) in keys}
    return (line for line in log if line.by in wanted and _is_step(line))


def _list_step(log: Sequence[LogLine], newest: LogLine) -> list[LogLine]:
    """Return the lines of a step, newest first. They were written at one moment."""
    return [line for line in log if line.at == newest.at and line.by == newest.by and _is_step(line)]


def _describe_step(step: Sequence[LogLine]) -> Text:
    """Return the sentence of a step: that of its verdict, or else (with none or several) the first."""
    results = [line for line in step if line.event["verdict"] or line.event.get("heads")]
    return (results[0] if len(results) == 1 else step[-1]).event["line"]


def list_requests(log: Sequence[LogLine], requests: Iterable[UndoRequest]) -> tuple[UndoCard, ...]:
    """Return a card for each request, from the Storyteller's log. One that is overtaken has none.

    It is overtaken when its step counts no more, or when the person has done something since.
    """
    return tuple(card for request in requests if (card := _make_card(log, request)) is not None)


def _make_card(log: Sequence[LogLine], request: UndoRequest) -> UndoCard | None:
    newest = next(_list_steps(log, (request.person,)), None)
    if newest is None or not request.first <= newest.number <= request.last:
        return None
    since = takewhile(lambda line: line.number >= request.first, log)
    gone = [line for line in since if not line.undone and line.event["kind"] != UndoAsked.__name__]
    step = _list_step(log, newest)
    return UndoCard(
        person=request.person,
        name=request.name,
        count=step[-1].count,
        line=_describe_step(step),
        gone=tuple(gone[-CARD_LINES:]),
        more=max(0, len(gone) - CARD_LINES),
    )
