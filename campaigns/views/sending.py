"""Forms that make something: each carries an id (`{% form_id %}`) by which it is known when it comes again."""

import hashlib
import json
import uuid
from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns import services
from campaigns.models import User
from campaigns.refusals import Refused

UNSAID = ("csrfmiddlewaretoken", "command")
"""Fields that say nothing of what a form asks for."""


def read_command(request: HttpRequest) -> uuid.UUID:
    """The id of a form that was sent. Refused where it has none."""
    try:
        return uuid.UUID(request.POST.get("command", ""))
    except ValueError:
        raise Refused(_("This form is not whole. Load the page again."), status=422) from None


def answer_once(request: HttpRequest, user: User, make: Callable[[], str]) -> HttpResponse:
    """Make what the form asks for, unless it was made before, and lead to the page whose address `make` gives."""
    place, is_new = services.make_once(user, read_command(request), _digest(request), make)
    if not is_new:
        messages.info(request, _("This form was sent before: it counts once. A newly loaded one counts anew."))
    return redirect(place)


def blame(form: forms.Form, refusal: Refused) -> int:
    """Say in the form why nothing was made, beside the field at fault if there is one; gives the answer's status."""
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.sentence)
    return refusal.status


def _digest(request: HttpRequest) -> str:
    said = sorted((name, values) for name, values in request.POST.lists() if name not in UNSAID)
    return hashlib.sha256(json.dumps([request.path, said]).encode()).hexdigest()
