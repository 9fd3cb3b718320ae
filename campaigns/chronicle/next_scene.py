"""End a scene and go on in the next one: a new scene, or one that was planned."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.chronicle.order import put_before_planned
from campaigns.chronicle.parts import append_part, fresh_part
from campaigns.chronicle.services import set_open
from campaigns.core.access import require_storyteller
from campaigns.core.locks import series_to_run
from campaigns.core.refusals import Refused
from campaigns.core.visible_text import is_visible
from campaigns.models import Episode, Membership, Scene, Series
from rules.names import clean_line

MAX_TITLE = 120
"""The most letters in the title of a part."""


@dataclass(frozen=True, slots=True)
class NextScene:
    """What comes next: the planned scene of this key, or else a new one with this title.

    `episode` is the title of a new episode in which a new scene begins; "" stays in the episode of the old one.
    `activity`: how whole days until the planned scene are spent (`campaigns.downtime.living`).
    """

    title: str = ""
    planned: int | None = None
    episode: str = ""
    activity: str = ""


def list_planned(series: Series) -> list[Scene]:
    """Return the planned scenes of a series in the order of the chronicle. They are for Storytellers alone."""
    order = [f"episode__{path}{name}" for path in ("story__", "") for name in ("position", "pk")]
    planned = Scene.objects.filter(episode__story__series=series, planned=True, closed_at=None)
    return list(planned.select_related("episode__story").order_by(*order, "position", "pk"))


def go_on(membership: Membership, scene: Scene, wanted: NextScene) -> Scene:
    """Close a scene, and open the next one or make it. Return the next one.

    Raises `Refused` for a scene that is closed already, a planned scene that is planned no longer, and bad titles.
    """
    with series_to_run(membership) as series:
        scene = fresh_part(scene, series)
        if not scene.is_open:
            raise Refused(_("This scene is already closed."))
        is_new = wanted.planned is None
        found = _make(membership, series, scene, wanted) if is_new else _find_planned(series, scene, wanted)
        put_before_planned(found)
        set_open(membership, found, True, wanted.activity)
        set_open(membership, scene, False)
        Scene.objects.filter(pk=scene.pk).update(next_scene=found)
    return found


def _find_planned(series: Series, scene: Scene, wanted: NextScene) -> Scene:
    found = next((scene for scene in list_planned(series) if scene.pk == wanted.planned), None)
    if found is None or found.pk == scene.pk:
        raise Refused(_("That scene is no longer planned. Choose another or enter a title."))
    return found


def _make(membership: Membership, series: Series, scene: Scene, wanted: NextScene) -> Scene:
    require_storyteller(membership)
    title, episode = _clean_title(wanted.title, "title"), scene.episode
    if wanted.episode.strip():
        episode = Episode(story=episode.story)
        append_part(
            membership, series, episode, {"title": _clean_title(wanted.episode, "episode"), "begins_at": series.clock}
        )
    made = Scene(episode=episode)
    append_part(membership, series, made, {"title": title, "begins_at": series.clock})
    return made


def _clean_title(words: str, field: str) -> str:
    title = clean_line(words)
    if not is_visible(title):
        raise Refused(_("Enter a title for the next scene, or choose a planned one."), status=422, field=field)
    if len(title) > MAX_TITLE:
        raise Refused(_("A title can be up to %(most)s characters.") % {"most": MAX_TITLE}, status=422, field=field)
    return title
