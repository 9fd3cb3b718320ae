"""Handouts: the list, the forms, the pictures, and showing them."""

from base64 import b64decode
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core.access import is_storyteller
from campaigns.core.converters import parse_key
from campaigns.core.decorators import login_required
from campaigns.core.pictures import answer_picture
from campaigns.core.records.form import RecordForm
from campaigns.core.records.pages import RecordPages
from campaigns.handouts.forms import HandoutForm
from campaigns.handouts.showing import hide_handout, list_people, show_handout
from campaigns.handouts.visible import find_handouts, get_handout_for, get_handout_to_run, visible_handouts
from campaigns.models import Handout, HandoutPicture, Membership, User
from rules.text import isolate_name

MANY = 8
"""The number of handouts from which on the list can be searched."""
MAX_WORDS = 100
EVERYBODY = "all"


class HandoutPages(RecordPages[Handout]):
    """The list of handouts, and their forms."""

    form = HandoutForm
    name, plural = "handout", "handouts"

    def list_context(self, request: HttpRequest, membership: Membership) -> dict[str, Any]:
        """Show the handouts that the member may see, and to a Storyteller those to whom she may show them."""
        known, words = list(visible_handouts(membership)), request.GET.get("find", "")[:MAX_WORDS]
        found: dict[str, Any] = {"handouts": find_handouts(known, words), "find": words, "are_many": len(known) >= MANY}
        return {**found, "people": list_people(membership.series)} if is_storyteller(membership) else found

    def find_way_on(self, row: Handout, form: RecordForm) -> str:
        """Go to the table that the form stands at, or to the list of handouts."""
        if not (form.beside["back"] and row.scene_id):
            return self.find_way_back(row)
        return reverse("table_plain" if form.beside["back"] == "plain" else "table", args=[row.scene_id])

    def say_saved(self, row: Handout, *, is_new: bool) -> str:
        """Say that nobody sees a new handout."""
        sentence = _("%(title)s saved. No one sees it until you show it.") % {"title": isolate_name(row.title)}
        return sentence if is_new else ""

    def say_removed(self, row: Handout) -> str:
        """Name what was deleted."""
        return _("%(title)s deleted.") % {"title": isolate_name(row.title)}


PAGES = HandoutPages(get_handout_to_run)


@login_required("GET")
def handout_picture(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the picture of a handout, for people who may see the handout now."""
    handout, _membership = get_handout_for(user, pk)
    image = b64decode(get_object_or_404(HandoutPicture, handout=handout).image)
    return answer_picture(request, image, handout.picture_name)


@login_required("POST")
def handout_show(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show a handout to everybody, or to the players of the characters that were ticked."""
    handout, membership = get_handout_to_run(user, pk)
    keys = [key for text in request.POST.getlist("character") if (key := parse_key(text)) is not None]
    show_handout(membership, handout, None if request.POST.get("to") == EVERYBODY else keys)
    messages.success(request, _("%(title)s is shown.") % {"title": isolate_name(handout.title)})
    return redirect(f"{reverse('handouts', args=[handout.series_id])}#handout-{pk}")


@login_required("POST")
def handout_hide(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Hide a handout that was shown from its page."""
    handout, membership = get_handout_to_run(user, pk)
    hide_handout(membership, handout)
    messages.success(request, _("%(title)s is hidden.") % {"title": isolate_name(handout.title)})
    return redirect(f"{reverse('handouts', args=[handout.series_id])}#handout-{pk}")
