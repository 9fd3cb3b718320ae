"""Deadlines: a downtime closes at its deadline. Players who have put nothing in get an e-mail the day before."""

from datetime import timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.models import Doing, DowntimeRun, RunState, User
from campaigns.refusals import Refused
from campaigns.services.downtime.running import close
from campaigns.services.locks import lock_series

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
            except Refused:  # somebody has closed the chapter meanwhile, or removed it all
                DowntimeRun.objects.filter(pk=run.pk).update(closes_at=None)
    return closed


def remind_late() -> None:
    """E-mail the players who have put nothing in, once, if there is a mail server."""
    soon = DowntimeRun.objects.filter(
        state=RunState.OPEN, reminded_at=None, closes_at__gt=timezone.now(), closes_at__lte=timezone.now() + AHEAD
    )
    for run in soon.select_related("downtime__story__series"):
        if not DowntimeRun.objects.filter(pk=run.pk, reminded_at=None).update(reminded_at=timezone.now()):
            continue  # another process was faster
        for person in list_late(run):
            if settings.MAIL and person.email:
                send_mail(_subject(run), _letter(run), None, [person.email], fail_silently=True)


def list_late(run: DowntimeRun) -> list[User]:
    """Return the players whose characters have nothing put in. Nobody, if the downtime is hidden."""
    place = run.downtime
    if place.hidden or place.story.hidden or (place.episode and place.episode.hidden):
        return []
    busy = Doing.objects.filter(downtime=place).values("character__owner")
    people = User.objects.filter(
        memberships__series=place.series, characters__series=place.series, characters__extra=False, is_active=True
    )
    return list(people.exclude(pk__in=busy.exclude(character__owner=None)).distinct().order_by("pk"))


def _subject(run: DowntimeRun) -> str:
    return _("%(series)s: the downtime “%(title)s” closes soon") % {
        "series": run.downtime.series.name,
        "title": run.downtime.title,
    }


def _letter(run: DowntimeRun) -> str:
    told = _("It closes on %(moment)s (UTC). What your character does in it is not put in yet.")
    return told % {"moment": f"{run.closes_at:%Y-%m-%d %H:%M}"}
