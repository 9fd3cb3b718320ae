"""The statistics of a series, as the member's seat saw it."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.core import access
from campaigns.core.access import visible_parts
from campaigns.core.converters import parse_key
from campaigns.core.decorators import login_required
from campaigns.core.seats import get_seat
from campaigns.experience.months import load_earned
from campaigns.models import Scene, Story, User
from play.recap.statistics import load_statistics
from rules import get_system


@login_required("GET")
def show_statistics(request: HttpRequest, user: User, pk: int) -> HttpResponse:
    """Show the statistics of all that was played, or of the story that the query names."""
    series, membership = access.get_series_for(user, pk)
    stories = list(visible_parts(Story.objects.filter(series=series), membership))
    chosen = parse_key(request.GET.get("story", ""))
    story = next((story for story in stories if story.pk == chosen), None)
    if story is None and request.GET.get("story"):
        raise Http404
    scenes = visible_parts(Scene.objects.filter(episode__story__series=series), membership)
    if story is not None:
        scenes = scenes.filter(episode__story=story)
    known = access.visible_characters(membership).defer("sheet", "notes", "secret_notes", "player_notes")
    earned = load_earned(membership, known, story.pk if story else None)
    context = {
        "series": series,
        "stories": stories,
        "story": story,
        "told": load_statistics(get_system(series.system), list(scenes.only("pk")), get_seat(membership)),
        "earned": _measure(earned),
    }
    return render(request, "play/statistics.html", context)


def _measure(earned: tuple[tuple[date, int], ...]) -> list[tuple[date, int, float]]:
    """Return the months with the share of the longest bar."""
    most = max((points for _month, points in earned), default=0)
    return [(month, points, points / most if most > 0 else 0) for month, points in earned]
