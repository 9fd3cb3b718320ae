"""Sessions in the file: their dates, the answers to them, and who was there, by name."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.models import Attendee, Series, Session, SessionAnswer, SessionDate
from campaigns.sessions.services import MAX_DATES, MAX_SESSIONS
from config.transfer.fields import SESSION
from config.transfer.history import parse_name
from config.transfer.rows import parse_optional, parse_time, write_row
from config.transfer.saving import save

MAX_ATTENDEES = 1_000
MAX_MINUTES = 48 * 60


def write_sessions(series: Series) -> list[dict[str, Any]]:
    """Return the sessions of a series, oldest first, with the names of those who answered to dates and who came."""
    return [
        {
            **write_row(session, SESSION),
            "dates": [date.starts_at for date in session.dates.all()],
            "answers": [_write_answer(answer) for date in session.dates.all() for answer in date.answers.all()],
            "attendees": [attendee.name for attendee in session.attendees.all()],
        }
        for session in series.sessions.order_by("pk").prefetch_related("dates__answers__user", "attendees")
    ]


def _write_answer(answer: SessionAnswer) -> dict[str, Any]:
    return {"date": answer.date.starts_at, "name": answer.who, "reply": answer.reply}


def import_sessions(series: Series, rows: Sequence[Any]) -> list[Session]:
    """Store the sessions of a file, and return them in its order.

    Raises `Refused` for too many, `ValueError` or `TypeError` for malformed ones.
    """
    if len(rows) > MAX_SESSIONS:
        sentence = _("The file contains %(count)s sessions; at most %(most)s are allowed.")
        raise Refused(sentence % {"count": len(rows), "most": MAX_SESSIONS}, status=413)
    return [_import_session(series, row) for row in rows]


def _import_session(series: Series, row: Mapping[str, Any]) -> Session:
    dates, names = {parse_time(at) for at in row["dates"]}, set(map(parse_name, row["attendees"]))
    if len(dates) > MAX_DATES or len(names) > MAX_ATTENDEES:
        raise ValueError
    if type(row["minutes"]) is not int or not 0 < row["minutes"] <= MAX_MINUTES or not isinstance(row["words"], str):
        raise ValueError
    starts_at = parse_optional(row["starts_at"], parse_time)
    session = save(Session(series=series, words=row["words"], minutes=row["minutes"], starts_at=starts_at))
    found = {at: SessionDate.objects.create(session=session, starts_at=at) for at in sorted(dates)}
    _import_answers(found, row.get("answers", []))
    for name in sorted(names):
        save(Attendee(session=session, name=name))
    return session


def _import_answers(dates: Mapping[datetime, SessionDate], rows: Any) -> None:
    """Store the answers to dates, which older files lack. The last of two of one name counts."""
    if not isinstance(rows, list) or len(rows) > MAX_ATTENDEES * MAX_DATES:
        raise ValueError
    said = {(parse_time(row["date"]), parse_name(row["name"])): row["reply"] for row in rows}
    for (at, name), reply in said.items():
        if not name:
            raise ValueError
        save(SessionAnswer(date=dates[at], name=name, reply=reply))
