"""The first page and the pages of a series that tell what is going on at the tables."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns import access
from campaigns.awaited import list_awaited, list_played
from campaigns.chronicle import KINDS, Key, build_tree, find_branch, fold_past, list_open_scenes
from campaigns.models import Membership, User
from campaigns.offline import mark_offline
from campaigns.sessions import next_sessions
from campaigns.views import chronicle
from campaigns.views.decorators import login_required
from campaigns.views.series import chronicle_context, people_context
from play.live.party import draw_party, draw_party_anew
from play.seats.awaited import list_awaited as list_awaited_at_tables
from play.seats.pace import list_awaited_in
from play.seats.series_party import list_characters
from play.seats.unread import about_unread, count_unread, find_unread, list_unread, tell_unread
from play.table.attendance import find_last_scene
from play.table.newest import load_states

UNREAD = 5
"""How many scenes with unread lines are named above the chronicle, which marks all of them."""


@login_required("GET")
def series_list(request: HttpRequest, user: User) -> HttpResponse:
    """List the person's series with their open scenes, and before that what waits for the person in all of them."""
    memberships = list(
        Membership.objects.filter(user=user).select_related("series__owner").order_by("series__name", "series")
    )
    played = list_played(memberships)
    scenes = list_open_scenes(memberships)
    awaited = [
        *list_awaited_at_tables(user, memberships, played, scenes),
        *list_awaited(user, memberships, played),
    ]
    last_open = {scene.series.pk: scene for scene in scenes}
    context = {
        "shelf": [(membership, last_open.get(membership.series_id)) for membership in memberships],
        "awaited": sorted(awaited, key=lambda one: one.urgency),
        "unread": list(tell_unread(list_unread(user, memberships, played), memberships)),
        "last_scene": find_last_scene(user),
        "sessions": next_sessions(user),
    }
    return mark_offline(request, render(request, "campaigns/series_list.html", context), user)


@login_required("GET")
def series(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the series as the member may see it: the chronicle as a tree, the party, characters, house notes."""
    _series, membership = access.get_series_for(user, pk)
    known = list(list_characters(membership))
    # Somebody for whom the member stands in may play a character that others do not know of.
    played = list_played([membership]) if membership.is_stand_in else known
    context = chronicle_context(
        membership,
        arranging="arrange" in request.GET,
        at=_read_at(request),
        about=lambda scenes: count_unread(scenes, [membership], played),
    )
    scenes = context["open_scenes"]
    states = load_states(scenes)
    party = draw_party(membership, _count_unread(request), known, scenes, states)
    unread = find_unread(context["tree"])
    context |= {"unread": unread[:UNREAD], "more_unread": len(unread[UNREAD:])}
    context |= {"awaited": list_awaited_in(membership, scenes, states), "party": party}
    return render(request, "campaigns/series.html", context | people_context(membership, known))


def _read_at(request: HttpRequest) -> Key | None:
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
    html, _mark = draw_party_anew(membership, _count_unread(request), request.GET.get("seen", ""))
    return HttpResponse(html, status=200 if html else 204)


def _count_unread(request: HttpRequest) -> int:
    """Return the number at the bell, which was read with the person (`config.accounts.SignIn`)."""
    return int(getattr(request.user, "unread_notices", 0))
