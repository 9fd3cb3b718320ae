"""A series as a tree: stories hold episodes and downtimes, episodes hold scenes and downtimes, in order."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.models import QuerySet

from campaigns.calendar.calendar import Calendar, format_moment, format_time
from campaigns.core.access import is_storyteller, visible_parts
from campaigns.core.parts import Part, kind_of
from campaigns.models import Downtime, Episode, Membership, Scene, Story
from rules.text import Text, verbatim

P = TypeVar("P", bound=Part)
About = Callable[[QuerySet[Scene]], QuerySet[Scene]]
"""Annotates a query of scenes."""
Key = tuple[str, int]
"""The kind of a part, and its primary key: two parts of different kinds may have one number."""
MAX_UNFOLDED = 40
"""The most parts of a whole chronicle that are all shown at once."""
MAX_EARLIER = 3
"""The most parts that are listed before those where play is. If there are more, they are in a fold of their own."""
MAX_OPEN = 3
"""The most open scenes that a short chronicle shows the way to."""


@dataclass(slots=True)
class Branch:
    """A part that a member sees, with the parts inside it.

    `number` counts its kind within the series. `is_folded`: the page shows what is inside only when asked.
    `is_earlier`: in a short chronicle, the part itself is behind a fold. `is_current`: play is in it now, or it is
    looked for.
    """

    part: Part
    kind: str
    number: int = 0
    inside: "list[Branch]" = field(default_factory=list)
    is_folded: bool = False
    is_earlier: bool = False
    is_current: bool = False

    @property
    def key(self) -> Key:
        """The key of the part."""
        return self.kind, self.part.pk


def describe_time(part: Part, calendar: Calendar) -> Text:
    """Return when a part happens."""
    return format_time(part.begins_at, part.in_world_time, calendar, is_day=not isinstance(part, Scene))


def describe_time_now(scene: Scene, clock: int, calendar: Calendar) -> Text:
    """Return the time at the table of a scene. While it is played, that is the time of the clock.

    A scene with words alone keeps to them: it is older than dates, and the clock might say otherwise.
    """
    if scene.begins_at is None:
        return verbatim(scene.in_world_time) or format_moment(clock, calendar)
    is_played = scene.is_open and not scene.planned
    return format_time(max(clock, scene.begins_at) if is_played else scene.begins_at, scene.in_world_time, calendar)


def in_order(parts: Iterable[P]) -> list[P]:
    """Sort siblings of any kinds into the order they are played."""
    return sorted(parts, key=_place)


def siblings(part: Part) -> list[Part]:
    """Return the part and all parts beside it, in order. Scenes and downtimes of an episode share one order."""
    if isinstance(part, Story):
        return in_order(Story.objects.filter(series=part.series))
    if isinstance(part, Scene) or (isinstance(part, Downtime) and part.episode_id):
        episode = part.episode_id
        return in_order([*Scene.objects.filter(episode=episode), *Downtime.objects.filter(episode=episode)])
    story = part.story_id
    return in_order([*Episode.objects.filter(story=story), *Downtime.objects.filter(story=story, episode=None)])


def build_tree(membership: Membership, about: About | None = None) -> list[Branch]:
    """Return the series' tree of the parts that the member may see, in four queries. Hidden parts leave no gap in the
    numbers, and every part knows those around it.

    `about` adds to the query of the scenes what else the caller wants to know of them.
    """
    series = membership.series_id
    stories = in_order(visible_parts(Story.objects.filter(series=series), membership))
    episodes = visible_parts(Episode.objects.filter(story__series=series), membership)
    scenes = visible_parts(Scene.objects.filter(episode__story__series=series), membership)
    scenes = about(scenes) if about else scenes
    downtimes = visible_parts(Downtime.objects.filter(story__series=series).select_related("run"), membership)
    in_story: dict[int, list[Part]] = defaultdict(list)
    in_episode: dict[int, list[Part]] = defaultdict(list)
    story_by_key, episode_by_key = {story.pk: story for story in stories}, {episode.pk: episode for episode in episodes}
    for part in stories:
        part.series = membership.series
    for episode in episodes:
        in_story[episode.story_id].append(episode)
        if known := story_by_key.get(episode.story_id):
            episode.story = known
    for scene in scenes:
        in_episode[scene.episode_id].append(scene)
        if around := episode_by_key.get(scene.episode_id):
            scene.episode = around
    for rest in downtimes:
        (in_episode[rest.episode_id] if rest.episode_id else in_story[rest.story_id]).append(rest)
    tree = [Branch(story, "story", inside=_branches(in_story[story.pk])) for story in stories]
    for story in tree:
        for branch in story.inside:
            if branch.kind == "episode":
                branch.inside = _branches(in_episode[branch.part.pk])
    _count(tree)
    return tree


def walk(tree: Sequence[Branch]) -> list[Branch]:
    """Return every branch in reading order."""
    return [found for branch in tree for found in (branch, *walk(branch.inside))]


def fold_past(tree: Sequence[Branch], now: Scene | None, at: Key | None = None) -> None:
    """Fold a long chronicle: what remains open is the way to the current scene, or to the end if there is none.

    The way to the part `at`, and what is inside it, remains open, too.
    """
    if len(walk(tree)) > MAX_UNFOLDED:
        shown = [("scene", now.pk)] if now else []
        _fold_but(tree, {key for target in [*shown, at] if target for key in _find_way(tree, target)})


def fold_to_now(tree: Sequence[Branch], now: Sequence[Scene], at: Key | None = None) -> None:
    """Fold a chronicle to where play is: the way to the scenes `now`, or to the end if there are none.

    The way to the part `at`, and what is inside it, remains open, too.
    """
    paths = [_find_way(tree, ("scene", scene.pk)) for scene in now] or [_find_end(tree)]
    shown = {key for path in paths for key in path} | set(_find_way(tree, at) if at else ())
    _fold_but(tree, shown)
    for branch in walk(tree):
        branch.is_current = branch.key in paths[-1] or branch.key == at
    _mark_earlier(tree, shown)


def find_branch(tree: Sequence[Branch], key: Key) -> Branch | None:
    """Return the branch of a part; None where the tree has none."""
    return next((branch for branch in walk(tree) if branch.key == key), None)


def _find_way(tree: Sequence[Branch], key: Key) -> list[Key]:
    """Return the keys of a part and of those around it, the outermost first."""
    for branch in tree:
        if branch.key == key or find_branch(branch.inside, key):
            return [branch.key, *_find_way(branch.inside, key)]
    return []


def _find_end(tree: Sequence[Branch]) -> list[Key]:
    """Return the keys of the last story and its last episode, as far as there are any."""
    keys: list[Key] = []
    for kind in ("story", "episode"):
        last = next((branch for branch in reversed(tree) if branch.kind == kind), None)
        if last is None:
            break
        keys.append(last.key)
        tree = last.inside
    return keys


def _mark_earlier(branches: Sequence[Branch], path: Set[Key]) -> None:
    """Mark what comes before the last part on the way and is not on it, where it is too much to list."""
    last = max((place for place, branch in enumerate(branches) if branch.key in path), default=0)
    before = [branch for branch in branches[:last] if branch.key not in path]
    if len(before) > MAX_EARLIER:
        for branch in before:
            branch.is_earlier = True
    for branch in branches:
        if branch.key in path:
            _mark_earlier(branch.inside, path)


def _fold_but(branches: Sequence[Branch], path: Set[Key]) -> None:
    holders = [branch for branch in branches if branch.inside]
    kept = [branch for branch in holders if branch.key in path] or holders[-1:]
    for branch in holders:
        branch.is_folded = branch not in kept
        _fold_but(branch.inside, path)


def open_scene(membership: Membership) -> Scene | None:
    """Return the scene that the member should go to: the last that is open, a hidden one only if there is no
    other, and the place between scenes only if there is none of these."""
    return next(reversed(list_open_scenes([membership])), None)


def find_open_scenes(tree: Sequence[Branch]) -> list[Scene]:
    """Return the scenes of a member's tree that `list_open_scenes` would return, in its order."""
    scenes = [branch.part for branch in walk(tree) if isinstance(branch.part, Scene)]
    is_open = [scene for scene in scenes if not scene.planned and all(part.is_open for part in _way_to(scene))]
    return sorted(is_open, key=_rank)


