"""Remind people, once, that a deadline is near; and tell stand-ins, once an absence has begun."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from campaigns.models import Absence, NoticeKind
from campaigns.notices.services import notify
from campaigns.sessions.working_time import list_responsible
from play.commands.overdue import put_off
from play.commands.waits import NEAR, address_of, notice_key, notify_awaited, say_wait
from play.models import Wait

SOON = timedelta(hours=6)
"""How long before a deadline people are reminded, or at half of the time where that is shorter."""


def remind_awaited() -> None:
    """Remind those whose deadlines are near, and tell those who have begun to stand in for somebody."""
    now = timezone.now()
    waits = Wait.objects.filter(ended_at=None, due_at__gt=now, table__scene__closed_at=None)
    waits = waits.select_related("table__scene__episode__story__series")
    for wait in waits.filter(due_at__lte=now + SOON, reminded_at=None):
        if wait.due_at and wait.due_at - now <= (wait.due_at - wait.since) / 2:
            _remind(wait)
    served = Absence.objects.filter(begins_at__lte=now, ends_at__gt=now, stand_in__isnull=False).filter(
        member__user=OuterRef("user"), member__series=OuterRef("table__scene__episode__story__series")
    )
    for wait in waits.filter(Exists(served)):
        with transaction.atomic():
            notify_awaited(wait.table.scene.series, wait)


def _remind(wait: Wait) -> None:
    """Remind of one wait, unless an absence or a rest moves its deadline on. Of two processes one does."""
    now, series = timezone.now(), wait.table.scene.series
    with transaction.atomic():
        if put_off(wait):
            return
        if not Wait.objects.filter(pk=wait.pk, reminded_at=None, ended_at=None).update(reminded_at=now):
            return
        users, key = list_responsible(series, wait.user_id, now), notice_key(wait, NEAR)
        words, url = say_wait(wait), address_of(wait)
        notify(NoticeKind.DEADLINE, series, users, key, words, url, due_at=wait.due_at)
