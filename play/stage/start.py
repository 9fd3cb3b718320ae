"""Facts of what shows the Storyteller of a new series how to begin."""

from django.urls import reverse

from play.seats.board import Start as StartOnBoard
from play.stage.shape import Start


def make_start(start: StartOnBoard) -> Start:
    """Return the three steps: the link, the heroes, and the button that ends it."""
    return {
        "invite": reverse("join", args=[start.invite]) if start.invite else "",
        "players": [{"name": player.name, "heroes": [*player.heroes]} for player in start.players],
        "members_url": reverse("members", args=[start.series]),
        "heroes_url": reverse("heroes", args=[start.series]),
        "done_url": reverse("series_started", args=[start.series]),
    }
