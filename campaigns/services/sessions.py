"""Propose and fix sessions, answer their dates, note down who came, and renew the address of a person's feed."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from campaigns.edit_conflict import require_unchanged
from campaigns.models import Attendee, Membership, Reply, Series, Session, SessionAnswer, SessionDate, User
from campaigns.refusals import Refused
from campaigns.services.locks import locked_series, series_to_run
from campaigns.services.quotas import count_letters, require_storage_room
from campaigns.services.record_notices import settle_dates, tell_dates, tell_fixed, tell_removed

MAX_SESSIONS = 500
"""The most sessions of a series."""
MAX_DATES = 10
"""The most dates proposed for one session."""
EDITABLE = ("words", "minutes")
"""The fields that another Storyteller may have changed meanwhile."""


def propose_session(
    membership: Membership, values: Mapping[str, Any], dates: Iterable[datetime], *, is_fixed: bool = False
) -> Session:
    """Propose dates for a session. With `is_fixed` the first of them is its date, and nobody is asked."""
    require_storage_room(membership.series, count_letters(values))
    moments = list(dates)
    with series_to_run(membership) as series:
        if series.sessions.count() >= MAX_SESSIONS:
            raise Refused(_("There are %(most)s sessions already. Take one out first.") % {"most": MAX_SESSIONS})
        session = Session.objects.create(series=series, starts_at=moments[0] if is_fixed else None, **values)
        _add_dates(session, moments)
        (tell_fixed if is_fixed else tell_dates)(session, membership.user)
    return session


def edit_session(
    membership: Membership, session: Session, values: Mapping[str, Any], dates: Iterable[datetime], seen: str = ""
) -> None:
    """Change a session's words and length, and propose further dates. Raises `Stale` as `edit_part` does."""
    require_storage_room(membership.series, count_letters(values))
    with series_to_run(membership) as series:
        fresh = _fresh(series, session)
        require_unchanged(fresh, EDITABLE, seen)
        for name, value in values.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=[*values])
        if _add_dates(fresh, dates) and fresh.starts_at is None:
            tell_dates(fresh, membership.user)


def _add_dates(session: Session, dates: Iterable[datetime]) -> bool:
    """Add the dates that are not proposed yet. Return whether there were any."""
    known = set(session.dates.values_list("starts_at", flat=True))
    new = sorted(set(dates) - known)
    if len(known) + len(new) > MAX_DATES:
        raise Refused(_("A session has at most %(most)s dates to choose from.") % {"most": MAX_DATES})
    SessionDate.objects.bulk_create(SessionDate(session=session, starts_at=at) for at in new)
    return bool(new)


def answer_dates(membership: Membership, session: Session, replies: Mapping[int, str]) -> None:
    """Store what a member says to proposed dates, by their keys. Dates that are gone, and other words, are left out."""
    with locked_series(membership) as series:
        fresh = _fresh(series, session)
        for date in fresh.dates.filter(pk__in=replies):
            if replies[date.pk] in Reply.values:
                said = {"reply": replies[date.pk]}
                SessionAnswer.objects.update_or_create(date=date, user_id=membership.user_id, defaults=said)
        settle_dates(fresh, membership.user_id)


def fix_date(membership: Membership, session: Session, date: int | None) -> None:
    """Fix one of the proposed dates, by its key. None leaves the date open again."""
    with series_to_run(membership) as series:
        fresh = _fresh(series, session)
        before = fresh.starts_at
        fresh.starts_at = None if date is None else _find_date(fresh, date).starts_at
        fresh.save(update_fields=["starts_at"])
        if fresh.starts_at != before:
            tell_fixed(fresh, membership.user)


def remove_date(membership: Membership, session: Session, date: int) -> None:
    """Take a proposed date out, with its answers. A date that is fixed stays."""
    with series_to_run(membership) as series:
        fresh = _fresh(series, session)
        found = _find_date(fresh, date)
        if found.starts_at == fresh.starts_at:
            raise Refused(_("This date is fixed. Leave it open first."))
        found.delete()


def keep_attendance(membership: Membership, session: Session, people: Iterable[int]) -> None:
    """Note down which members were there, by the keys of the people. Names of former members stay as they are."""
    with series_to_run(membership) as series:
        fresh = _fresh(series, session)
        members = {member.user_id: member.user for member in series.memberships.select_related("user")}
        fresh.attendees.filter(user__in=members).delete()
        names = {members[key].get_username(): key for key in people if key in members}
        known = set(fresh.attendees.filter(name__in=names).values_list("name", flat=True))
        Attendee.objects.bulk_create(
            Attendee(session=fresh, user_id=key, name=name) for name, key in names.items() if name not in known
        )


def remove_session(membership: Membership, session: Session) -> None:
    """Delete a session, with its dates and answers and with who was there."""
    with series_to_run(membership) as series:
        fresh = _fresh(series, session)
        tell_removed(fresh, membership.user)
        fresh.delete()


def renew_feed(user: User) -> None:
    """Give the person's feed a new secret address. The old one ends."""
    user.feed_token = secrets.token_urlsafe(32)
    user.save(update_fields=["feed_token"])


def end_feed(user: User) -> None:
    """Take the person's feed away."""
    user.feed_token = None
    user.save(update_fields=["feed_token"])


def _fresh(series: Series, session: Session) -> Session:
    """Return the session as it is now. Raises `Refused` if it is gone."""
    fresh = series.sessions.filter(pk=session.pk).first()
    if fresh is None:
        raise Refused(_("Somebody has just taken this session out."), status=404)
    return fresh


def _find_date(session: Session, pk: int) -> SessionDate:
    date = session.dates.filter(pk=pk).first()
    if date is None:
        raise Refused(_("Somebody has just taken this date out."), status=404)
    return date
