"""How forms are answered. One that makes something carries an id (`{% form_id %}`) by which it is known when it comes
again: twice by a double click, or once more after its answer was lost, it makes one thing and leads to that."""

import hashlib
import json
import uuid
from collections.abc import Callable
from contextlib import suppress

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns import services
from campaigns.models import User
from campaigns.refusals import Refused

UNSAID = ("csrfmiddlewaretoken", "command")
"""Fields that say nothing of what a form asks for."""
Act = Callable[[], str]
"""Does what a form asks for, and gives the address to go to. Where it refuses, it has done nothing."""
Draw = Callable[[int], HttpResponse]
"""Draws a page with its form, by the answer's status."""


def posted_data(request: HttpRequest) -> QueryDict | None:
    """What was sent; None where the page is only asked for, which leaves a form unbound."""
    return request.POST if request.method == "POST" else None


def answer_form(request: HttpRequest, form: forms.Form, change: Act, draw: Draw) -> HttpResponse:
    """Answer the page of a form that changes something, which may be done again without harm.

    Asked for, the page is drawn (200). Sent as it should be, the change is made, and leads on (302). Otherwise the page
    is drawn anew with what was typed and what is wrong: the form itself (422), or what the service refused.
    """
    return _answer(request, form, lambda: redirect(change()), draw)


def answer_form_once(request: HttpRequest, user: User, form: forms.Form, make: Act, draw: Draw) -> HttpResponse:
    """Answer the page of a form that makes something: like `answer_form`, but sent again it makes nothing more."""
    return _answer(request, form, lambda: answer_once(request, user, make), draw)


def answer_once(request: HttpRequest, user: User, make: Act) -> HttpResponse:
    """Make what a form asks for, unless it was made before, and lead to the page whose address `make` gave."""
    place, is_new = services.run_once(user, _read_command(request), _digest(request), make)
    if not is_new:
        messages.info(request, _("This form was sent before: it counts once. A newly loaded one counts anew."))
    return redirect(place)


def was_sent(request: HttpRequest, user: User) -> bool:
    """Whether this form of the person's has had its effect, so that what it was about may be gone."""
    with suppress(Refused):
        return services.is_sent(user, _read_command(request))
    return False


def add_refusal(form: forms.Form, refusal: Refused) -> None:
    """Say in a form what was refused: beside the field at fault if there is one, else above all."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.sentence)


def _answer(request: HttpRequest, form: forms.Form, act: Callable[[], HttpResponse], draw: Draw) -> HttpResponse:
    if request.method != "POST":
        return draw(200)
    if not form.is_valid():
        return draw(422)
    try:
        return act()
    except Refused as refusal:
        add_refusal(form, refusal)
        return draw(refusal.status)


def _read_command(request: HttpRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("command", ""))
    except ValueError:
        raise Refused(_("This form is not whole. Load the page again."), status=422) from None


def _digest(request: HttpRequest) -> str:
    said = sorted((name, values) for name, values in request.POST.lists() if name not in UNSAID)
    return hashlib.sha256(json.dumps([request.path, said]).encode()).hexdigest()
