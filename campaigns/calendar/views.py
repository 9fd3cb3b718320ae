"""The calendar of a series: the page of a month, and the form of its months and moons."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.calendar.calendar import DAY, parse_calendar
from campaigns.calendar.forms import CalendarForm, DayForm
from campaigns.calendar.page import build_page, find_day
from campaigns.core import access
from campaigns.core.converters import parse_key
from campaigns.core.decorators import login_required
from campaigns.core.form_views import posted_data
from campaigns.core.records.pages import save_form
from campaigns.core.records.settings import answer_settings
from campaigns.models import User


@login_required("GET")
def calendar(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show a month as the member may see it: that of the day in the query, counted from 0, or of today."""
    series, membership = access.get_series_for(user, pk)
    day = find_day(series, parse_key(request.GET.get("day", "")))
    turn = DayForm(parse_calendar(series.calendar), series.clock, day, request.GET if "at_0" in request.GET else None)
    if turn.is_bound and turn.is_valid():
        return redirect(f"{reverse('calendar', args=[pk])}?day={turn.cleaned_data['at'] // DAY}")
    context = {
        "series": series,
        "storyteller": access.is_storyteller(membership),
        "page": build_page(membership, day),
        "turn": turn,
    }
    return render(request, "campaigns/calendar.html", context, status=422 if turn.is_bound else 200)


@login_required("GET", "POST")
def series_calendar(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set the names of months, weekdays, years and moons."""
    series, membership = access.get_series_to_run(user, pk)
    form = CalendarForm(membership, series, posted_data(request))
    return answer_settings(request, series, form, _("Calendar"), lambda: save_form(form))
