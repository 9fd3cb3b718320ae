"""The list of a person's series, and the page of one."""

from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.attendance import read_attendance
from campaigns.calendar import read_calendar, say_moment
from campaigns.chronicle import Branch, draw_tree, open_scene, walk
from campaigns.experience_page import count_waiting
from campaigns.models import Membership, Series, User
from campaigns.phrases import tell
from campaigns.refusals import Refused
from campaigns.ribbon import draw_ribbon
from campaigns.series_forms import CalendarForm, ClockForm, OptionsForm, SeriesForm
from campaigns.views.gate import signed_in
from campaigns.views.sending import answer_once, blame


@signed_in("GET")
def series_list(request: HttpRequest, user: User) -> HttpResponse:
    """The series that the person is in, with the role in each and the way to its open scene."""
    memberships = (
        Membership.objects.filter(user=user).select_related("series", "series__owner").order_by("series__name")
    )
    shelf = [(membership, open_scene(draw_tree(membership))) for membership in memberships]
    return render(request, "campaigns/series_list.html", {"shelf": shelf})


@signed_in("GET", "POST")
def series_new(request: HttpRequest, user: User) -> HttpResponse:
    """Make a series."""
    posted = request.POST if request.method == "POST" else None
    form, status = SeriesForm(data=posted), 200 if posted is None else 422

    def make() -> str:
        series = services.create_series(user, form.cleaned_data)
        messages.success(request, _("%(name)s is yours to tell. Invite your players next.") % {"name": series.name})
        return reverse("series", args=[series.pk])

    if posted is not None and form.is_valid():
        try:
            return answer_once(request, user, make)
        except Refused as refusal:
            status = blame(form, refusal)
    return render(request, "campaigns/series_form.html", {"form": form}, status=status)


@signed_in("GET")
def series(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """The whole series as the member may see it: the chronicle as a tree, the characters, the house notes."""
    _, membership = access.get_series_for(user, pk)
    context = chronicle_context(membership, arranging="arrange" in request.GET) | people_context(membership)
    return render(request, "campaigns/series.html", context)


@signed_in("GET", "POST")
def series_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change name, tone and house notes."""
    series, membership = access.get_series_to_run(user, pk)
    form = SeriesForm(series, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.edit_series(membership, form.cleaned_data)
        return redirect("series", pk)
    context = {"form": form, "series": series}
    return render(request, "campaigns/series_form.html", context, status=422 if request.method == "POST" else 200)


@signed_in("GET", "POST")
def series_clock(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Put the clock to another time, and set how long prompts wait."""
    series, membership = access.get_series_to_run(user, pk)
    form = ClockForm(series, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.set_clock(membership, form.seconds, form.cleaned_data["prompt_seconds"])
        now = say_moment(form.seconds, read_calendar(series.calendar))
        messages.success(request, _("It is now %(moment)s.") % {"moment": tell(now)})
        return redirect("series", pk)
    return _settings(request, series, form, _("Clock"))


@signed_in("GET", "POST")
def series_calendar(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Name months, weekdays and years."""
    series, membership = access.get_series_to_run(user, pk)
    form = CalendarForm(series, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.set_calendar(membership, form.calendar)
        return redirect("series", pk)
    return _settings(request, series, form, _("Calendar"))


@signed_in("GET", "POST")
def series_options(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Settle the rulings that the game leaves to the table."""
    series, membership = access.get_series_to_run(user, pk)
    form = OptionsForm(series, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.set_options(membership, form.options)
        messages.success(request, _("The rulings stand. A fight under way goes on by those it began with."))
        return redirect("series", pk)
    return _settings(request, series, form, _("Rulings"))


def _settings(request: HttpRequest, series: Series, form: forms.Form, title: str) -> HttpResponse:
    context = {"form": form, "series": series, "title": title}
    status = 422 if request.method == "POST" else 200
    return render(request, "campaigns/series_settings.html", context, status=status)


def chronicle_context(membership: Membership, *, arranging: bool = False) -> dict[str, object]:
    """What the chronicle shows to this member: the tree, the ribbon above it, and the way to the open scene."""
    tree = draw_tree(membership)
    scene = open_scene(tree)
    storyteller = access.is_storyteller(membership)
    return {
        "series": membership.series,
        "storyteller": storyteller,
        "arranging": arranging and storyteller,
        "tree": tree,
        "ribbon": () if arranging else draw_ribbon(tree, scene, read_attendance(_scenes(tree))),
        "open_scene": scene,
    }


def _scenes(tree: Sequence[Branch]) -> list[int]:
    return [branch.part.pk for branch in walk(tree) if branch.kind == "scene"]


def people_context(membership: Membership) -> dict[str, object]:
    """Who is in the series: its members, and the characters that this one may know of."""
    characters = list(access.visible_characters(membership).select_related("owner"))
    others = [character for character in characters if character.owner_id != membership.user_id]
    return {
        "membership": membership,
        "mine": [character for character in characters if character not in others],
        "others": [character for character in others if not character.extra],
        "extras": [character for character in others if character.extra],
        "members": membership.series.memberships.select_related("user"),
        "waiting": count_waiting(membership.series) if access.is_storyteller(membership) else 0,
    }
