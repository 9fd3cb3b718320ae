"""Notifications of the record: one function for each thing that happens, called in its transaction.

A sentence names only what all those who get it may see. What Discord gets, spectators may see.
"""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from campaigns.calendar.calendar import format_moment, parse_calendar
from campaigns.core.moments import say_moment, say_moments
from campaigns.models import (
    Character,
    Downtime,
    DowntimeRun,
    Membership,
    NoticeKind,
    Project,
    Proposal,
    ProposalState,
    Session,
    User,
)
from campaigns.notices.services import announce, everybody, notify, settle, storytellers
from rules.text import Text

# ---- Sessions


def notify_dates(session: Session, by: User) -> None:
    """Ask everybody to answer the proposed dates of a session."""
    dates = say_moments(session.dates.values_list("starts_at", flat=True))
    words = Text("{who} proposes session dates. Say when you can come: {dates}.", who=by.get_username(), dates=dates)
    key, url = _dates_key(session), reverse("session", args=[session.pk])
    notify(NoticeKind.SESSION, session.series, everybody(session.series, by.pk), key, words, url)
    announce(NoticeKind.SESSION, session.series, key, words, url)


def settle_dates(session: Session, user: int | None = None) -> None:
    """Nobody waits now for the answer of this person, or of anybody."""
    settle(session.series, _dates_key(session), None if user is None else [user])


def notify_fixed(session: Session, by: User) -> None:
    """Tell everybody when a session is, or that its date is open again."""
    settle_dates(session)
    key, url = f"session {session.pk} fixed", reverse("session", args=[session.pk])
    settle(session.series, key)
    words = Text("The session date is open again.")
    if session.starts_at:
        words = Text("Session set: {moment}.", moment=say_moment(session.starts_at))
    people = everybody(session.series, by.pk)
    notify(NoticeKind.SESSION, session.series, people, key, words, url, due_at=session.starts_at)
    announce(NoticeKind.SESSION, session.series, key, words, url)


def notify_removed(session: Session, by: User) -> None:
    """Close the notifications of a deleted session. If it was still to come, notify everyone."""
    settle_dates(session)
    settle(session.series, f"session {session.pk} fixed")
    if session.starts_at is None or session.has_begun:
        return
    words = Text("The session on {moment} is canceled.", moment=say_moment(session.starts_at))
    key, url = f"session {session.pk} off", reverse("sessions", args=[session.series_id])
    notify(NoticeKind.SESSION, session.series, everybody(session.series, by.pk), key, words, url)
    announce(NoticeKind.SESSION, session.series, key, words, url)


def _dates_key(session: Session) -> str:
    return f"session {session.pk} dates"


# ---- Members


def notify_joined(membership: Membership) -> None:
    """Tell the Storytellers that somebody has joined."""
    series, user = membership.series, membership.user
    words, url = Text("{who} joined.", who=user.get_username()), reverse("members", args=[series.pk])
    key = f"member {user.pk}"
    notify(NoticeKind.MEMBER, series, storytellers(series, user.pk), key, words, url)
    announce(NoticeKind.MEMBER, series, key, words, url)


# ---- Experience and projects


def notify_proposed(proposal: Proposal, by: User) -> None:
    """Tell the Storytellers that a proposal waits for their answer."""
    character = proposal.character
    words = Text("{who} requests {what}.", who=character.name, what=proposal.label)
    url = reverse("series_experience", args=[character.series_id])
    people = storytellers(character.series, by.pk)
    notify(NoticeKind.PROPOSAL, character.series, people, f"proposal {proposal.pk}", words, url)


def notify_answered(proposal: Proposal, by: User) -> None:
    """Tell the player what became of a proposal. Nobody waits for an answer now."""
    character, key = proposal.character, f"proposal {proposal.pk}"
    settle(character.series, key)
    settle(character.series, f"{key} answer")
    values = {"who": character.name, "what": proposal.label}
    match proposal.state:
        case ProposalState.WITHDRAWN:
            return
        case ProposalState.REFUSED:
            words = Text("{who}: {what} is refused. {why}", why=proposal.answer, **values)
        case ProposalState.REVERSED:
            words = Text("{who}: {what} is taken back.", **values)
        case _:
            words = Text("{who}: {what} is approved.", **values)
    url = reverse("experience", args=[character.pk])
    notify(NoticeKind.PROPOSAL, character.series, _player(character, by), f"{key} answer", words, url)


def notify_to_rate(project: Project, by: User) -> None:
    """Tell the Storytellers that a project waits to be rated."""
    character = project.character
    words = Text("{who} started a project for you to review: {title}.", who=character.name, title=project.title)
    people = storytellers(character.series, by.pk)
    url = reverse("project", args=[project.pk])
    notify(NoticeKind.PROPOSAL, character.series, people, f"project {project.pk}", words, url)


