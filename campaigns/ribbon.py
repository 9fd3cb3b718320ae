"""The chronicle as a ribbon: stories and their episodes side by side, a stroke for each scene, downtime hatched.

All figures are pixels of the drawing. It is made from the tree that one member may see, so that what is hidden from
them takes no room.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.chronicle import Branch
from campaigns.models import Downtime, Scene

HEIGHT = 132
MARGIN, GAP, REST, STROKE = 10, 14, 30, 32
LETTER, STORY_LETTER = 7.6, 9.4
"""The room that a letter takes at most, in the sizes of the names of episodes and of stories."""


@dataclass(frozen=True, slots=True)
class Band:
    """A named stretch: a story, or an episode with the places of its scenes (`strokes`) and downtimes (`rests`)."""

    x: float
    width: float
    name: str
    when: str
    is_here: bool = False
    strokes: tuple[float, ...] = ()
    rests: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Ribbon:
    """The whole drawing. `rests` are the downtimes between episodes, `now` is where the open scene stands."""

    width: float
    height: int
    stories: tuple[Band, ...]
    episodes: tuple[Band, ...]
    rests: tuple[float, ...]
    rest_width: int
    now: float | None
    now_name: str


def draw_ribbon(tree: Sequence[Branch], now: Scene | None) -> Ribbon | None:
    """The ribbon of this tree with the mark at the scene `now`; None as long as there is no episode."""
    stories: list[Band] = []
    episodes: list[Band] = []
    rests: list[float] = []
    mark: float | None = None
    x = 1.0
    for story in tree:
        start = x
        for branch in story.inside:
            if isinstance(branch.part, Downtime):
                rests.append(x)
                x += REST
                continue
            episode = _episode(branch, x, now)
            episodes.append(episode)
            if episode.is_here:
                mark = _place_of(now, branch, episode)
            x += episode.width
        x = max(x, start + _room(story.part.title, STORY_LETTER), start + _room(story.part.in_world_time, LETTER))
        stories.append(Band(start, x - start, story.part.title, story.part.in_world_time))
        x += GAP
    if not episodes:
        return None
    name = now.title if now else ""
    width = max(x - GAP, (mark or 0) + _room(f"Now: {name}", LETTER))
    return Ribbon(width, HEIGHT, tuple(stories), tuple(episodes), tuple(rests), REST, mark, name)


def _episode(branch: Branch, x: float, now: Scene | None) -> Band:
    name = f"{branch.number} {branch.part.title}"
    places = [(inner.kind, x + MARGIN + STROKE * n) for n, inner in enumerate(branch.inside)]
    width = max(_room(name, LETTER), MARGIN + STROKE * len(places))
    strokes = tuple(place for kind, place in places if kind == "scene")
    rests = tuple(place for kind, place in places if kind == "downtime")
    is_here = any(inner.part == now for inner in branch.inside)
    return Band(x, width, name, branch.part.in_world_time, is_here, strokes, rests)


def _place_of(now: Scene | None, branch: Branch, episode: Band) -> float:
    scenes = [inner.part for inner in branch.inside if inner.kind == "scene"]
    return next(place for scene, place in zip(scenes, episode.strokes, strict=True) if scene == now)


def _room(text: str, letter: float) -> float:
    return 2 * MARGIN + letter * len(text)
