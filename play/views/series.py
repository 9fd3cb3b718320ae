"""The first page and the pages of a series that tell what is going on at the tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.awaited import list_awaited, list_played
from campaigns.chronicle import find_open_scenes
from campaigns.models import Membership, User
from campaigns.views.decorators import login_required
from play.seats.awaited import list_awaited as list_awaited_at_tables
from play.table.attendance import find_last_scene


@login_required("GET")
def series_list(request: HttpRequest, user: User) -> HttpResponse:
    """List the person's series with their open scenes, and before that what waits for the person in all of them."""
    memberships = list(
        Membership.objects.filter(user=user).select_related("series__owner").order_by("series__name", "series")
    )
    played = list_played(memberships)
    awaited = [*list_awaited_at_tables(user, memberships, played), *list_awaited(user, memberships, played)]
    scenes = find_open_scenes(memberships)
    context = {
        "shelf": [(membership, scenes.get(membership.series_id)) for membership in memberships],
        "awaited": sorted(awaited, key=lambda one: one.urgency),
        "last_scene": find_last_scene(user),
    }
    return render(request, "campaigns/series_list.html", context)
