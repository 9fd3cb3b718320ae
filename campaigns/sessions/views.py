"""Sessions: the list, proposing, answering, fixing a date, who was there, and the feed for other calendars."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from campaigns.chronicle.awards import list_awards
from campaigns.core import access
from campaigns.core.converters import parse_key
from campaigns.core.decorators import login_required, require_methods
from campaigns.core.records.pages import RecordPages
from campaigns.core.refusals import Refused
from campaigns.models import Membership, Reply, Session, User
from campaigns.sessions.absences.services import list_absences
from campaigns.sessions.forms import SessionForm
from campaigns.sessions.services import answer_dates, end_feed, fix_date, keep_attendance, remove_date, renew_feed
from campaigns.sessions.visible import (
    fold_years,
    get_session_for,
    get_session_to_run,
    guess_attendees,
    list_played,
    list_sessions,
    load_dates,
    next_session,
)

ANSWER = "date-"
"""The beginning of the name of a field with the reply to a date."""


class SessionPages(RecordPages[Session]):
    """The list of sessions, the page of one, and its form."""

    form = SessionForm
    name, plural = "session", "sessions"

    def list_context(self, request: HttpRequest, membership: Membership) -> dict[str, Any]:
        """Show the sessions, and the person the address of their feed."""
        token = membership.user.feed_token
        address = request.build_absolute_uri(reverse("feed", args=[token])) if token else ""
        shown, years = fold_years(list_sessions(membership))
        return {
            "upcoming": next_session(membership),
            "sessions": shown,
            "years": years,
            "feed": f"{address}?in={translation.get_language()}" if address else "",
        }

    def page_context(self, request: HttpRequest, row: Session, membership: Membership) -> dict[str, Any]:
        """Show its dates with everybody's answers, and afterwards who was there."""
        members = list(membership.series.memberships.select_related("user"))
        names, dates = load_dates(row, members, membership.user, list_absences(membership))
        is_over = access.is_storyteller(membership) and row.has_begun
        return {
            "members": members,
            "names": names,
            "dates": dates,
            "replies": Reply.choices,
            "attendees": list(row.attendees.all()),
            "played": list_played(row, membership),
            "awards": list_awards(row, membership),
            "there": guess_attendees(row) if is_over else (),
        }

    def form_context(self, row: Session | None, blank: Session, membership: Membership) -> dict[str, Any]:
        """Show beside the form who is away."""
        return super().form_context(row, blank, membership) | {"absences": list_absences(membership)}

    def say_removed(self, row: Session) -> str:
        """Say that it was deleted."""
        return _("Session deleted.")


PAGES = SessionPages(get_session_to_run, get_session_for)


@login_required("POST")
def session_answer(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Answer the proposed dates."""
    session, membership = get_session_for(user, pk)
    said = {
        parse_key(name.removeprefix(ANSWER)): reply for name, reply in request.POST.items() if name.startswith(ANSWER)
    }
    answer_dates(membership, session, {key: str(reply) for key, reply in said.items() if key is not None})
    messages.success(request, _("Answer saved."))
    return redirect("session", pk)


@login_required("POST")
def session_fix(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Fix a proposed date, or leave it open again."""
    session, membership = get_session_to_run(user, pk)
    fix_date(membership, session, _parse_date(request) if request.POST.get("date") else None)
    return redirect("session", pk)


@login_required("POST")
def session_date_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Take a proposed date out."""
    session, membership = get_session_to_run(user, pk)
    remove_date(membership, session, _parse_date(request))
    return redirect("session", pk)


def _parse_date(request: HttpRequest) -> int:
    key = parse_key(request.POST.get("date", ""))
    if key is None:
        raise Refused(_("Choose one of the dates."), status=422)
    return key


@login_required("POST")
def session_attendance(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Note down who was there."""
    session, membership = get_session_to_run(user, pk)
    people = [parse_key(text) for text in request.POST.getlist("present")]
    keep_attendance(membership, session, [key for key in people if key is not None])
    messages.success(request, _("Saved."))
    return redirect("session", pk)


@login_required("POST")
def feed_renew(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Give the person's feed a new address, or end it. It leads back to the sessions of a series."""
    access.get_series_for(user, pk)
    if request.POST.get("end"):
        end_feed(user)
    else:
        renew_feed(user)
    return redirect(f"{reverse('sessions', args=[pk])}#feed-h")


@require_methods("GET")
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return the dates of the person to whom this secret belongs, as an iCalendar file. Raises 404 for others."""
    from campaigns.sessions.feeds import write_feed  # iCalendar takes memory, and few ask for it

    user = User.objects.filter(feed_token=token, is_active=True).first()
    if user is None:
        raise Http404
    asked = request.GET.get("in", "")
    with translation.override(asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        content = write_feed(user, request.get_host())
    headers = {"Cache-Control": "private", "Content-Disposition": 'inline; filename="storywheel.ics"'}
    return HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)
