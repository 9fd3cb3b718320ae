"""Create, change and remove a series, and what its page tells of the chronicle and its people."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.calendar.calendar import format_moment, parse_calendar
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, answer_form_once, posted_data, was_sent
from campaigns.core.language import translate
from campaigns.core.records.pages import save_form
from campaigns.core.records.settings import answer_settings
from campaigns.models import Character, Downtime, Membership, Role, Scene, Series, User
from campaigns.series.forms import BudgetForm, ClockForm, NewSeriesForm, OptionsForm, RemoveForm, SeriesForm
from campaigns.series.removal import remove_series, require_owner
from campaigns.series.services import begin_series, end_start
from campaigns.sessions.visible import next_session
from campaigns.sheets.creation import list_open_titles
from campaigns.sheets.heroes.views import find_table
from rules.text import isolate_name


@login_required("GET", "POST")
def series_new(request: HttpRequest, user: User) -> HttpResponse:
    """Create a series with its first scene."""
    form = NewSeriesForm(Membership(user=user), Series(), posted_data(request))

    def make() -> str:
        series = begin_series(user, form.cleaned_data)
        messages.success(request, _("%(name)s is yours to write.") % {"name": isolate_name(series.name)})
        return reverse("series", args=[series.pk])

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/series_form.html", {"form": form}, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET", "POST")
def series_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Edit name, tone and house notes."""
    series, membership = access.get_series_to_run(user, pk)
    form = SeriesForm(membership, series, posted_data(request))

    def change() -> str:
        save_form(form)
        return reverse("series", args=[pk])

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/series_form.html", {"form": form, "series": series}, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def series_started(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """End what shows the Storyteller how to begin, and lead back to the table."""
    _series, membership = access.get_series_to_run(user, pk)
    end_start(membership)
    return redirect(find_table(membership))


@login_required("GET", "POST")
def series_clock(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set the clock."""
    series, membership = access.get_series_to_run(user, pk)
    form = ClockForm(membership, series, posted_data(request))

    def change() -> None:
        done = save_form(form)
        now = format_moment(done.clock, parse_calendar(done.calendar))
        messages.success(request, _("It is now %(moment)s.") % {"moment": translate(now)})

    return answer_settings(request, series, form, _("Clock"), change)


@login_required("GET", "POST")
def series_options(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set the options of the rules."""
    series, membership = access.get_series_to_run(user, pk)
    form = OptionsForm(membership, series, posted_data(request))

    def change() -> None:
        save_form(form)
        messages.success(request, _("Rule options saved. A fight in progress keeps the old ones."))

    return answer_settings(request, series, form, _("Rule options"), change, has_budget=bool(list_open_titles(series)))


@login_required("GET", "POST")
def series_budget(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Set what a new character spends where the sources name no number."""
    series, membership = access.get_series_to_run(user, pk)
    form = BudgetForm(membership, series, posted_data(request))

    def change() -> None:
        save_form(form)
        messages.success(request, _("New characters must stay within these numbers."))

    return answer_settings(
        request, series, form, _("Budget for new characters"), change, "campaigns/series_budget.html"
    )


@login_required("GET", "POST")
def series_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Say what goes, ask for the series' name, then remove it. If the form comes twice, the series is gone already."""
    if not was_sent(request, user):
        _load_own(user, pk)
    form = RemoveForm(posted_data(request))

    def remove() -> str:
        gone = remove_series(_load_own(user, pk), form.cleaned_data["name"])
        messages.success(request, _("%(name)s was deleted with everything in it.") % {"name": isolate_name(gone.name)})
        return reverse("series_list")

    def draw(status: int) -> HttpResponse:
        series = _load_own(user, pk).series
        context = {"form": form, "series": series, "goes": _count_all(series)}
        return render(request, "campaigns/series_remove.html", context, status=status)

    again = _("The series was deleted with everything in it.")
    return answer_form_once(request, user, form, remove, draw, again=again)


def _load_own(user: User, pk: int) -> Membership:
    series, membership = access.get_series_to_run(user, pk)
    require_owner(series, membership)
    return membership


def _count_all(series: Series) -> dict[str, object]:
    """Count what goes with a series, and the people in addition to its owner who lose it."""
    others = series.memberships.exclude(user=series.owner_id)
    return {
        "stories": series.stories.count(),
        "scenes": Scene.objects.filter(episode__story__series=series).count(),
        "downtimes": Downtime.objects.filter(story__series=series).count(),
        "characters": series.characters.count(),
        "members": list(others.values_list("user__username", flat=True)),
    }


def people_context(
    membership: Membership, characters: Sequence[Character], members: Sequence[Membership]
) -> dict[str, object]:
    """Return the context of the people: the `members`, and the characters in addition to the party, of those given."""
    return {
        "membership": membership,
        "unplayed": [character for character in characters if character.owner_id is None and not character.extra],
        "extras": [character for character in characters if character.extra],
        "members": members,
        "is_new": access.is_storyteller(membership) and len(members) == 1,
        "wants_character": membership.role == Role.PLAYER
        and not any(character.owner_id == membership.user_id for character in characters),
        "upcoming": next_session(membership),
    }
