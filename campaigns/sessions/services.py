"""The kind of record that a session is; answering and fixing its dates, who came, and a person's feed."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.locks import locked_series, series_to_run
from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.models import Attendee, Membership, Reply, Session, SessionAnswer, SessionDate, User
from campaigns.notices.record_notices import notify_dates, notify_fixed, notify_removed, settle_dates

MAX_SESSIONS = 500
"""The most sessions of a series."""
MAX_DATES = 10
"""The most dates proposed for one session."""


class Sessions(RecordKind[Session]):
    """Sessions, with the `dates` that are proposed. With `fixed` the first of a new one is its date."""

    model = Session
    most = MAX_SESSIONS
    too_many = gettext_lazy("There are already %(most)s sessions. Delete one first.")
    gone = gettext_lazy("Someone has just deleted this session.")

    def check(self, save: Save[Session]) -> None:
        """Fix the date of a new session about which nobody is asked."""
        if save.is_new and save.beside.get("fixed"):
            save.row.starts_at = save.beside["dates"][0]

    def finish(self, save: Save[Session]) -> None:
        """Propose the dates, and notify people of them."""
        is_more = _add_dates(save.row, save.beside.get("dates", ()))
        if save.is_new and save.row.starts_at:
            notify_fixed(save.row, save.membership.user)
        elif is_more and save.row.starts_at is None:
            notify_dates(save.row, save.membership.user)

    def require_removable(self, membership: Membership, row: Session) -> None:
        """Notify people that it is off."""
        notify_removed(row, membership.user)


SESSIONS = Sessions()


def _add_dates(session: Session, dates: Iterable[datetime]) -> bool:
    """Add the dates that are not proposed yet. Return whether there were any."""
    known = set(session.dates.values_list("starts_at", flat=True))
    new = sorted(set(dates) - known)
    if len(known) + len(new) > MAX_DATES:
        raise Refused(_("A session can have up to %(most)s proposed dates.") % {"most": MAX_DATES})
    SessionDate.objects.bulk_create(SessionDate(session=session, starts_at=at) for at in new)
    return bool(new)


def answer_dates(membership: Membership, session: Session, replies: Mapping[int, str]) -> None:
    """Store what a member says to proposed dates, by their keys. Dates that are gone, and other words, are left out."""
    with locked_series(membership) as series:
        fresh = SESSIONS.find(series, session)
        for date in fresh.dates.filter(pk__in=replies):
            if replies[date.pk] in Reply.values:
                said = {"reply": replies[date.pk]}
                SessionAnswer.objects.update_or_create(date=date, user_id=membership.user_id, defaults=said)
        settle_dates(fresh, membership.user_id)


def fix_date(membership: Membership, session: Session, date: int | None) -> None:
    """Fix one of the proposed dates, by its key. None leaves the date open again."""
    with series_to_run(membership) as series:
        fresh = SESSIONS.find(series, session)
        before = fresh.starts_at
        fresh.starts_at = None if date is None else _find_date(fresh, date).starts_at
        fresh.save(update_fields=["starts_at"])
        if fresh.starts_at != before:
            notify_fixed(fresh, membership.user)


def remove_date(membership: Membership, session: Session, date: int) -> None:
    """Take a proposed date out, with its answers. A date that is fixed stays."""
    with series_to_run(membership) as series:
        fresh = SESSIONS.find(series, session)
        found = _find_date(fresh, date)
        if found.starts_at == fresh.starts_at:
            raise Refused(_("This date is set. Reopen it first."))
        found.delete()


def keep_attendance(membership: Membership, session: Session, people: Iterable[int]) -> None:
    """Note down which members were there, by the keys of the people. Names of former members stay as they are."""
    with series_to_run(membership) as series:
        fresh = SESSIONS.find(series, session)
        members = {member.user_id: member.user for member in series.memberships.select_related("user")}
        fresh.attendees.filter(user__in=members).delete()
        names = {members[key].get_username(): key for key in people if key in members}
        known = set(fresh.attendees.filter(name__in=names).values_list("name", flat=True))
        Attendee.objects.bulk_create(
            Attendee(session=fresh, user_id=key, name=name) for name, key in names.items() if name not in known
        )


def renew_feed(user: User) -> None:
    """Give the person's feed a new secret address. The old one ends."""
    user.feed_token = secrets.token_urlsafe(32)
    user.save(update_fields=["feed_token"])


def end_feed(user: User) -> None:
    """Take the person's feed away."""
    user.feed_token = None
    user.save(update_fields=["feed_token"])


def _find_date(session: Session, pk: int) -> SessionDate:
    date = session.dates.filter(pk=pk).first()
    if date is None:
        raise Refused(_("Someone has just deleted this date."), status=404)
    return date
