"""What every battle shares: seats, moves, events, offers, and the engine that runs them."""

from collections.abc import Iterable
from typing import Any

from rules.battle.declare import Move, Rank
from rules.battle.fields import Choice, Field, gather_items
from rules.battle.kinds import Event, Kinds
from rules.battle.offers import Fields, LazySequence, Offer, SeatOffers, answer_prompt, offer_move
from rules.battle.seats import STORYTELLER, Audience, Json, Seat

__all__ = [
    "STORYTELLER",
    "Audience",
    "Choice",
    "Event",
    "Field",
    "Fields",
    "Json",
    "Kinds",
    "LazySequence",
    "Move",
    "Offer",
    "Rank",
    "Seat",
    "SeatOffers",
    "answer_prompt",
    "fold",
    "gather_items",
    "offer_move",
]


def fold(apply: Any, state: Any, events: Iterable[Event]) -> Any:
    """Apply the events in order and return the last state."""
    for event in events:
        state = apply(state, event)
    return state
