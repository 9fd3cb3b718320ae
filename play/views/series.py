"""The first page and the pages of a series that tell what is going on at the tables."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from campaigns.chronicle import views as chronicle
from campaigns.chronicle.page import chronicle_context
from campaigns.chronicle.tree import Key, build_tree, find_branch, fold_past, list_open_scenes
from campaigns.core import access
from campaigns.core.decorators import login_required
from campaigns.core.offline import mark_offline
from campaigns.core.parts import KINDS
from campaigns.models import Membership, User
from campaigns.series.awaited import WaitingMatter, list_awaited_in, list_played
from campaigns.series.views import people_context
from play.live.hub import list_people_at
from play.live.party import ACTIVE, draw_party, draw_party_again
from play.seats.awaited import list_awaited_in as list_awaited_at_tables
from play.seats.pace import list_awaited_in as list_others_awaited
from play.seats.series_party import list_characters
from play.seats.shelf import list_shelf
from play.seats.unread import about_unread, count_unread, find_unread
from play.table.newest import load_states

UNREAD = 5
"""How many scenes with unread lines are named above the chronicle, which marks all of them."""


@login_required("GET")
def series_list(request: HttpRequest, user: User) -> HttpResponse:
    """List the person's series, with what waits for the person in each, who is there now, and when they meet next."""
    memberships = list(
        Membership.objects.filter(user=user).select_related("series__owner").order_by("series__name", "series")
    )
    scenes = list_open_scenes(memberships)
    here = {scene.pk: list_people_at(scene.pk) for scene in scenes}
    shelf = list_shelf(user, memberships, scenes, here, timezone.now() - ACTIVE)
    context = {
        "shelf": shelf,
        "has_unread": any(row.unread for row in shelf),
        "has_table": any(row.scene for row in shelf),
    }
    return mark_offline(request, render(request, "campaigns/series_list.html", context), user)


@login_required("GET")
def series(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the series as the member may see it: what waits for them, the party, and where the chronicle is."""
    _series, membership = access.get_series_for(user, pk)
    known = list(list_characters(membership))
    # Somebody for whom the member stands in may play a character that others do not know of.
    played = list_played([membership]) if membership.is_stand_in else known
    context = chronicle_context(
        membership,
        arranging="arrange" in request.GET,
        whole="whole" in request.GET,
        at=_parse_at(request),
        about=lambda scenes: count_unread(scenes, [membership], played),
    )
    members = list(membership.series.memberships.select_related("user"))
    context |= people_context(membership, known, members)
    if context["is_short"]:
        scenes = context["open_scenes"]
        states = load_states(scenes)
        party = draw_party(membership, _count_unread(request), known, scenes, states, members)
        mine = [character for character in known if character.owner_id == user.pk]
        waiting: list[WaitingMatter] = [
            *list_awaited_at_tables(user, membership, [who for who in played if who.owner_id], scenes, states),
            *list_awaited_in(membership, mine, context["open_downtimes"], party.waiting),
        ]
        unread = find_unread(context["tree"])
        context |= {
            "party": party,
            "waiting": sorted(waiting, key=lambda awaited: awaited.urgency),
            "unread": unread[:UNREAD],
            "more_unread": len(unread[UNREAD:]),
            "awaited": list_others_awaited(membership, scenes, states),
        }
    return render(request, "campaigns/series.html", context)


def _parse_at(request: HttpRequest) -> Key | None:
    """Return the part that the address asks to see, as in "scene-5"; None if it names none."""
    kind, _dash, number = request.GET.get("at", "").partition("-")
    return (kind, int(number)) if re.fullmatch("[0-9]{1,9}", number) else None


def part(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """Show one part of the chronicle, with what is unread of the scenes inside it."""
    return chronicle.part(request, kind=kind, pk=pk, about=about_unread)


@login_required("GET")
def part_inside(request: HttpRequest, user: User, kind: str, pk: int) -> HttpResponse:
    """Return what is inside a folded part of the chronicle, which is fetched when somebody unfolds it."""
    _part, membership = access.get_part_for(KINDS[kind], user, pk)
    tree = build_tree(membership, about_unread(membership))
    fold_past(tree, None, (kind, pk))
    storyteller = access.is_storyteller(membership)
    context = {
        "series": membership.series,
        "storyteller": storyteller,
        "arranging": storyteller and "arrange" in request.GET,
        "branch": find_branch(tree, (kind, pk)),
    }
    return render(request, "campaigns/_branch_inside.html", context)


@login_required("GET")
def series_party(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Return the board of the party and the bell, for which the series' page asks now and then. 204 where the page has
    seen them.
    """
    _series, membership = access.get_series_for(user, pk)
    if not getattr(request, "htmx", False):
        return redirect("series", pk)
    html, _mark = draw_party_again(membership, _count_unread(request), request.GET.get("seen", ""))
    return HttpResponse(html, status=200 if html else 204)


def _count_unread(request: HttpRequest) -> int:
    """Return the number at the bell, which was read with the person (`config.accounts.SignIn`)."""
    return int(getattr(request.user, "unread_notices", 0))
