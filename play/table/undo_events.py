"""Requests of players that something is taken back: the events, and the requests that are open."""

from collections.abc import Sequence
from dataclasses import dataclass

from play.table.lines import make_line
from rules.battle import Event
from rules.text import Text
from rules.view import EventView


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A person asks that the step of the entries `first` to `last` is taken back. `person` is the key of the person."""

    person: str
    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class UndoEvent(Event):
    """Something happened to a request. The person and the Storyteller read of it."""


@dataclass(frozen=True, slots=True)
class UndoAsked(UndoEvent):
    """A person asked the Storyteller. An earlier request of this person counts no more."""

    request: UndoRequest


@dataclass(frozen=True, slots=True)
class UndoRefused(UndoEvent):
    """The Storyteller said no. Where the answer is yes, a rewind is written."""

    person: str
    name: str


Requests = tuple[UndoRequest, ...]
"""The open requests, at most one of each person."""


def apply_request(requests: Requests, event: UndoEvent) -> Requests:
    """Return the requests after an event."""
    match event:
        case UndoAsked(request=request):
            return (*_without(requests, request.person), request)
        case UndoRefused(person=person):
            return _without(requests, person)
    raise TypeError(type(event).__name__)


def _without(requests: Sequence[UndoRequest], person: str) -> Requests:
    return tuple(request for request in requests if request.person != person)


def view_request(event: UndoEvent) -> EventView:
    """Return the line of an event for those who may read it."""
    match event:
        case UndoAsked(request=request):
            return make_line("UndoAsked", Text("{who} asks to take back this step.", who=request.name), secret=True)
        case UndoRefused(name=name):
            return make_line(
                "UndoRefused", Text("The Storyteller does not take it back, {who}.", who=name), secret=True
            )
    raise TypeError(type(event).__name__)
