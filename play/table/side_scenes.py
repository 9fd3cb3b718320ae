"""Side scenes: words that run beside its main line, and join it again. Fights and dice stay in the main line."""

from collections.abc import Sequence
from dataclasses import dataclass

from play.table.lines import make_line
from play.table.speech import SideSceneName
from rules.battle import Audience, Event, Seat
from rules.text import Text, list_texts
from rules.view import EventView


@dataclass(frozen=True, slots=True)
class SideScene:
    """A side scene as the table knows it. `audience`: who reads it, apart from the Storyteller; None: everybody."""

    name: SideSceneName
    audience: Audience = None
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class SideSceneEvent(Event):
    """Something happened to a side scene."""

    strand: SideSceneName


@dataclass(frozen=True, slots=True)
class StrandOpened(SideSceneEvent):
    """The Storyteller opened a side scene. `names`: the characters in it that are not hidden."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StrandClosed(SideSceneEvent):
    """A side scene has merged into the main line: nobody writes in it now, and it can still be read."""


SideScenes = tuple[SideScene, ...]
"""The side scenes of a scene, in the order in which they were opened."""


def apply_side_scene(side_scenes: SideScenes, event: SideSceneEvent) -> SideScenes:
    """Return the side scenes after an event."""
    if isinstance(event, StrandOpened):
        return (*side_scenes, SideScene(event.strand, event.audience))
    return tuple(
        SideScene(side_scene.name, side_scene.audience, False) if side_scene.name == event.strand else side_scene
        for side_scene in side_scenes
    )


def list_side_scenes(side_scenes: Sequence[SideScene], seat: Seat) -> SideScenes:
    """Return the side scenes of which the seat may know."""
    return tuple(side_scene for side_scene in side_scenes if seat.may_see(side_scene.audience))


def view_side_scene_event(event: SideSceneEvent) -> EventView:
    """Return the line of an event for those who may read it."""
    title, secret = event.strand.title, event.audience is not None
    line = Text("The side scene “{title}” merges into the main scene.", title=title)
    if isinstance(event, StrandOpened):
        line = Text("Side scene started: “{title}”.", title=title)
        if event.names:
            line = Text("Side scene started: “{title}”, with {who}.", title=title, who=list_texts(event.names))
    return make_line(type(event).__name__, line, secret=secret)
