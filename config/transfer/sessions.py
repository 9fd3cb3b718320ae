"""Sessions in the file: their dates and who was there. Answers stay behind, as the members do."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.models import Attendee, Series, Session, SessionDate
from campaigns.refusals import Refused
from campaigns.services.sessions import MAX_DATES, MAX_SESSIONS
from config.transfer.fields import SESSION
from config.transfer.rows import read_time, write_row

MAX_ATTENDEES = 1_000
MAX_MINUTES = 48 * 60


def write_sessions(series: Series) -> list[dict[str, Any]]:
    """Return the sessions of a series, oldest first, with their proposed dates and the names of those who came."""
    return [
        {
            **write_row(session, SESSION),
            "dates": [date.starts_at for date in session.dates.all()],
            "attendees": [attendee.name for attendee in session.attendees.all()],
        }
        for session in series.sessions.order_by("pk").prefetch_related("dates", "attendees")
    ]


def import_sessions(series: Series, rows: Sequence[Any]) -> None:
    """Store the sessions of a file. Raises `Refused` for too many, `ValueError` or `TypeError` for malformed ones."""
    if len(rows) > MAX_SESSIONS:
        told = _("There are %(count)s sessions in the file; %(most)s may be.")
        raise Refused(told % {"count": len(rows), "most": MAX_SESSIONS}, status=413)
    for row in rows:
        _import_session(series, row)


def _import_session(series: Series, row: Mapping[str, Any]) -> None:
    dates, names = {read_time(at) for at in row["dates"]}, set(row["attendees"])
    if len(dates) > MAX_DATES or len(names) > MAX_ATTENDEES or any(not isinstance(name, str) for name in names):
        raise ValueError
    if type(row["minutes"]) is not int or not 0 < row["minutes"] <= MAX_MINUTES or not isinstance(row["words"], str):
        raise ValueError
    starts_at = None if row["starts_at"] is None else read_time(row["starts_at"])
    session = Session(series=series, words=row["words"], minutes=row["minutes"], starts_at=starts_at)
    session.full_clean()
    session.save()
    SessionDate.objects.bulk_create(SessionDate(session=session, starts_at=at) for at in sorted(dates))
    for name in sorted(names):
        attendee = Attendee(session=session, name=name)
        attendee.full_clean()
        attendee.save()
