"""A place for rolls and words between scenes: a scene with a table, which any member but spectators may open.

It lies in the episode that is open, so its log stays with the chronicle. A scene that is played comes before it
wherever people are led to the open scene.
"""

from django.utils.translation import gettext as _

from campaigns.chronicle.order import put_before_planned
from campaigns.chronicle.parts import append_part
from campaigns.chronicle.tree import list_open_scenes
from campaigns.core.access import require_player
from campaigns.core.locks import locked_series
from campaigns.core.refusals import Refused
from campaigns.models import Episode, Membership, Scene, Series


def open_between(membership: Membership) -> Scene:
    """Return the place between scenes that is open, or open one. While a scene is played, return that."""
    with locked_series(membership) as series:
        require_player(membership)
        if there := [scene for scene in list_open_scenes([membership]) if not scene.is_hidden]:
            return there[-1]
        scene = Scene(episode=_find_episode(membership, series), between=True)
        append_part(membership, series, scene, {"title": _("Between scenes"), "begins_at": series.clock})
        put_before_planned(scene)
        return scene


def _find_episode(membership: Membership, series: Series) -> Episode:
    """Return the last episode that is open and that players see, or a new one in the last such story."""
    story = series.stories.filter(closed_at=None, hidden=False).order_by("position", "created_at", "pk").last()
    if story is None:
        raise Refused(_("No story is open. The Storyteller creates or opens one first."))
    known = story.episodes.filter(closed_at=None, hidden=False).order_by("position", "created_at", "pk")
    if (episode := known.last()) is None:
        episode = Episode(story=story)
        append_part(membership, series, episode, {"title": _("Between episodes"), "begins_at": series.clock})
    return episode
