"""The list of a person's series, and the pages of one."""

from collections.abc import Callable, Sequence

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.attendance import read_attendance
from campaigns.calendar import format_moment, parse_calendar
from campaigns.chronicle import Branch, build_tree, find_open_scenes, open_scene, walk
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.experience_page import count_waiting
from campaigns.language import tell
from campaigns.models import Character, Downtime, Membership, Scene, Series, User
from campaigns.refusals import Stale
from campaigns.series_forms import BudgetForm, CalendarForm, ClockForm, OptionsForm, RemoveForm, SeriesForm
from campaigns.services.clock import CALENDAR
from campaigns.services.creation import BUDGET, list_open_titles
from campaigns.services.removal import require_owner
from campaigns.services.series import EDITABLE, OPTIONS
from campaigns.timeline import build_timeline
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_form, answer_form_once, posted_data, was_sent


@login_required("GET")
def series_list(request: HttpRequest, user: User) -> HttpResponse:
    """List the person's series, with their role and the open scene in each."""
    memberships = Membership.objects.filter(user=user).select_related("series__owner").order_by("series__name")
    scenes = find_open_scenes(memberships)
    shelf = [(membership, scenes.get(membership.series_id)) for membership in memberships]
    return render(request, "campaigns/series_list.html", {"shelf": shelf})


