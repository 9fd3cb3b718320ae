"""The place for rolls and words between scenes, offered on the page of a series."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaigns.chronicle.between import open_between
from campaigns.core.access import get_series_for
from campaigns.core.decorators import login_required
from campaigns.models import User


@login_required("POST")
def series_between(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Lead to the place between scenes. Sent twice, it leads to the same."""
    _series, membership = get_series_for(user, pk)
    return redirect("table", open_between(membership).pk)
