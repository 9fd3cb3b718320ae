"""Strands of a scene: words that run beside its main line, and join it again. Fights and dice stay in the main line."""

from collections.abc import Sequence
from dataclasses import dataclass

from play.table.lines import make_line
from play.table.speech import StrandName
from rules.battle import Audience, Event, Seat
from rules.text import Text, list_texts
from rules.view import EventView


@dataclass(frozen=True, slots=True)
class SideScene:
    """A strand as the table knows it. `audience`: who reads it besides the Storyteller; None: everybody."""

    name: StrandName
    audience: Audience = None
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class SideSceneEvent(Event):
    """Something happened to a strand."""

    strand: StrandName


@dataclass(frozen=True, slots=True)
class StrandOpened(SideSceneEvent):
    """The Storyteller opened a strand. `names`: the characters in it that are not hidden."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StrandClosed(SideSceneEvent):
    """A strand has joined the main line again: nobody writes in it any more, and it can still be read."""


SideScenes = tuple[SideScene, ...]
"""The strands of a scene, in the order in which they were opened."""


def apply_side_scene(strands: SideScenes, event: SideSceneEvent) -> SideScenes:
    """Return the strands after an event."""
    if isinstance(event, StrandOpened):
        return (*strands, SideScene(event.strand, event.audience))
    return tuple(SideScene(one.name, one.audience, False) if one.name == event.strand else one for one in strands)


def list_side_scenes(strands: Sequence[SideScene], seat: Seat) -> SideScenes:
    """Return the strands of which the seat may know."""
    return tuple(one for one in strands if seat.may_see(one.audience))


def view_side_scene_event(event: SideSceneEvent) -> EventView:
    """Return the line of an event for those who may read it."""
    title, secret = event.strand.title, event.audience is not None
    line = Text("The side scene “{title}” merges into the main scene.", title=title)
    if isinstance(event, StrandOpened):
        line = Text("Side scene started: “{title}”.", title=title)
        if event.names:
            line = Text("Side scene started: “{title}”, with {who}.", title=title, who=list_texts(event.names))
    return make_line(type(event).__name__, line, secret=secret)
