"""Answer forms: draw the page, carry the form out, redirect, or draw it again with the errors.

A form that creates something carries an id (`{% form_id %}`). If it comes twice, by a double click or after its answer
was lost, it creates one thing, and redirects to that.
"""

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

from campaigns.core.refusals import Refused
from campaigns.core.sent_forms import is_sent, run_once
from campaigns.models import User

UNSAID = ("csrfmiddlewaretoken", "command")
"""Fields that are no part of what a form asks for."""
Act = Callable[[], str]
"""Carries out what a form asks for, and returns the URL to go to. Raises `Refused` without a change."""
Draw = Callable[[int], HttpResponse]
"""Draws the page with its form, for an HTTP status."""


def posted_data(request: HttpRequest) -> QueryDict | None:
    """Return the posted data. None for a GET, which leaves a form unbound."""
    return request.POST if request.method == "POST" else None


def wants_json(request: HttpRequest) -> bool:
    """Return whether a script asks, which draws the answer itself."""
    return request.headers.get("Accept") == "application/json"


def answer_form(request: HttpRequest, form: forms.BaseForm, change: Act, draw: Draw) -> HttpResponse:
    """Answer a form that changes something and may safely be sent twice.

    A GET draws the page (200). A valid POST calls `change` and redirects (302). Otherwise the page is drawn again with
    what was typed and the errors: the form's (422), or those of the service.
    """
    return _answer(request, form, lambda: redirect(change()), draw)


def answer_form_once(
    request: HttpRequest, user: User, form: forms.BaseForm, make: Act, draw: Draw, *, again: str = ""
) -> HttpResponse:
    """Answer a form that creates something: like `answer_form`, but sent twice it takes effect once."""
    return _answer(request, form, lambda: answer_once(request, user, make, again=again), draw)


def answer_once(request: HttpRequest, user: User, make: Act, *, again: str = "") -> HttpResponse:
    """Carry out what a form asks for, unless it was done before, and redirect to the URL that `make` returned.

    `again` is what a form that came twice says. After a double click only the second answer is read.
    """
    place, is_new = run_once(user, _parse_command(request), _digest(request), make)
    if not is_new:
        counts_once = _("This form was already sent and counts once. Reload the page to send another.")
        messages.info(request, again or counts_once)
    return redirect(place)


def was_sent(request: HttpRequest, user: User) -> bool:
    """Whether this form was carried out before, so that what it was about may be gone."""
    with suppress(Refused):
        return is_sent(user, _parse_command(request))
    return False


def add_refusal(form: forms.BaseForm, refusal: Refused) -> None:
    """Add a refusal to the form's errors: to the field at fault, or else to the whole form."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.sentence)


def _answer(request: HttpRequest, form: forms.BaseForm, act: Callable[[], HttpResponse], draw: Draw) -> HttpResponse:
    if request.method != "POST":
        return draw(200)
    if not form.is_valid():
        return draw(422)
    try:
        return act()
    except Refused as refusal:
        add_refusal(form, refusal)
        return draw(refusal.status)


def _parse_command(request: HttpRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("command", ""))
    except ValueError:
        raise Refused(_("This form is incomplete. Reload the page."), status=422) from None


def _digest(request: HttpRequest) -> str:
    said = sorted((name, values) for name, values in request.POST.lists() if name not in UNSAID)
    return hashlib.sha256(json.dumps([request.path, said]).encode()).hexdigest()
