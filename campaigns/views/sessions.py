"""Sessions: the list, proposing, answering, fixing a date, who was there, and the feed for other calendars."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.converters import read_key
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.feeds import write_feed
from campaigns.models import Reply, User
from campaigns.refusals import Refused
from campaigns.services.absences import list_absences
from campaigns.services.sessions import EDITABLE
from campaigns.session_forms import SessionForm
from campaigns.sessions import (
    get_session_for,
    get_session_to_run,
    guess_attendees,
    list_sessions,
    next_session,
    read_dates,
)
from campaigns.views.decorators import login_required, require_methods
from campaigns.views.form_views import answer_form, answer_form_once, posted_data

ANSWER = "date-"
"""The beginning of the name of a field with the reply to a date."""


@login_required("GET")
def sessions(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the sessions of a series, and tell the person the address of their feed."""
    series, membership = access.get_series_for(user, pk)
    address = request.build_absolute_uri(reverse("feed", args=[user.feed_token])) if user.feed_token else ""
    context = {
        "series": series,
        "storyteller": access.is_storyteller(membership),
        "upcoming": next_session(membership),
        "sessions": list_sessions(membership),
        "feed": f"{address}?in={translation.get_language()}" if address else "",
    }
    return render(request, "campaigns/sessions.html", context)


@login_required("GET", "POST")
def session_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Propose dates for a session."""
    series, membership = access.get_series_to_run(user, pk)
    form = SessionForm(None, posted_data(request))

    def make() -> str:
        is_fixed = form.cleaned_data["fixed"]
        made = services.propose_session(membership, form.values, form.dates, is_fixed=is_fixed)
        return reverse("session", args=[made.pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "series": series, "absences": list_absences(membership)}
        return render(request, "campaigns/session_form.html", context, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET")
def session(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show a session: its dates with everybody's answers, and afterwards who was there."""
    session, membership = get_session_for(user, pk)
    storyteller = access.is_storyteller(membership)
    members = list(membership.series.memberships.select_related("user"))
    names, dates = read_dates(session, members, user, list_absences(membership))
    context = {
        "series": membership.series,
        "storyteller": storyteller,
        "session": session,
        "members": members,
        "names": names,
        "dates": dates,
        "replies": Reply.choices,
        "attendees": list(session.attendees.all()),
        "there": guess_attendees(session) if storyteller and session.has_begun else (),
    }
    return render(request, "campaigns/session.html", context)


@login_required("GET", "POST")
def session_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a session, or propose further dates."""
    session, membership = get_session_to_run(user, pk)
    form = SessionForm(session, posted_data(request))

    def change() -> str:
        with form.catch_conflict(session, EDITABLE):
            services.edit_session(membership, session, form.values, form.dates, form.cleaned_data[SEEN_FIELD])
        return reverse("session", args=[pk])

    def draw(status: int) -> HttpResponse:
        absences = list_absences(membership)
        context = {"form": form, "series": membership.series, "session": session, "absences": absences}
        return render(request, "campaigns/session_form.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def session_answer(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Answer the proposed dates."""
    session, membership = get_session_for(user, pk)
    said = {
        read_key(name.removeprefix(ANSWER)): reply for name, reply in request.POST.items() if name.startswith(ANSWER)
    }
    services.answer_dates(membership, session, {key: str(reply) for key, reply in said.items() if key is not None})
    messages.success(request, _("Your answer is noted."))
    return redirect("session", pk)


@login_required("POST")
def session_fix(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Fix a proposed date, or leave it open again."""
    session, membership = get_session_to_run(user, pk)
    services.fix_date(membership, session, _read_date(request) if request.POST.get("date") else None)
    return redirect("session", pk)


@login_required("POST")
def session_date_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Take a proposed date out."""
    session, membership = get_session_to_run(user, pk)
    services.remove_date(membership, session, _read_date(request))
    return redirect("session", pk)


def _read_date(request: HttpRequest) -> int:
    key = read_key(request.POST.get("date", ""))
    if key is None:
        raise Refused(_("Choose one of the dates."), status=422)
    return key


@login_required("POST")
def session_attendance(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Note down who was there."""
    session, membership = get_session_to_run(user, pk)
    people = [read_key(text) for text in request.POST.getlist("present")]
    services.keep_attendance(membership, session, [key for key in people if key is not None])
    messages.success(request, _("Noted down."))
    return redirect("session", pk)


@login_required("POST")
def session_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Delete a session."""
    session, membership = get_session_to_run(user, pk)
    services.remove_session(membership, session)
    messages.success(request, _("The session is taken out."))
    return redirect("sessions", membership.series_id)


@login_required("POST")
def feed_renew(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Give the person's feed a new address, or end it. It leads back to the sessions of a series."""
    access.get_series_for(user, pk)
    if request.POST.get("end"):
        services.end_feed(user)
    else:
        services.renew_feed(user)
    return redirect(f"{reverse('sessions', args=[pk])}#feed-h")


@require_methods("GET")
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return the dates of the person to whom this secret belongs, as an iCalendar file. Raises 404 for others."""
    user = User.objects.filter(feed_token=token, is_active=True).first()
    if user is None:
        raise Http404
    asked = request.GET.get("in", "")
    with translation.override(asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        content = write_feed(user, request.get_host())
    headers = {"Cache-Control": "private", "Content-Disposition": 'inline; filename="storywheel.ics"'}
    return HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)
