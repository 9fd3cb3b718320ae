"""Ready heroes: what a player chooses from on the way in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaigns.chronicle.tree import list_open_scenes
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.form_views import answer_once
from campaigns.models import Membership, User
from campaigns.sheets.heroes.cards import list_heroes
from campaigns.sheets.heroes.services import take_hero


@login_required("GET", "POST")
def heroes(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the ready heroes of the series as cards. A POST takes one, once, and leads to the table."""
    series, membership = access.get_series_to_play(user, pk)

    def take() -> str:
        take_hero(membership, request.POST.get("archetype", ""))
        return find_table(membership)

    if request.method == "POST":
        return answer_once(request, user, take)
    context = {
        "series": series,
        "heroes": list_heroes(series.system),
        "storyteller": access.is_storyteller(membership),
        "own": series.characters.filter(owner=user),
        "table": find_table(membership),
    }
    return render(request, "campaigns/heroes.html", context)


def find_table(membership: Membership) -> str:
    """Return the page where the member plays: the open scene to go to, or the series if none is open."""
    scenes = list_open_scenes([membership])
    return reverse("table", args=[scenes[-1].pk]) if scenes else reverse("series", args=[membership.series_id])
