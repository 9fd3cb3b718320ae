"""The search of a series, and the place in a log that it leads to."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.access import get_part_for, get_series_for
from campaigns.models import Scene, User
from campaigns.views.decorators import login_required
from campaigns.wanted_words import MAX_LETTERS
from play.html.page import draw_lines
from play.seats.facts import read_facts, seat_class_of
from play.seats.log import read_lines_from
from play.seats.mentioned import read_names
from play.seats.reader import tell_lines
from play.seats.search import search

ABOVE = 20
"""How many older lines of a log are shown with the one that was found."""


@login_required("GET")
def search_series(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show what a member may see of what they look for."""
    series, membership = get_series_for(user, pk)
    typed = request.GET.get("q", "")[:MAX_LETTERS].replace("\0", "").strip()
    return render(request, "play/search.html", {"series": series, "typed": typed, "found": search(membership, typed)})


@login_required("GET")
def show_log(request: HttpRequest, user: User, scene_id: int, count: int) -> HttpResponse:
    """Show a stretch of a scene's log as the member reads it, around the line that they call `count`."""
    scene, membership = get_part_for(Scene, user, scene_id)
    facts, (seat, _is_spectator) = read_facts(scene.pk), seat_class_of(membership)
    lines = read_lines_from(facts, seat, max(1, count - ABOVE))
    if not lines or lines[0].count < count:
        raise Http404
    names = read_names(facts, seat, lines)
    return render(request, "play/log.html", {"scene": scene, "lines": draw_lines(tell_lines(lines), names)})
