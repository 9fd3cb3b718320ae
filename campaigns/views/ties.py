"""The relationship map with its list and history, and the forms of ties."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.models import KnownTo, Subject, User
from campaigns.people import add_faces
from campaigns.services.ties import EDITABLE
from campaigns.tie_forms import TieForm
from campaigns.tie_map import NARROW, draw_map
from campaigns.tie_offers import list_offers
from campaigns.ties import get_tie_to_run, list_changes, read_ties, ties_at, visible_ties
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_form, answer_form_once, posted_data

ASKED = ("source", "target", "kind", "words", "strength", "name")


@login_required("GET")
def ties(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Draw the ties that the member knows of, as they are now or as they were after a scene."""
    series, membership = access.get_series_for(user, pk)
    storyteller = access.is_storyteller(membership)
    known = read_ties(visible_ties(membership), membership)
    changes = list_changes(known)
    scenes = [one.scene for one in changes if one.scene]
    scene = next((one for one in scenes if str(one.pk) == request.GET.get("at")), None)
    shown = ties_at(known, scene)
    ends: dict[int, Subject] = {}
    for one in shown:
        ends |= {one.tie.source_id: one.tie.source, one.tie.target_id: one.tie.target}
    faces = add_faces(ends.values(), membership)
    context = {
        "series": series,
        "storyteller": storyteller,
        "ties": shown,
        "maps": {"wide": draw_map(shown, faces), "narrow": draw_map(shown, faces, NARROW)},
        "changes": changes,
        "scenes": scenes,
        "scene": scene,
        "offers": list_offers(membership, [one.tie for one in known]) if storyteller else (),
    }
    return render(request, "campaigns/ties.html", context)


@login_required("GET", "POST")
def tie_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Make a tie, perhaps from what a sheet offers."""
    series, membership = access.get_series_to_run(user, pk)
    asked: dict[str, object] = {name: request.GET[name] for name in ASKED if name in request.GET}
    if "knower" in request.GET:
        asked |= {"known_to": KnownTo.SOME, "knowers": [request.GET["knower"]]}
    form = TieForm(membership, None, posted_data(request), asked)

    def make() -> str:
        made = services.add_tie(membership, *form.ends, form.values, form.knowers)
        messages.success(request, _("The tie of %(name)s is drawn.") % {"name": made.source.name})
        return reverse("ties", args=[pk])

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/tie_form.html", {"form": form, "series": series}, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET", "POST")
def tie_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a tie, end it, or let another take its place."""
    tie, membership = get_tie_to_run(user, pk)
    form = TieForm(membership, tie, posted_data(request))

    def change() -> str:
        keeps_old, seen = form.cleaned_data["keeps_old"], form.cleaned_data[SEEN_FIELD]
        with form.catch_conflict(tie, EDITABLE):
            services.edit_tie(membership, tie, form.values, form.knowers, keeps_old=keeps_old, seen=seen)
        return reverse("ties", args=[tie.series_id])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "tie": tie, "series": tie.series}
        return render(request, "campaigns/tie_form.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def tie_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Delete a tie."""
    tie, membership = get_tie_to_run(user, pk)
    services.remove_tie(membership, tie)
    messages.success(request, _("The tie is taken out."))
    return redirect("ties", tie.series_id)
