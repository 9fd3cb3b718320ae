"""Where the parts of a series stand in its file, and what an import has saved so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from campaigns.models import Episode, Scene, Series, Session, Story

Part = Story | Episode | Scene
PartOf = TypeVar("PartOf", bound=Part)
Place = tuple[int, ...]
"""Where a part stands in the file: the index of its story, of the episode in it, and of the scene in that."""
Places = Mapping[tuple[str, int], Place]
"""Places by kind of part and primary key."""


def find_places(stories: Iterable[Story], sessions: Iterable[Session] = ()) -> Places:
    """Return where the parts and sessions of a series stand in its file. Both are in its order."""
    places: dict[tuple[str, int], Place] = {("session", session.pk): (index,) for index, session in enumerate(sessions)}
    for first, story in enumerate(stories):
        places["story", story.pk] = (first,)
        for second, episode in enumerate(story.episodes.all()):
            places["episode", episode.pk] = (first, second)
            for third, scene in enumerate(episode.scenes.all()):
                places["scene", scene.pk] = (first, second, third)
    return places


@dataclass
class ImportState:
    """What an import has saved so far, by what the file calls it."""

    series: Series
    keys: dict[str, str] = field(default_factory=dict)
    """The keys of characters, handouts and subjects. Those of the first two are the ones in logs."""
    parts: dict[Place, Part] = field(default_factory=dict)

    def find_part(self, kind: type[PartOf], place: Iterable[int]) -> PartOf:
        """Return the part at a place. Raises `KeyError` or `TypeError` if there is none of this kind."""
        part = self.parts[tuple(place)]
        if not isinstance(part, kind):
            raise TypeError
        return part
