"""Portraits: the picture itself, and the page that changes it."""

from base64 import b64decode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_form, posted_data
from campaigns.core.pictures import MAX_BYTES, answer_picture
from campaigns.models import Character, Portrait, User
from campaigns.people.portraits.drawing import make_face
from campaigns.people.portraits.forms import PortraitForm
from campaigns.people.portraits.services import remove_portrait, set_portrait
from rules.text import isolate_name


@login_required("GET")
def portrait(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the portrait, for people who may see the character."""
    return answer_portrait(request, access.get_character_for(user, pk)[0])


@login_required("GET")
def face(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the small portrait for tokens, for people who may see the character."""
    return answer_portrait(request, access.get_character_for(user, pk)[0], is_small=True)


def answer_portrait(request: HttpRequest, character: Character, *, is_small: bool = False) -> HttpResponse:
    """Return a character's picture. Raises 404 if it has none."""
    image = b64decode(get_object_or_404(Portrait, character=character).image)
    return answer_picture(request, make_face(image) if is_small else image, character.portrait_name)


@login_required("GET", "POST")
def portrait_edit(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Replace or remove the portrait."""
    character, membership = access.get_character_to_edit(user, pk)
    if "remove" in request.POST:
        remove_portrait(membership, character)
        messages.success(request, _("Portrait removed."))
        return redirect("character", pk)
    form = PortraitForm(posted_data(request), request.FILES or None)

    def change() -> str:
        set_portrait(membership, character, form.cleaned_data["picture"].read(MAX_BYTES + 1))
        messages.success(request, _("%(name)s has a new portrait.") % {"name": isolate_name(character.name)})
        return reverse("character", args=[pk])

    def draw(status: int) -> HttpResponse:
        context = {"character": character, "series": character.series, "form": form}
        return render(request, "campaigns/portrait.html", context, status=status)

    return answer_form(request, form, change, draw)
