"""The rows of the outbox on their way: taken, marked, and what came of them (docs/decisions/0038)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaigns.models.notice import DeliveryState, Outgoing
from campaigns.notices.outcome import Outcome, State

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))
"""How long to wait after each failed attempt. After one more the row has failed."""


def due(model: type[Any]) -> Any:
    """Return the rows of a model that are to be sent by now, in the order of their making."""
    return model._default_manager.filter(state=DeliveryState.WAITING, send_at__lte=timezone.now()).order_by("pk")


def mark(rows: Sequence[Outgoing]) -> None:
    """Mark rows as being sent. Once this is committed, nobody else takes them."""
    for row in rows:
        row.state, row.tried_at = DeliveryState.SENDING, timezone.now()
        row.attempts += 1
        row.save(update_fields=["state", "tried_at", "attempts"])


def note(rows: Sequence[Outgoing], outcome: Outcome) -> None:
    """Write down what came of rows that were sent together."""
    for row in rows:
        row.trouble = outcome.trouble[:200]
        row.state = DeliveryState.SENT if outcome.state is State.SENT else DeliveryState.FAILED
        if outcome.state is State.LATER and row.attempts <= len(PAUSES):
            pause = max(PAUSES[row.attempts - 1], timedelta(seconds=outcome.wait))
            row.state, row.send_at = DeliveryState.WAITING, timezone.now() + pause
        type(row)._default_manager.filter(pk=row.pk).update(state=row.state, send_at=row.send_at, trouble=row.trouble)
