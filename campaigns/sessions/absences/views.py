"""Absences of members, and the rest days and quiet hours of a series."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.days import say_days
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, posted_data
from campaigns.core.records.pages import save_form
from campaigns.core.records.settings import answer_settings
from campaigns.core.timezone import TIMEZONE_FIELD, get_timezone
from campaigns.models import Absence, User
from campaigns.sessions.absences.forms import AbsenceForm, RestForm
from campaigns.sessions.absences.services import announce_absence, end_absence, list_absences
from campaigns.sessions.working_time import find_zone, remember_zone


@login_required("GET", "POST")
def absences(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Tell who is away, as far as the member may know, and announce an absence."""
    series, membership = access.get_series_for(user, pk)
    form = AbsenceForm(membership, get_timezone(request), posted_data(request))

    def change() -> str:
        remember_zone(user.pk, request.COOKIES.get(TIMEZONE_FIELD, ""), find_zone(user.pk))
        made = announce_absence(membership, form.target, *form.span, form.stand_in, acts_as_usual=form.acts_as_usual)
        values = {"days": say_days(made.first_day, made.last_day)}
        messages.success(request, _("Absence announced: %(days)s.") % values)
        return reverse("absences", args=[pk])

    def draw(status: int) -> HttpResponse:
        context = {
            "series": series,
            "membership": membership,
            "storyteller": access.is_storyteller(membership),
            "form": form,
            "absences": list_absences(membership),
        }
        return render(request, "campaigns/absences.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def absence_end(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Take an absence back: the person's own, or for the Storyteller anybody's."""
    absence = get_object_or_404(Absence.objects.filter(member__series__memberships__user=user), pk=pk)
    target, membership = access.get_member_or_self(user, absence.member_id)
    end_absence(membership, absence)
    messages.success(request, _("Absence taken back."))
    return redirect("absences", target.series_id)


@login_required("GET", "POST")
def series_rest(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set rest days and quiet hours."""
    series, membership = access.get_series_to_run(user, pk)
    form = RestForm(membership, series, posted_data(request))

    def change() -> None:
        save_form(form)
        messages.success(request, _("Deadlines now pause during these hours. Running ones never get shorter."))

    return answer_settings(request, series, form, _("Rest days and quiet hours"), change)
