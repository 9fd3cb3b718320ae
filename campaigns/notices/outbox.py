"""The outbox: take what is due, send it, and note what came of it. Nothing is sent twice (docs/decisions/0038).

A row is marked as `SENDING` and committed before anything is sent. If the process ends before the outcome is noted, the
row stays so, and nobody sends it again.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Max, Model, Q
from django.utils import timezone

from campaigns.models import Announcement, Delivery, Membership, Notice, NoticeSettings, WebhookDelivery
from campaigns.models.notice import DeliveryState, Way
from campaigns.notices.discord import send_post
from campaigns.notices.letters import send_letter
from campaigns.notices.outcome import State
from campaigns.notices.pushes import send_push
from campaigns.notices.quiet_hours import end_of_quiet
from campaigns.notices.rows import due, mark, note

MOST = 20
"""The most rows that are taken at once, so that a crash leaves few of them unknown."""
LONGEST_RUN = timedelta(seconds=60)
"""Then a run ends; what is left waits for the next."""
BETWEEN_LETTERS = timedelta(minutes=5)
"""The least time between two e-mails to one person: what comes meanwhile is sent in one."""
LOST_AFTER = timedelta(minutes=30)
"""After this time a row that is being sent was left by a crash."""
KEEP_SENT = timedelta(days=30)
KEEP_NOTICES = timedelta(days=90)
"""How long what was sent or has failed, and how long closed notices, are kept."""
KEEP_OPEN = timedelta(days=365)
"""How long notices are kept that were never closed."""


def send_due() -> None:
    """Send everything that is due, for at most a minute. Several processes may do it at once."""
    ends = timezone.now() + LONGEST_RUN
    for send_some in (_send_deliveries, _send_announcements):
        while timezone.now() < ends and send_some():
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


def _send_deliveries() -> bool:
    """Take some deliveries and send them. Return whether there were any."""
    with transaction.atomic():
        rows = list(
            due(Delivery)
            .select_related("notice__series", "notice__user__notice_settings", "device")
            .select_for_update(skip_locked=True, of=("self",))[:MOST]
        )
        letters, pushes = _sort(rows)
        mark([row for group in letters for row in group] + pushes)
    for group in letters:
        user = group[0].notice.user
        note(group, send_letter(user, _settings_of(group[0]), group))
    for row in pushes:
        if row.device:
            outcome = send_push(row, row.device, _settings_of(row))
            note([row], outcome)
            if outcome.state is State.GONE:
                row.device.delete()
    return bool(rows)


def _send_announcements() -> bool:
    """Take some announcements and send them. Return whether there were any."""
    with transaction.atomic():
        found = due(Announcement).select_related("series__discord_webhook", "series__owner__notice_settings")
        rows = list(found.select_for_update(skip_locked=True, of=("self",))[:MOST])
        there = [row for row in rows if hasattr(row.series, "discord_webhook")]
        _drop(row for row in rows if row not in there)
        mark(there)
    for row in there:
        outcome = send_post(row)
        note([row], outcome)
        hook = row.series.discord_webhook
        if hook.trouble != outcome.trouble:
            type(hook).objects.filter(pk=hook.pk).update(trouble=outcome.trouble)
    return bool(rows)


def _sort(rows: Sequence[Delivery]) -> tuple[list[list[Delivery]], list[Delivery]]:
    """Return the deliveries to send: those of one person's e-mail together, and the pushes.

    Delete those that nobody needs any more, and put off those for people who have quiet hours, or have just had an
    e-mail.
    """
    now = timezone.now()
    unwanted = _find_unwanted(rows)
    _drop(unwanted)
    letters: defaultdict[int, list[Delivery]] = defaultdict(list)
    pushes, later = [], []
    last = _last_letters(rows)
    for row in rows:
        if row in unwanted:
            continue
        person = row.notice.user_id
        row.send_at = end_of_quiet(_settings_of(row), now)
        if row.way == Way.MAIL and person in last:
            row.send_at = max(row.send_at, last[person] + BETWEEN_LETTERS)
        if row.send_at > now:
            later.append(row)
        elif row.way == Way.MAIL:
            letters[person].append(row)
        else:
            pushes.append(row)
    Delivery.objects.bulk_update(later, ["send_at"])
    return list(letters.values()), pushes


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
        has_no_address = row.way == Way.MAIL and (
            not settings.MAIL or not user.email or (user.pk, user.email) in doubtful
        )
        if is_over or is_away or has_no_address:
            unwanted.append(row)
    return unwanted


def _last_letters(rows: Sequence[Delivery]) -> dict[int, datetime]:
    """Return when these people were last sent an e-mail, if that was a short while ago."""
    recent = Delivery.objects.filter(
        notice__user__in={row.notice.user_id for row in rows},
        way=Way.MAIL,
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
