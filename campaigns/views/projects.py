"""Extended projects: begun, rated by the Storyteller, given up. Days are given to them on the page of a downtime."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access
from campaigns.downtime_forms import ProjectForm
from campaigns.models import Character, Downtime, Membership, Project, RunState, User
from campaigns.refusals import Refused
from campaigns.services import downtime as service
from campaigns.views.gate import signed_in
from campaigns.views.sending import answer_once, blame


@signed_in("GET", "POST")
def project_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Begin an extended project."""
    character, membership = access.get_character_to_edit(user, pk)
    posted = request.POST if request.method == "POST" else None
    form, status = ProjectForm(character, data=posted), 200 if posted is None else 422

    def begin() -> str:
        made = service.begin_project(membership, character, form.cleaned_data["title"], form.values)
        messages.success(request, _("“%(title)s” is begun: give it days.") % {"title": made.title})
        return reverse("project", args=[made.pk])

    if posted is not None and form.is_valid():
        try:
            return answer_once(request, user, begin)
        except Refused as refusal:
            status = blame(form, refusal)
    return _project_page(request, character, membership, form, None, status)


@signed_in("GET", "POST")
def project(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """A project as it stands; the Storyteller rates it, its player may give it up."""
    found, membership = access.get_project_to_edit(user, pk)
    form = ProjectForm(found.character, found, request.POST if "rate" in request.POST else None)
    if request.method == "POST":
        if "give_up" in request.POST:
            service.give_up_project(membership, found)
            return redirect("project", pk)
        access.require_storyteller(membership)
        if "rate" in request.POST and form.is_valid():
            service.rate_project(membership, found, form.values)
            return redirect("project", pk)
    status = 422 if request.method == "POST" else 200
    return _project_page(request, found.character, membership, form, found, status)


def _project_page(
    request: HttpRequest,
    character: Character,
    membership: Membership,
    form: ProjectForm,
    found: Project | None,
    status: int,
) -> HttpResponse:
    context = {
        "character": character,
        "series": membership.series,
        "storyteller": access.is_storyteller(membership),
        "form": form,
        "project": found,
        "downtimes": _open_downtimes(membership),
    }
    return render(request, "campaigns/project.html", context, status=status)


def _open_downtimes(membership: Membership) -> list[Downtime]:
    """The downtimes that take plans now."""
    parts = Downtime.objects.filter(story__series=membership.series_id, closed_at=None)
    taken = (RunState.RUNNING, RunState.LOOK, RunState.PUBLISHED)
    return list(access.visible_parts(parts, membership).exclude(run__state__in=taken))
