"""A person's dates as an iCalendar file (RFC 5545), which other programs fetch by a secret address.

The file leaves for other servers, so it names nothing that is hidden, not even for a Storyteller.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from campaigns.core.access import not_hidden
from campaigns.models import Downtime, DowntimeRun, Notice, NoticeKind, RunState, Session, SessionDate, User
from rules.text import isolate_name

PAST = timedelta(days=90)
"""How long sessions stay in the file after they took place."""
DEADLINE = timedelta(minutes=15)
"""The drawn length of a deadline."""
LISTED_ABOVE = (NoticeKind.SESSION, NoticeKind.DOWNTIME, NoticeKind.DEADLINE)
"""The kinds of notices whose moments the feed has anyway."""


def write_feed(user: User, host: str) -> bytes:
    """Return the sessions, and the deadlines of downtimes and of what else waits for a person, in all her series.

    `host` makes their ids unique.
    """
    file = Calendar()
    file.add("prodid", "-//Storywheel//Storywheel//EN")
    file.add("version", "2.0")
    file.add("x-wr-calname", "Storywheel")
    for uid, event in (*_sessions(user), *_proposals(user), *_deadlines(user), *_waits(user)):
        event.add("uid", f"{uid}@{host}")
        event.add("dtstamp", timezone.now())
        file.add_component(event)
    return bytes(file.to_ical())


def _event(title: str, begins: datetime, length: timedelta, status: str, words: str = "") -> Event:
    event = Event()
    event.add("dtstart", begins)
    event.add("dtend", begins + length)
    event.add("summary", title)
    event.add("status", status)
    if words:
        event.add("description", words)
    return event


def _sessions(user: User) -> Iterator[tuple[str, Event]]:
    mine = Session.objects.filter(series__memberships__user=user, starts_at__gt=timezone.now() - PAST)
    for session in mine.select_related("series").order_by("starts_at"):
        if session.starts_at:
            length = timedelta(minutes=session.minutes)
            yield (
                f"session-{session.pk}",
                _event(session.series.name, session.starts_at, length, "CONFIRMED", session.words),
            )


def _proposals(user: User) -> Iterator[tuple[str, Event]]:
    dates = SessionDate.objects.filter(
        session__series__memberships__user=user, session__starts_at=None, starts_at__gt=timezone.now()
    )
    for date in dates.select_related("session__series"):
        title = _("%(series)s (proposed)") % {"series": isolate_name(date.session.series.name)}
        length = timedelta(minutes=date.session.minutes)
        yield f"date-{date.pk}", _event(title, date.starts_at, length, "TENTATIVE", date.session.words)


def _deadlines(user: User) -> Iterator[tuple[str, Event]]:
    shown = Downtime.objects.filter(not_hidden(Downtime))
    mine = {"downtime__story__series__memberships__user": user, "downtime__closed_at": None, "state": RunState.OPEN}
    runs = DowntimeRun.objects.filter(downtime__in=shown, closes_at__gt=timezone.now(), **mine)
    for run in runs.select_related("downtime__story__series").order_by("closes_at"):
        if run.closes_at:
            downtime = run.downtime
            names = {"series": isolate_name(downtime.story.series.name), "title": isolate_name(downtime.title)}
            title = _("%(series)s: “%(title)s” closes") % names
            yield f"downtime-{run.downtime_id}", _event(title, run.closes_at, DEADLINE, "CONFIRMED")


def _waits(user: User) -> Iterator[tuple[str, Event]]:
    """Yield deadlines of open notices. Their words may name what is hidden, so only the kind is named."""
    mine = Notice.objects.filter(user=user, closed_at=None, due_at__gt=timezone.now()).exclude(kind__in=LISTED_ABOVE)
    for notice in mine.select_related("series").order_by("due_at"):
        if notice.due_at:
            title = f"{isolate_name(notice.series.name)}: {notice.get_kind_display()}"
            yield f"notice-{notice.pk}", _event(title, notice.due_at, DEADLINE, "CONFIRMED")
