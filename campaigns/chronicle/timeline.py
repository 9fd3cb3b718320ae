"""The chronicle as a timeline in in-world time: stories, their episodes, and a stop for each scene and downtime.

It is built from the tree that one member may see, so hidden parts take no room.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from campaigns.calendar.calendar import Calendar
from campaigns.chronicle.attendance import Attendance
from campaigns.chronicle.tree import Branch, describe_time
from campaigns.core.language import translate
from campaigns.core.parts import Part
from campaigns.models import Downtime, Scene
from rules.text import isolate_name

SPANS = ((7, "days"), (60, "weeks"))
"""The longest downtime in days for each drawn length. A longer one is drawn as a season."""
When = Callable[[Part], str]
"""Tells when a part happens."""
FACES = 4
"""The most people shown at a scene. The rest are counted."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A scene or a downtime. Of a downtime, `days` is its length and `span` its drawn length."""

    kind: str
    pk: int
    name: str
    when: str
    is_here: bool
    is_open: bool
    is_hidden: bool
    is_planned: bool
    people: tuple[str, ...] = ()
    more: int = 0
    """The number of people who took part in addition to `people`."""
    span: str = ""
    days: int = 0
    begins_at: int | None = None
    """The second of the series' clock at which a published downtime began. `ends_at` is the one at which it ended."""
    ends_at: int | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """An episode with its stops in order. Without a name it is a downtime between episodes."""

    pk: int
    name: str
    when: str
    is_here: bool
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class TimelineStory:
    """A story with its stretches."""

    pk: int
    name: str
    when: str
    is_open: bool
    stretches: tuple[Stretch, ...]


def build_timeline(
    tree: Sequence[Branch], now: Scene | None, who: Attendance, calendar: Calendar
) -> tuple[TimelineStory, ...]:
    """Return the timeline of this tree, with `now` marked as the current scene. Empty if there is no episode."""

    def when(part: Part) -> str:
        return translate(describe_time(part, calendar))

    if not any(branch.kind == "episode" for story in tree for branch in story.inside):
        return ()
    return tuple(
        TimelineStory(
            story.part.pk,
            story.part.title,
            when(story.part),
            story.part.is_open,
            tuple(_stretch(branch, now, who, when) for branch in story.inside),
        )
        for story in tree
    )


def _stretch(branch: Branch, now: Scene | None, who: Attendance, when: When) -> Stretch:
    if branch.kind == "downtime":
        return Stretch(branch.part.pk, "", "", False, (_stop(branch, now, who, when),))
    stops = tuple(_stop(inner, now, who, when) for inner in branch.inside)
    name = f"{branch.number} {isolate_name(branch.part.title)}"
    return Stretch(branch.part.pk, name, when(branch.part), any(stop.is_here for stop in stops), stops)


def _stop(branch: Branch, now: Scene | None, who: Attendance, when: When) -> Stop:
    part = branch.part
    people = who.get(part.pk, ()) if isinstance(part, Scene) else ()
    days = part.days if isinstance(part, Downtime) else 0
    stretch = part.stretch if isinstance(part, Downtime) else None
    begins_at, ends_at = stretch or (None, None)
    return Stop(
        kind=branch.kind,
        pk=part.pk,
        name=part.title,
        when=part.in_world_time if stretch else when(part),
        is_here=part == now,
        is_open=part.is_open,
        is_hidden=part.hidden,
        is_planned=isinstance(part, Scene) and part.planned,
        people=tuple(people[:FACES]),
        more=max(0, len(people) - FACES),
        span=next((span for most, span in SPANS if days <= most), "season") if days else "",
        days=days,
        begins_at=begins_at,
        ends_at=ends_at,
    )
