"""The button of the demo's card on the first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaigns.core.decorators import login_required
from campaigns.models import User

HIDDEN = "look_around_hidden"
"""The session's key that says that the person has hidden the card: it stays hidden until she signs in again."""


@login_required("POST")
def hide_look_around(request: HttpRequest, _user: User) -> HttpResponse:
    """Hide what there is to try in the demo."""
    request.session[HIDDEN] = True
    return redirect("series_list")