def list_open_scenes(memberships: Iterable[Membership]) -> list[Scene]:
    """Return the scenes that are open in these series, in one query, the one to go to last.

    Their episodes and stories are open, too. Only Storytellers get hidden ones, nobody gets planned ones.
    """
    seats = {membership.series_id: membership for membership in memberships}
    is_open = {"closed_at": None, "episode__closed_at": None, "episode__story__closed_at": None}
    scenes = Scene.objects.filter(planned=False, episode__story__series__in=seats, **is_open)
    scenes = scenes.defer("notes", "secret_notes").select_related("episode__story")
    found = []
    for scene in sorted(scenes, key=_rank):
        membership = seats[scene.episode.story.series_id]
        if is_storyteller(membership) or not scene.is_hidden:
            scene.episode.story.series = membership.series
            found.append(scene)
    return found


def find_next_scene(part: Part, membership: Membership) -> Scene | None:
    """Return the scene in which play went on after this one; None where there is none that the member may see."""
    if not isinstance(part, Scene) or part.next_scene_id is None:
        return None
    return visible_parts(Scene.objects.filter(pk=part.next_scene_id), membership).first()


def _rank(scene: Scene) -> list[Any]:
    """Sort the place between scenes before hidden scenes, and these before the others, each in the order of play."""
    return [not scene.between, not scene.is_hidden, *map(_place, _way_to(scene))]


def _way_to(scene: Scene) -> tuple[Part, ...]:
    """Return the scene with the parts around it, the outermost first."""
    return scene.episode.story, scene.episode, scene


def _place(part: Part) -> tuple[Any, ...]:
    """Return the sort key of a part among its siblings."""
    return part.position, part.created_at, part.pk


def _branches(parts: Sequence[Part]) -> list[Branch]:
    return [Branch(part, kind_of(part)) for part in in_order(parts)]


def _count(tree: Sequence[Branch]) -> None:
    for kind in ("story", "episode"):
        for number, branch in enumerate((b for b in walk(tree) if b.kind == kind), start=1):
            branch.number = number


def scenes_for(membership: Membership) -> QuerySet[Scene]:
    """Return the scenes of the series that the member may know of, in the order of play."""
    scenes = visible_parts(Scene.objects.filter(episode__story__series=membership.series_id), membership)
    return scenes.order_by("episode__story__position", "episode__position", "position", "pk")
