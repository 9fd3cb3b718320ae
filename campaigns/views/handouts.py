"""Handouts: the list, the forms, and the pictures themselves."""

from base64 import b64decode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import access, services
from campaigns.edit_conflict import SEEN_FIELD
from campaigns.handout_forms import HandoutForm
from campaigns.handouts import get_handout_for, get_handout_to_run, visible_handouts
from campaigns.models import Handout, HandoutPicture, User
from campaigns.services.handout_showing import list_people
from campaigns.services.handouts import EDITABLE
from campaigns.views.decorators import login_required
from campaigns.views.form_views import answer_form, answer_form_once, posted_data
from campaigns.views.portraits import answer_picture


@login_required("GET")
def handouts(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """List the handouts of a series that the member may see."""
    series, membership = access.get_series_for(user, pk)
    storyteller = access.is_storyteller(membership)
    context = {"series": series, "storyteller": storyteller, "handouts": visible_handouts(membership)}
    if storyteller:
        context["people"] = list_people(series)
    return render(request, "campaigns/handouts.html", context)


@login_required("GET")
def handout_picture(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the picture of a handout, for people who may see the handout now."""
    handout, _membership = get_handout_for(user, pk)
    image = b64decode(get_object_or_404(HandoutPicture, handout=handout).image)
    return answer_picture(request, image, handout.picture_name)


@login_required("GET", "POST")
def handout_new(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Make a handout that nobody sees yet."""
    series, membership = access.get_series_to_run(user, pk)
    form = HandoutForm(membership, None, posted_data(request), request.FILES or None)

    def make() -> str:
        handout = services.add_handout(membership, form.values, form.content)
        messages.success(request, _("%(title)s is there. Nobody sees it until you show it.") % {"title": handout.title})
        return _lead_back(form, handout)

    def draw(status: int) -> HttpResponse:
        return render(request, "campaigns/handout_form.html", {"form": form, "series": series}, status=status)

    return answer_form_once(request, user, form, make, draw)


@login_required("GET", "POST")
def handout_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Change a handout that nobody sees."""
    handout, membership = get_handout_to_run(user, pk)
    form = HandoutForm(membership, handout, posted_data(request), request.FILES or None)

    def change() -> str:
        with form.catch_conflict(handout, EDITABLE):
            services.edit_handout(membership, handout, form.values, form.content, form.cleaned_data[SEEN_FIELD])
        return _lead_back(form, handout)

    def draw(status: int) -> HttpResponse:
        context = {"form": form, "series": handout.series, "handout": handout}
        return render(request, "campaigns/handout_form.html", context, status=status)

    return answer_form(request, form, change, draw)


@login_required("POST")
def handout_remove(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Delete a handout that nobody sees."""
    handout, membership = get_handout_to_run(user, pk)
    services.remove_handout(membership, handout)
    messages.success(request, _("%(title)s is taken out.") % {"title": handout.title})
    return redirect("handouts", handout.series_id)


def _lead_back(form: HandoutForm, handout: Handout) -> str:
    """Return the table that the form stands at, or the list of handouts."""
    scene = form.values["scene_id"]
    at_table = form.cleaned_data["back"] and scene
    return reverse("table", args=[scene]) if at_table else reverse("handouts", args=[handout.series_id])
