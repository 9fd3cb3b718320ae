"""Deadlines: a downtime closes at its deadline. Players who have put nothing in are notified the day before."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from campaigns.core.locks import lock_series
from campaigns.core.refusals import Refused
from campaigns.downtime.running import close
from campaigns.models import Doing, DowntimeRun, RunState, User
from campaigns.notices.record_notices import is_hidden, notify_late

AHEAD = timedelta(hours=24)
"""How long before the deadline people are reminded."""


def close_due() -> list[int]:
    """Close the downtimes whose deadline has passed. Return the ids of their runs, which are to be resolved."""
    closed = []
    due = DowntimeRun.objects.filter(state=RunState.OPEN, closes_at__lte=timezone.now())
    for run in due.select_related("downtime__story"):
        with transaction.atomic():
            try:
                lock_series(run.downtime.story.series_id)
                if due.filter(pk=run.pk).exists():  # it may have been put off, or closed by hand, since we looked
                    closed.append(close(run).pk)
            except Refused:  # somebody has closed the chapter in the meantime, or removed it all
                DowntimeRun.objects.filter(pk=run.pk).update(closes_at=None)
    return closed


def remind_late() -> None:
    """Tell the players who have put nothing in, once."""
    soon = DowntimeRun.objects.filter(
        state=RunState.OPEN, reminded_at=None, closes_at__gt=timezone.now(), closes_at__lte=timezone.now() + AHEAD
    )
    for run in soon.select_related("downtime__story__series"):
        with transaction.atomic():
            if DowntimeRun.objects.filter(pk=run.pk, reminded_at=None).update(reminded_at=timezone.now()):
                notify_late(run, list_late(run))  # else another process was faster


def list_late(run: DowntimeRun) -> list[User]:
    """Return the players whose characters have nothing put in. Nobody, if the downtime is hidden."""
    place = run.downtime
    if is_hidden(place):
        return []
    busy = Doing.objects.filter(downtime=place).values("character__owner")
    people = User.objects.filter(
        memberships__series=place.series, characters__series=place.series, characters__extra=False, is_active=True
    )
    return list(people.exclude(pk__in=busy.exclude(character__owner=None)).distinct().order_by("pk"))
