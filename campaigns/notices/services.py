"""Tell people what happened and what waits for them: the outbox of notices, in the transaction of the change."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaigns.models import (
    Announcement,
    Delivery,
    DiscordWebhook,
    Membership,
    Notice,
    NoticeKind,
    NoticeSettings,
    PushDevice,
    Role,
    Series,
    User,
    WebhookDelivery,
    WebhookEvent,
)
from campaigns.models.notice import NEWS, Channel, DeliveryState
from campaigns.notices.choices import How, find_choice
from campaigns.notices.quiet_hours import next_digest
from campaigns.notices.webhooks.visible import living_webhooks
from rules.text import Text

GRACE = timedelta(seconds=30)
"""How long nothing is sent of a notice: those who are at the table have read or settled it by then."""
MAX_DEVICES = 10
"""The most devices of one person."""


def notify(
    kind: NoticeKind,
    series: Series,
    users: Iterable[int],
    key: str,
    words: Text,
    url: str,
    *,
    due_at: datetime | None = None,
) -> None:
    """Tell members of a series, by their keys as users, in the transaction of what has happened.

    `key` names the matter, and is unique in the series: "proposal 17". A person who still has an open notice with this
    key gets no second one. `words` must hold nothing that one of `users` may not see. `url` is a path of this site.
    `due_at` is the deadline of what is waited for. People who are no members are left out.
    """
    wanted = set(users)
    still_open = Notice.objects.filter(series=series, key=key, closed_at=None, user__in=wanted)
    wanted -= set(still_open.values_list("user", flat=True))
    if not wanted:
        return
    people = Membership.objects.filter(series=series, user__in=wanted).select_related("user__notice_settings")
    chosen = {person.user_id: getattr(person.user, "notice_settings", None) for person in people}
    notified = [user for user in sorted(chosen) if find_choice(chosen[user], kind).how != How.OFF]
    if not notified:
        return
    now = timezone.now()
    rows = {"series": series, "kind": kind, "key": key, "words": words, "url": url, "due_at": due_at}
    Notice.objects.bulk_create(
        (Notice(user_id=user, created_at=now, **rows) for user in notified), ignore_conflicts=True
    )
    made = Notice.objects.filter(series=series, key=key, closed_at=None, user__in=notified, created_at=now)
    _put_out(made, kind, chosen, now)


def _put_out(made: Iterable[Notice], kind: NoticeKind, chosen: dict[int, NoticeSettings | None], now: datetime) -> None:
    """Write what is to be sent of new notices to the outbox."""
    notices, deliveries = list(made), []
    pushed = [notice.user_id for notice in notices if find_choice(chosen[notice.user_id], kind).push]
    devices = list(PushDevice.objects.filter(user__in=pushed)) if pushed else []
    for notice in notices:
        person = chosen[notice.user_id]
        how = find_choice(person, kind).how
        if settings.MAIL and how in (How.MAIL, How.DIGEST):
            send_at = now + GRACE if how == How.MAIL else next_digest(person, now)
            deliveries.append(Delivery(notice=notice, way=Channel.MAIL, send_at=send_at))
        mine = [device for device in devices if device.user_id == notice.user_id]
        deliveries += [Delivery(notice=notice, way=Channel.PUSH, send_at=now + GRACE, device=device) for device in mine]
    if deliveries:
        Delivery.objects.bulk_create(deliveries)


def settle(series: Series, key: str, users: Iterable[int] | None = None) -> None:
    """Close what was waited for, for these people, or for everybody: it counts as read, and what of it has not been
    sent is dropped. Call it in the transaction that settles the matter; without open notices it does nothing."""
    settle_all(series, [key], users)


def settle_all(series: Series, keys: Iterable[str], users: Iterable[int] | None = None) -> None:
    """Settle several matters at once, each as `settle` does."""
    there, now = Notice.objects.filter(series=series, key__in=list(keys)), timezone.now()
    if users is not None:
        there = there.filter(user__in=list(users))
    if there.filter(closed_at=None).update(closed_at=now, read_at=Coalesce(F("read_at"), now)):
        Delivery.objects.filter(notice__in=there.filter(closed_at=now), state=DeliveryState.WAITING).delete()


def announce(kind: NoticeKind, series: Series, key: str, words: Text, url: str) -> None:
    """Post a sentence to the Discord channel of a series, if it has one, and to its webhooks, in the transaction of
    what has happened.

    `words` must hold only what every member may know, spectators too: no hidden part, no hidden character, no whisper.
    """
    if DiscordWebhook.objects.filter(series=series).exists():
        Announcement.objects.create(series=series, kind=kind, key=key, words=words, url=url)
    hooks = list(living_webhooks().filter(membership__series=series))
    values = {"event": WebhookEvent.NEWS, "about": key, "words": words, "url": url}
    WebhookDelivery.objects.bulk_create(WebhookDelivery(webhook=hook, **values) for hook in hooks)


def mark_notices_read(user: User, pk: int | None = None) -> None:
    """Mark one of a person's notices as read, or all. News is closed by it; what waits for her stays open."""
    mine = Notice.objects.filter(user=user)
    if pk is not None:
        mine = mine.filter(pk=pk)
    now = timezone.now()
    mine.filter(closed_at=None, kind__in=NEWS).update(closed_at=now)
    mine.filter(read_at=None).update(read_at=now)


def count_unread_notices(users: Iterable[int]) -> dict[int, int]:
    """Return how many notices each of these people has not read, by their keys."""
    counts = dict.fromkeys(users, 0)
    unread = Notice.objects.filter(user__in=list(counts), read_at=None).order_by().values("user")
    return counts | dict(unread.annotate(n=Count("pk")).values_list("user", "n"))


def forget_notices(series: Series | int, user: User | int) -> None:
    """Delete a person's notices of a series, who may see less of it from now on."""
    Notice.objects.filter(series=series, user=user).delete()


def storytellers(series: Series, left_out: int | None = None) -> list[int]:
    """Return the keys of the Storytellers of a series as users, but for one person."""
    return _of_roles(series, Q(role=Role.STORYTELLER), left_out)


def everybody(series: Series, left_out: int | None = None) -> list[int]:
    """Return the keys of all members of a series as users, but for one person."""
    return _of_roles(series, Q(), left_out)


def _of_roles(series: Series, roles: Q, left_out: int | None) -> list[int]:
    found = Membership.objects.filter(roles, series=series)
    return list(found.exclude(user=left_out).values_list("user", flat=True))
