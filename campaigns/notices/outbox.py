"""The outbox: take what is due, send it, and note what came of it. Nothing is sent twice (docs/decisions/0038).

One row is marked as `SENDING` and committed, then sent, then its outcome is noted, whatever went wrong: no row can lose
another. If the process ends before the outcome is noted, the row stays so, and nobody sends it again.
"""

import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Max, Model, Q, Sum
from django.utils import timezone

from campaigns.models import Announcement, Delivery, Membership, Notice, NoticeSettings, PushDevice, WebhookDelivery
from campaigns.models.notice import Channel, DeliveryState
from campaigns.notices.discord import send_post
from campaigns.notices.letters import send_letter
from campaigns.notices.outcome import State, attempt
from campaigns.notices.pushes import send_push
from campaigns.notices.quiet_hours import end_of_quiet
from campaigns.notices.rows import due, mark, note

MAX_SENT = 20
"""The most rows that are looked at to find the next."""
MAX_RUN_SECONDS = timedelta(seconds=30)
"""Then a run ends; what is left waits for the next."""
BUDGET = 10.0
"""Seconds that a run spends on one person's e-mails and devices, or on one series' channel: a receiver that is silent
must not hold up what others are sent."""
MAX_FAILURES = 3
"""The failed attempts in a row after which a device rests."""
DEVICE_RESTS = timedelta(hours=1)
"""How long it rests after its last attempt."""
BETWEEN_LETTERS = timedelta(minutes=5)
"""The least time between two e-mails to one person: what comes in the meantime is sent in one."""
LOST_AFTER = timedelta(minutes=30)
"""After this time a row that is being sent was left by a crash."""
KEEP_SENT = timedelta(days=30)
KEEP_NOTICES = timedelta(days=90)
"""How long what was sent or has failed, and how long closed notices, are kept."""
KEEP_OPEN = timedelta(days=365)
"""How long notices are kept that were never closed."""


def send_due() -> None:
    """Send everything that is due, for at most half a minute. Several processes may do it at once."""
    ends = timezone.now() + MAX_RUN_SECONDS
    for send_next in (_send_delivery, _send_announcement):
        spent: Counter[int] = Counter()
        while timezone.now() < ends and send_next(spent):
            pass


def clear_old() -> None:
    """Delete what was sent long ago, and old notices. Note of rows that a crash has left that they are lost."""
    now = timezone.now()
    for model in (Delivery, Announcement, WebhookDelivery):
        rows: Any = model._default_manager
        rows.filter(state=DeliveryState.SENDING, tried_at__lt=now - LOST_AFTER).update(
            state=DeliveryState.FAILED, trouble="the server stopped while it was sent"
        )
        over = (DeliveryState.SENT, DeliveryState.FAILED)
        rows.filter(state__in=over, tried_at__lt=now - KEEP_SENT).delete()
    old = Q(closed_at__lt=now - KEEP_NOTICES) | Q(created_at__lt=now - KEEP_OPEN)
    Notice.objects.filter(old).delete()


def _send_delivery(spent: Counter[int]) -> bool:
    """Send the next push, or the next e-mail with all that is due to its person. Return whether there was any.

    `spent`: the seconds that this run has spent on each person.
    """
    with transaction.atomic():
        rows = list(
            due(Delivery)
            .exclude(notice__user__in=_list_spent(spent))
            .select_related("notice__series", "notice__user__notice_settings", "device")
            .select_for_update(skip_locked=True, of=("self",))[:MAX_SENT]
        )
        group = _choose(rows)
        mark(group)
    if not group:
        return bool(rows)
    user, chosen, device = group[0].notice.user, _settings_of(group[0]), group[0].device
    with _count_seconds(spent, user.pk):
        if group[0].way == Channel.MAIL:
            note(group, attempt(lambda: send_letter(user, chosen, group)))
        elif device:
            outcome = attempt(lambda: send_push(group[0], device, chosen))
            note(group, outcome)
            if outcome.state is State.GONE:
                device.delete()
    return True


def _send_announcement(spent: Counter[int]) -> bool:
    """Send the next announcement. Return whether there was any. `spent`: the seconds spent on each series."""
    with transaction.atomic():
        found = due(Announcement).exclude(series__in=_list_spent(spent))
        found = found.select_related("series__discord_webhook", "series__owner__notice_settings")
        row = found.select_for_update(skip_locked=True, of=("self",)).first()
        if row is None:
            return False
        if not hasattr(row.series, "discord_webhook"):
            row.delete()
            return True
        mark([row])
    with _count_seconds(spent, row.series_id):
        outcome = attempt(lambda: send_post(row))
    note([row], outcome)
    hook = row.series.discord_webhook
    if hook.trouble != outcome.trouble:
        type(hook).objects.filter(pk=hook.pk).update(trouble=outcome.trouble)
    return True