def notify_rated(project: Project, by: User) -> None:
    """Tell the player that a project is rated. Nobody waits for it now."""
    character = project.character
    settle_project(project)
    words = Text("{who}: the project {title} is reviewed.", who=character.name, title=project.title)
    key, url = f"project {project.pk} rated", reverse("project", args=[project.pk])
    settle(character.series, key)
    notify(NoticeKind.PROPOSAL, character.series, _player(character, by), key, words, url)


def settle_project(project: Project) -> None:
    """Nobody waits now for the numbers of a project."""
    settle(project.character.series, f"project {project.pk}")


def _player(character: Character, by: User) -> list[int]:
    return [character.owner_id] if character.owner_id and character.owner_id != by.pk else []


# ---- Downtimes


def notify_opened(downtime: Downtime, by: User | None, closes_at: datetime | None = None) -> None:
    """Tell the players that they can put in what their characters do, and until when. Nobody, if it is hidden."""
    key, url = f"downtime {downtime.pk}", _url(downtime)
    settle(downtime.series, key)
    if is_hidden(downtime) or not downtime.is_open:
        return
    words = Text("The downtime “{title}” is open.", title=downtime.title)
    if closes_at:
        values = {"title": downtime.title, "moment": say_moment(closes_at)}
        words = Text("The downtime “{title}” closes on {moment}.", **values)
    notify(NoticeKind.DOWNTIME, downtime.series, _players(downtime, by), key, words, url, due_at=closes_at)
    announce(NoticeKind.DOWNTIME, downtime.series, key, words, url)


def notify_late(run: DowntimeRun, people: Iterable[User]) -> None:
    """Tell people who have put nothing in that a downtime closes soon."""
    downtime, at = run.downtime, run.closes_at
    values = {"title": downtime.title, "moment": say_moment(at) if at else ""}
    words = Text("The downtime “{title}” closes on {moment}, and your character has no plans in it yet.", **values)
    users = [person.pk for person in people]
    notify(NoticeKind.DEADLINE, downtime.series, users, _late_key(downtime), words, _url(downtime), due_at=at)


def settle_put_in(downtime: Downtime, user: int | None) -> None:
    """Nobody waits now for what this person's character does."""
    if user is not None:
        settle(downtime.series, f"downtime {downtime.pk}", [user])
        settle(downtime.series, _late_key(downtime), [user])


def settle_downtime(downtime: Downtime) -> None:
    """Nobody waits now for what anybody does in a downtime."""
    settle(downtime.series, f"downtime {downtime.pk}")
    settle(downtime.series, _late_key(downtime))


def notify_published(downtime: Downtime) -> None:
    """Tell the players that the results of a downtime are there. Nobody, if it is hidden."""
    settle_downtime(downtime)
    key, url = f"downtime {downtime.pk} published", _url(downtime)
    settle(downtime.series, key)
    if is_hidden(downtime):
        return
    words = Text("The results of the downtime “{title}” are published.", title=downtime.title)
    notify(NoticeKind.DOWNTIME, downtime.series, _players(downtime, None), key, words, url)
    announce(NoticeKind.DOWNTIME, downtime.series, key, words, url)


def notify_moved(downtime: Downtime, clock: int) -> None:
    """Tell everyone who takes part that the first day of a downtime has passed without it."""
    series = downtime.series
    calendar = parse_calendar(series.calendar)
    key, url = f"downtime {downtime.pk} moved", _url(downtime)
    words = Text(
        "“{title}” now starts on {now} instead of {planned}: a different number of days was spent.",
        title=downtime.title,
        planned=format_moment(downtime.begins_at or 0, calendar),
        now=format_moment(clock, calendar),
    )
    settle(series, key)
    players = [] if is_hidden(downtime) else _players(downtime, None)
    notify(NoticeKind.DOWNTIME, series, sorted({*players, *storytellers(series)}), key, words, url)


def is_hidden(downtime: Downtime) -> bool:
    """Whether players cannot see a downtime: it, its episode or its story is hidden."""
    return downtime.hidden or downtime.story.hidden or (downtime.episode is not None and downtime.episode.hidden)


def _players(downtime: Downtime, by: User | None) -> list[int]:
    """Return the keys of those who play a character that takes part."""
    played = Character.objects.filter(series=downtime.series, extra=False, owner__isnull=False)
    return sorted(set(played.values_list("owner", flat=True)) - {by.pk if by else None})


def _late_key(downtime: Downtime) -> str:
    return f"downtime {downtime.pk} late"


def _url(downtime: Downtime) -> str:
    return reverse("part", args=["downtime", downtime.pk])
