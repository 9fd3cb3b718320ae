"""The log: each event as one sentence and the steps that unfold."""

from rules.battle import Event, Seat
from rules.view import EventView

from .sentences import SENTENCES


def view_event(event: Event, seat: Seat) -> EventView | None:
    """The event for a seat, None for what is kept from it, and for what the events around it tell already."""
    if not seat.may_see(event.audience):
        return None
    told = SENTENCES[type(event)](event)
    if told is None:
        return None
    return {
        "kind": type(event).__name__,
        "line": told.line,
        "when": when(event),
        "verdict": told.verdict,
        "steps": list(told.steps),
        "secret": event.audience is not None,
        "exchange": told.exchange or getattr(event, "within", ""),
    }


def when(event: Event) -> str:
    """Round and tick."""
    number = getattr(event, "round", None)
    tick = getattr(event, "tick", None)
    if not number:
        return ""
    return f"Round {number}, tick {tick}" if tick is not None else f"Round {number}"