@login_required("GET", "POST")
def series_new(request: HttpRequest, user: User) -> HttpResponse:
    """Create a series."""
    form = SeriesForm(data=posted_data(request))

    def make() -> str:
        series = services.create_series(user, form.cleaned_data)
        messages.success(request, _("%(name)s is yours to tell. Invite your players next.") % {"name": series.name})
        return reverse("series", args=[series.pk])

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/series_form.html", {"form": form}, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET")
def series(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the series as the member may see it: the chronicle as a tree, characters, house notes."""
    _series, membership = access.get_series_for(user, pk)
    context = chronicle_context(membership, arranging="arrange" in request.GET) | people_context(membership)
    return render(request, "campaigns/series.html", context)


@login_required("GET", "POST")
def series_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Edit name, tone and house notes."""
    series, membership = access.get_series_to_run(user, pk)
    form = SeriesForm(series, posted_data(request))

    def change() -> str:
        with form.catch_conflict(series, EDITABLE):
            services.edit_series(membership, form.cleaned_data, form.cleaned_data[SEEN_FIELD])
        return reverse("series", args=[pk])

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/series_form.html", {"form": form, "series": series}, status=status)

    return answer_form(request, form, change, draw)


@login_required("GET", "POST")
def series_clock(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set the clock, and how long prompts wait."""
    series, membership = access.get_series_to_run(user, pk)
    form = ClockForm(series, posted_data(request))

    def change() -> None:
        values = form.cleaned_data
        try:
            done = services.set_clock(membership, form.seconds, values["prompt_seconds"], values[SEEN_FIELD])
        except Stale:
            series.refresh_from_db()
            form.see(series.clock)
            raise
        now = format_moment(done.clock, parse_calendar(done.calendar))
        messages.success(request, _("It is now %(moment)s.") % {"moment": tell(now)})

    return _settings(request, series, form, _("Clock"), change)


@login_required("GET", "POST")
def series_calendar(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set the names of months, weekdays and years."""
    series, membership = access.get_series_to_run(user, pk)
    form = CalendarForm(series, posted_data(request))

    def change() -> None:
        with form.catch_conflict(series, CALENDAR):
            services.set_calendar(membership, form.calendar, form.cleaned_data[SEEN_FIELD])

    return _settings(request, series, form, _("Calendar"), change)


@login_required("GET", "POST")
def series_options(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set the options of the rules."""
    series, membership = access.get_series_to_run(user, pk)
    form = OptionsForm(series, posted_data(request))

    def change() -> None:
        with form.catch_conflict(series, OPTIONS):
            services.set_options(membership, form.options, form.cleaned_data[SEEN_FIELD])
        messages.success(request, _("The rulings stand. A fight under way goes on by those it began with."))

    return _settings(request, series, form, _("Rulings"), change, has_budget=bool(list_open_titles(series)))


@login_required("GET", "POST")
def series_budget(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set what a new character spends where the sources name no number."""
    series, membership = access.get_series_to_run(user, pk)
    form = BudgetForm(series, posted_data(request))

    def change() -> None:
        with form.catch_conflict(series, BUDGET):
            services.set_budget(membership, form.budget, form.cleaned_data[SEEN_FIELD])
        messages.success(request, _("New characters are held to these numbers."))

    return _settings(request, series, form, _("Budget of new characters"), change, "campaigns/series_budget.html")


def _settings(
    request: HttpRequest,
    series: Series,
    form: forms.Form,
    title: str,
    settle: Callable[[], None],
    template: str = "campaigns/series_settings.html",
    *,
    has_budget: bool = False,
) -> HttpResponse:
    """Answer a form of settings. `has_budget`: whether the page leads to the budget of new characters."""

    def change() -> str:
        settle()
        return reverse("series", args=[series.pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "series": series, "title": title, "has_budget": has_budget}
        return render(request, template, context, status=status)

    return answer_form(request, form, change, draw)


@login_required("GET", "POST")
def series_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Say what goes, ask for the series' name, then remove it. If the form comes twice, the series is gone already."""
    if not was_sent(request, user):
        _load_own(user, pk)
    form = RemoveForm(posted_data(request))

    def remove() -> str:
        gone = services.remove_series(_load_own(user, pk), form.cleaned_data["name"])
        messages.success(request, _("%(name)s is removed, with everything in it.") % {"name": gone.name})
        return reverse("series_list")

    def draw(status: int) -> HttpResponse:
        series = _load_own(user, pk).series
        context = {"form": form, "series": series, "goes": _count_all(series)}
        return render(request, "campaigns/series_remove.html", context, status=status)

    return answer_form_once(request, user, form, remove, draw)


def _load_own(user: User, pk: int) -> Membership:
    series, membership = access.get_series_to_run(user, pk)
    require_owner(series, membership)
    return membership


def _count_all(series: Series) -> dict[str, object]:
    """Count what goes with a series, and the people besides its owner who lose it."""
    others = series.memberships.exclude(user=series.owner_id)
    return {
        "stories": series.stories.count(),
        "scenes": Scene.objects.filter(episode__story__series=series).count(),
        "downtimes": Downtime.objects.filter(story__series=series).count(),
        "characters": series.characters.count(),
        "members": list(others.values_list("user__username", flat=True)),
    }


def chronicle_context(membership: Membership, *, arranging: bool = False) -> dict[str, object]:
    """Return the context of the chronicle: the tree, its timeline, and the open scene, as the member may see them."""
    tree = build_tree(membership)
    scene = open_scene(membership)
    storyteller = access.is_storyteller(membership)
    downtimes = [branch.part for branch in walk(tree) if branch.kind == "downtime" and branch.part.is_open]
    return {
        "series": membership.series,
        "storyteller": storyteller,
        "arranging": arranging and storyteller,
        "tree": tree,
        "timeline": () if arranging else build_timeline(tree, scene, read_attendance(_scenes(tree))),
        "open_scene": scene,
        "open_downtime": downtimes[-1] if downtimes else None,
    }


def _scenes(tree: Sequence[Branch]) -> list[int]:
    return [branch.part.pk for branch in walk(tree) if branch.kind == "scene"]


def people_context(membership: Membership) -> dict[str, object]:
    """Return the context of the people: the members, and the characters that this member may know of."""
    characters = list(access.visible_characters(membership).select_related("owner").defer(*Character.UNLISTED))
    mine = [character for character in characters if character.owner_id == membership.user_id]
    others = [character for character in characters if character.owner_id != membership.user_id]
    return {
        "membership": membership,
        "mine": mine,
        "played": [character for character in others if character.owner_id and not character.extra],
        "unplayed": [character for character in others if not character.owner_id and not character.extra],
        "extras": [character for character in others if character.extra],
        "members": membership.series.memberships.select_related("user"),
        "waiting": count_waiting(membership.series) if access.is_storyteller(membership) else 0,
    }
