"""Tell people what happened and what waits for them: the outbox of notices, in the transaction of the change."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from campaigns.models import Announcement, Delivery, DiscordWebhook, Membership, Notice, NoticeKind, Series
from campaigns.models.notice import DeliveryState
from rules.text import Text


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

    `key` names the matter, and is unique in the series: "proposal 17". Whoever still has an open notice with this key
    gets no second one. `words` must hold nothing that one of `users` may not see. `url` is a path of this site.
    `due_at` is the deadline of what is waited for. People who are no members are left out.
    """
    wanted = set(users)
    if not wanted:
        return
    members = Membership.objects.filter(series=series, user__in=wanted).values_list("user", flat=True)
    still_open = Notice.objects.filter(series=series, key=key, closed_at=None, user__in=wanted)
    fresh = set(members) - set(still_open.values_list("user", flat=True))
    rows = {"series": series, "kind": kind, "key": key, "words": words, "url": url, "due_at": due_at}
    Notice.objects.bulk_create((Notice(user_id=user, **rows) for user in sorted(fresh)), ignore_conflicts=True)


def settle(series: Series, key: str, users: Iterable[int] | None = None) -> None:
    """Close what was waited for, for these people, or for everybody: it counts as read, and what of it has not been
    sent is dropped. Call it in the transaction that settles the matter; without open notices it does nothing."""
    open_ones = Notice.objects.filter(series=series, key=key, closed_at=None)
    if users is not None:
        open_ones = open_ones.filter(user__in=list(users))
    found = list(open_ones.values_list("pk", flat=True))
    if found:
        now = timezone.now()
        Delivery.objects.filter(notice__in=found, state=DeliveryState.WAITING).delete()
        Notice.objects.filter(pk__in=found).update(closed_at=now, read_at=Coalesce(F("read_at"), now))


def announce(kind: NoticeKind, series: Series, key: str, words: Text, url: str) -> None:
    """Post a sentence to the Discord channel of a series, if it has one, in the transaction of what has happened.

    `words` must hold only what every member may know, spectators too: no hidden part, no hidden character, no whisper.
    """
    if DiscordWebhook.objects.filter(series=series).exists():
        Announcement.objects.create(series=series, kind=kind, key=key, words=words, url=url)
