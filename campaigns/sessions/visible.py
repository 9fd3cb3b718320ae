"""Sessions as members see them: the next ones, the answers to proposed dates, and who was there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.chronicle.attendance import load_moments, load_played, load_players, was_played
from campaigns.core.access import require_storyteller, visible_parts
from campaigns.core.days import say_day
from campaigns.models import (
    Absence,
    Attendee,
    Membership,
    Reply,
    Scene,
    Series,
    Session,
    SessionAnswer,
    SessionDate,
    User,
)
from campaigns.sessions.absences.services import list_away

BEFORE, AFTERMATH = timedelta(hours=1), timedelta(hours=12)
"""How long before and after its beginning somebody who sits at a table is taken for one who came to the session."""
LATE = timedelta(hours=2)
"""How long after its end a scene that is played still belongs to a session."""
MAX_LENGTH = timedelta(days=3)
"""No session takes longer."""
MAX_PLAYED = 100
"""The most sessions that are looked at for one scene."""


@dataclass(frozen=True, slots=True)
class NextSession:
    """A session to come. `at`: its date, or the earliest one proposed; `is_unanswered`: a date waits for the person."""

    session: Session
    at: datetime
    is_fixed: bool
    is_unanswered: bool


@dataclass(frozen=True, slots=True)
class DateRow:
    """A proposed date with the replies of the members, in the order of the members, then those that an import brought.

    "" is from who has said nothing.
    """

    date: SessionDate
    replies: tuple[str, ...]
    mine: str
    is_fixed: bool
    away: tuple[Absence, ...] = ()
    """Who is away on it, as far as the reader may know."""

    @property
    def yes(self) -> int:
        """How many can come."""
        return self.replies.count(Reply.YES)

    @property
    def maybe(self) -> int:
        """How many can come if need be."""
        return self.replies.count(Reply.MAYBE)

    @property
    def labels(self) -> list[str]:
        """The replies in words."""
        return [str(Reply(reply).label) if reply else "" for reply in self.replies]


def next_sessions(user: User) -> list[NextSession]:
    """Return the sessions to come in all series of a person, the soonest first, in one query."""
    return _find_next(Session.objects.filter(series__memberships__user=user), user.pk)


def next_session(membership: Membership) -> NextSession | None:
    """Return the next session of a series: a fixed one, or else the one with the earliest proposed date."""
    found = _find_next(Session.objects.filter(series=membership.series_id), membership.user_id)
    return min(found, key=lambda session: (not session.is_fixed, session.at), default=None)


def _find_next(sessions: QuerySet[Session], user: int) -> list[NextSession]:
    now = timezone.now()
    silent = SessionDate.objects.filter(session=OuterRef("pk"), starts_at__gt=now).exclude(
        pk__in=SessionAnswer.objects.filter(user=user).values("date")
    )
    ahead = Min("dates__starts_at", filter=Q(dates__starts_at__gt=now))
    rows = sessions.filter(Q(starts_at__gt=now - timedelta(days=3)) | Q(starts_at=None))
    found = []
    for session in rows.annotate(first=ahead, silent=Exists(silent)).select_related("series"):
        at = session.starts_at or session.first
        if at is not None and (session.ends_at is None or session.ends_at > now):
            is_fixed = session.starts_at is not None
            found.append(NextSession(session, at, is_fixed, session.silent and not is_fixed))
    return sorted(found, key=lambda session: session.at)


def list_sessions(membership: Membership) -> list[Session]:
    """Return the sessions of a series with dates and attendees: those without a fixed date first, then the latest."""
    sessions = Session.objects.filter(series=membership.series_id).prefetch_related("dates", "attendees")
    return sorted(
        sessions,
        key=lambda session: (session.starts_at is not None, -(session.starts_at or session.created_at).timestamp()),
    )


def fold_years(sessions: Iterable[Session]) -> tuple[list[Session], list[tuple[int, list[Session]]]]:
    """Return the sessions to list at once, and those of earlier years by year. The latest year is listed at once.

    `sessions`: as `list_sessions` sorts them. Years are those of the active time zone.
    """
    open_ones: list[Session] = []
    years: dict[int, list[Session]] = {}
    for session in sessions:
        if session.starts_at is None:
            open_ones.append(session)
        else:
            years.setdefault(timezone.localtime(session.starts_at).year, []).append(session)
    found = list(years.items())
    return [*open_ones, *(found[0][1] if found else ())], found[1:]


def last_session(series: Series, pk: int | None = None) -> Session | None:
    """Return this session of a series, or else the one that began last. None for one that has not begun."""
    begun = Session.objects.filter(series=series, starts_at__lte=timezone.now())
    return begun.filter(pk=pk).first() if pk else begun.order_by("-starts_at", "-pk").first()


def list_begun(series: Series) -> list[Session]:
    """Return the sessions that have begun, the latest first."""
    begun = Session.objects.filter(series=series, starts_at__lte=timezone.now())
    return list(begun.order_by("-starts_at", "-pk"))


def say_session(session: Session) -> str:
    """Return a session by its day: "The session of 12 May"."""
    day = timezone.localtime(session.starts_at).date() if session.starts_at else None
    return _("The session of %(day)s") % {"day": say_day(day)} if day else _("This session")


def list_played(session: Session, membership: Membership) -> list[Scene]:
    """Return the scenes that were played in a session, as far as the member may know of them, in order."""
    if session.starts_at is None:
        return []
    scenes = visible_parts(Scene.objects.filter(episode__story__series=session.series_id), membership)
    found = load_played(scenes.values("pk"), *_span(session))
    order = [f"episode__{path}{name}" for path in ("story__", "") for name in ("position", "pk")]
    return list(scenes.filter(pk__in=found).select_related("episode").order_by(*order, "position", "pk"))


def list_sessions_of(scene: Scene) -> list[Session]:
    """Return the sessions in which a scene was played, the first first."""
    moments = load_moments(scene.pk)
    if moments is None:
        return []
    first, last = moments
    known = Session.objects.filter(series=scene.series, starts_at__range=(first - MAX_LENGTH, last + BEFORE))
    sessions = list(known.order_by("starts_at", "pk")[:MAX_PLAYED])
    played = was_played(scene.pk, [_span(session) for session in sessions])
    return [session for session, is_played in zip(sessions, played, strict=True) if is_played]


def _span(session: Session) -> tuple[datetime, datetime]:
    """Return between which moments something done at a table belongs to a session. It may begin early and run late."""
    starts_at = session.starts_at or session.created_at
    return starts_at - BEFORE, starts_at + timedelta(minutes=session.minutes) + LATE


def get_session_for(user: User, pk: int) -> tuple[Session, Membership]:
    """Return a session of a series whose member the person is, and the membership. Raises 404 for others."""
    session = get_object_or_404(Session.objects.filter(series__memberships__user=user), pk=pk)
    membership = Membership.objects.select_related("series", "user").get(series=session.series_id, user=user)
    session.series = membership.series
    return session, membership


def get_session_to_run(user: User, pk: int) -> tuple[Session, Membership]:
    """Return a session of a series that the person runs as a Storyteller, and the membership."""
    session, membership = get_session_for(user, pk)
    require_storyteller(membership)
    return session, membership


def load_dates(
    session: Session, members: Sequence[Membership], user: User, absences: Iterable[Absence] = ()
) -> tuple[list[str], list[DateRow]]:
    """Return the names of those who reply, and the proposed dates with their replies: members, and who is no more.

    `absences`: those that the reader may know of.
    """
    known = list(absences)
    dates = list(session.dates.prefetch_related("answers"))
    brought = sorted({answer.name for date in dates for answer in date.answers.all() if answer.user_id is None})
    keys: list[int | str] = [*(member.user_id for member in members), *brought]
    rows = []
    for date in dates:
        said = {answer.user_id or answer.name: answer.reply for answer in date.answers.all()}
        replies = tuple(said.get(key, "") for key in keys)
        away = tuple(list_away(known, date.starts_at))
        rows.append(DateRow(date, replies, said.get(user.pk, ""), date.starts_at == session.starts_at, away))
    return [*(member.user.get_username() for member in members), *brought], rows


def guess_attendees(session: Session) -> set[int]:
    """Return the keys of those who were there: as noted down, or else who sat at a table then, or else who said yes."""
    noted = set(Attendee.objects.filter(session=session, user__isnull=False).values_list("user", flat=True))
    if noted or session.starts_at is None:
        return {key for key in noted if key is not None}
    scenes = Scene.objects.filter(episode__story__series=session.series_id).values("pk")
    if played := load_players(scenes, session.starts_at - BEFORE, session.starts_at + AFTERMATH):
        return set(played)
    answers = SessionAnswer.objects.filter(date__session=session, date__starts_at=session.starts_at)
    found = answers.exclude(reply=Reply.NO).values_list("user", flat=True)
    return {key for key in found if key is not None}
