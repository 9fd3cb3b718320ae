"""The search of a series."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.core.access import get_series_for
from campaigns.core.decorators import login_required
from campaigns.core.wanted_words import MAX_LETTERS
from campaigns.models import User
from play.seats.search import search


@login_required("GET")
def search_series(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show what a member may see of what they look for."""
    series, membership = get_series_for(user, pk)
    typed = request.GET.get("q", "")[:MAX_LETTERS].replace("\0", "").strip()
    return render(request, "play/search.html", {"series": series, "typed": typed, "found": search(membership, typed)})