def _list_spent(spent: Counter[int]) -> list[int]:
    return [key for key, seconds in spent.items() if seconds >= BUDGET]


@contextmanager
def _count_seconds(spent: Counter[int], key: int) -> Iterator[None]:
    began = time.monotonic()
    try:
        yield
    finally:
        spent[key] += math.ceil(time.monotonic() - began)


def _choose(rows: Sequence[Delivery]) -> list[Delivery]:
    """Return what is sent next of these deliveries: one push, or those of one person's e-mail together.

    Delete those that nobody needs now, and put off those for people who have quiet hours or have just had an
    e-mail, and for devices that rest.
    """
    now = timezone.now()
    unwanted = _find_unwanted(rows)
    _drop(unwanted)
    ready: list[Delivery] = []
    later: list[Delivery] = []
    last, rests = _last_letters(rows), _list_rests(rows)
    for row in rows:
        if row in unwanted:
            continue
        person = row.notice.user_id
        row.send_at = end_of_quiet(_settings_of(row), now)
        if row.way == Channel.MAIL and person in last:
            row.send_at = max(row.send_at, last[person] + BETWEEN_LETTERS)
        row.send_at = max(row.send_at, rests.get(row.device_id, row.send_at))
        (later if row.send_at > now else ready).append(row)
    Delivery.objects.bulk_update(later, ["send_at"])
    if not ready or ready[0].way == Channel.PUSH:
        return ready[:1]
    return [row for row in ready if row.way == Channel.MAIL and row.notice.user_id == ready[0].notice.user_id]


def _list_rests(rows: Sequence[Delivery]) -> dict[int | None, datetime]:
    """Return until when the devices of these deliveries rest, those that have failed too often in a row."""
    devices = {row.device for row in rows if row.device}
    return {device.pk: until for device in devices if (until := find_rest(device))}


def find_rest(device: PushDevice) -> datetime | None:
    """Return until when a device rests that has failed too often in a row; None if it has not."""
    tried = Delivery.objects.filter(device=device, tried_at__isnull=False).order_by()
    last = tried.filter(state=DeliveryState.SENT).aggregate(at=Max("tried_at"))["at"]
    failed = tried.filter(state__in=(DeliveryState.WAITING, DeliveryState.FAILED))
    if last is not None:
        failed = failed.filter(tried_at__gt=last)
    found = failed.aggregate(count=Sum("attempts"), at=Max("tried_at"))
    return found["at"] + DEVICE_RESTS if (found["count"] or 0) >= MAX_FAILURES else None


def _find_unwanted(rows: Sequence[Delivery]) -> list[Delivery]:
    """Return deliveries of notices that were read or settled, and to people who have left, or have no address."""
    people = {row.notice.user_id for row in rows}
    series = {row.notice.series_id for row in rows}
    there = set(Membership.objects.filter(user__in=people, series__in=series).values_list("user", "series"))
    doubtful = set(EmailAddress.objects.filter(user__in=people, verified=False).values_list("user", "email"))
    unwanted = []
    for row in rows:
        notice, user = row.notice, row.notice.user
        is_over = notice.read_at is not None or notice.closed_at is not None
        is_away = not user.is_active or (user.pk, notice.series_id) not in there
        has_no_address = row.way == Channel.MAIL and (
            not settings.MAIL or not user.email or (user.pk, user.email) in doubtful
        )
        if is_over or is_away or has_no_address:
            unwanted.append(row)
    return unwanted


def _last_letters(rows: Sequence[Delivery]) -> dict[int, datetime]:
    """Return when these people were last sent an e-mail, if that was a short while ago."""
    recent = Delivery.objects.filter(
        notice__user__in={row.notice.user_id for row in rows},
        way=Channel.MAIL,
        state__in=(DeliveryState.SENDING, DeliveryState.SENT),
        tried_at__gt=timezone.now() - BETWEEN_LETTERS,
    )
    return dict(
        recent.order_by().values("notice__user").annotate(Max("tried_at")).values_list("notice__user", "tried_at__max")
    )


def _settings_of(row: Delivery) -> NoticeSettings | None:
    return getattr(row.notice.user, "notice_settings", None)


def _drop(rows: Iterable[Model]) -> None:
    for row in rows:
        row.delete()
