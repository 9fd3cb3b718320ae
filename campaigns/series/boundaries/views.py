"""The lines and veils of a series: one page that every member reads."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, answer_form_once, posted_data
from campaigns.core.records.pages import save_form
from campaigns.core.refusals import Stale
from campaigns.models import User
from campaigns.series.boundaries.forms import BoundariesForm, BoundaryForm
from campaigns.series.boundaries.services import add_boundary, list_boundaries, mark_read


@login_required("GET", "POST")
def boundaries(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List lines and veils, with who has read them; take a new one from any member."""
    series, membership = access.get_series_for(user, pk)
    form = BoundaryForm(posted_data(request))

    def add() -> str:
        add_boundary(membership, form.cleaned_data["kind"], form.cleaned_data["text"])
        return reverse("boundaries", args=[pk])

    def draw(status: int) -> HttpResponse:
        members = series.memberships.select_related("user", "series")
        context = {
            "series": series,
            "membership": membership,
            "storyteller": access.is_storyteller(membership),
            "boundaries": list_boundaries(series),
            "members": members,
            "form": form,
        }
        return render(request, "campaigns/boundaries.html", context, status=status)

    return answer_form_once(request, user, form, add, draw)


@login_required("GET", "POST")
def boundaries_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Rewrite lines and veils, as the Storyteller may."""
    series, membership = access.get_series_to_run(user, pk)
    form = BoundariesForm(membership, series, posted_data(request))

    def change() -> str:
        save_form(form)
        return reverse("boundaries", args=[pk])

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "series": series, "title": _("Lines and veils")}
        return render(request, "campaigns/series_settings.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def boundaries_read(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Keep that this member has read the lines and veils."""
    _series, membership = access.get_series_for(user, pk)
    try:
        mark_read(membership, request.POST.get("mark", ""))
    except Stale as refusal:
        messages.error(request, refusal.sentence)
    return redirect("boundaries", pk)
