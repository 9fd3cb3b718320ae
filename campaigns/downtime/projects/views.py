"""Extended projects: begin, rate, give up. They get days on the page of a downtime."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from campaigns.core import access
from campaigns.core.converters import parse_key
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, answer_form_once, posted_data
from campaigns.core.language import translate
from campaigns.core.records.pages import save_form
from campaigns.downtime.projects.forms import ProjectForm, RatingForm
from campaigns.downtime.projects.odds import weigh_project
from campaigns.downtime.projects.services import give_up_project
from campaigns.models import Character, Downtime, Membership, Project, RunState, User
from campaigns.sheets.kept_rolls import say_field
from rules import get_system
from rules.text import isolate_name


@never_cache
@login_required("GET", "POST")
def project_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Begin an extended project. Opened from the days of a downtime, it redirects back there.

    Browsers do not keep the page, so that the back button after sending it shows an empty form.
    """
    character, membership = access.get_character_to_edit(user, pk)
    rest = _find_downtime(user, membership, request.GET.get("days", ""))
    form = ProjectForm(membership, Project(character=character), posted_data(request))

    def make() -> str:
        made = save_form(form)
        messages.success(request, _("“%(title)s” started. Now give it days.") % {"title": isolate_name(made.title)})
        if rest is None:
            return reverse("project", args=[made.pk])
        return f"{reverse('downtime_days', args=[rest.pk])}?character={pk}&project={made.pk}"

    def draw(status: int) -> HttpResponse:
        return _project_page(request, character, membership, form, None, status)

    if "weigh" in request.POST and form.is_valid():
        form.odds = weigh_project(Project(character=character, **form.values))
        return draw(200)
    return answer_form_once(request, user, form, make, draw)


def _find_downtime(user: User, membership: Membership, text: str) -> Downtime | None:
    """Return the downtime of the series from whose page the person came, if any."""
    if (key := parse_key(text)) is None:
        return None
    part, other = access.get_part_for(Downtime, user, key)
    if other != membership:
        raise Http404
    return part


@login_required("GET", "POST")
def project(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show a project. Storytellers rate it, its player may give it up."""
    found, membership = access.get_project_to_edit(user, pk)
    if "give_up" in request.POST:
        give_up_project(membership, found)
        return redirect("project", pk)
    if request.method == "POST":
        access.require_storyteller(membership)
    form = RatingForm(membership, found, posted_data(request))

    def rate() -> str:
        save_form(form)
        messages.success(request, _("“%(title)s” is reviewed.") % {"title": isolate_name(found.title)})
        return reverse("project", args=[pk])

    def draw(status: int) -> HttpResponse:
        return _project_page(request, found.character, membership, form, found, status)

    return answer_form(request, form, rate, draw)


def _project_page(
    request: HttpRequest,
    character: Character,
    membership: Membership,
    form: RatingForm,
    found: Project | None,
    status: int,
) -> HttpResponse:
    context = {
        "character": character,
        "series": membership.series,
        "storyteller": access.is_storyteller(membership),
        "form": form,
        "project": found,
        "rolled": _describe_roll(found) if found else [],
        "more": _describe_additions(found) if found else [],
        "odds": weigh_project(found) if found and not found.outcome else form.odds,
        "downtimes": _open_downtimes(membership),
    }
    return render(request, "campaigns/project.html", context, status=status)


def _describe_roll(project: Project) -> list[str]:
    """Return what is rolled for it, in the words of the game."""
    system = get_system(project.character.series.system)
    fields = {field.name: field for field in system.rolls.fields(project.character.parsed_sheet())}
    asked = [(fields[name], project.request.get(name)) for name in system.tasks.spoken.traits if name in fields]
    return [choice.label for field, value in asked if value for choice in field.choices if choice.value == value]


def _describe_additions(project: Project) -> list[str]:
    """Return what is chosen for each roll in addition to the traits, in the words of the game."""
    system = get_system(project.character.series.system)
    spoken = system.tasks.spoken.traits
    fields = system.rolls.fields(project.character.parsed_sheet())
    return [
        translate(say_field(field, value))
        for field in fields
        if field.name not in spoken and (value := project.request.get(field.name))
    ]


def _open_downtimes(membership: Membership) -> list[Downtime]:
    """Return the downtimes that take plans now."""
    parts = Downtime.objects.filter(story__series=membership.series_id, closed_at=None)
    taken = (RunState.RUNNING, RunState.LOOK, RunState.PUBLISHED)
    return list(access.visible_parts(parts, membership).exclude(run__state__in=taken))
