"""Preview a file before anything of it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from campaigns.core.refusals import Refused
from config.transfer.members import MemberPreview, preview_member, shorten
from rules import SYSTEMS, get_system

MAX_NAMES = 200


@dataclass(frozen=True, slots=True)
class StoryPreview:
    """A story, with the number of parts of each kind in it. `lines` counts the entries of the logs."""

    title: str
    episodes: int
    scenes: int
    downtimes: int
    lines: int


@dataclass(frozen=True, slots=True)
class SeriesPreview:
    """What the file says of a series. Names come from the file, and may be anything."""

    name: str
    system: str
    tone: str
    written_at: datetime | None
    members: tuple[MemberPreview, ...]
    """Its members, who are not imported."""
    characters: tuple[str, ...]
    stories: tuple[StoryPreview, ...]


def preview_series(data: Mapping[str, Any]) -> SeriesPreview:
    """Return the preview of what `transfer.parse` returned. Raises `Refused` if it is no series."""
    try:
        return _preview(data)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Refused("The file is damaged: something is missing or of the wrong type.", status=422) from None


def _preview(data: Mapping[str, Any]) -> SeriesPreview:
    series = data["series"]
    key = str(series["system"])
    if key not in SYSTEMS:
        raise Refused("The file contains a game this server does not have. Update the server first.", status=422)
    return SeriesPreview(
        name=shorten(series["name"]),
        system=get_system(key).name,
        tone=shorten(series["tone"]),
        written_at=parse_datetime(str(data.get("written_at", ""))),
        members=tuple(map(preview_member, data["members"][:MAX_NAMES])),
        characters=tuple(shorten(character["name"]) for character in data["characters"]),
        stories=tuple(_story(story) for story in data["stories"]),
    )


def _story(story: Mapping[str, Any]) -> StoryPreview:
    episodes = story["episodes"]
    scenes = [scene for episode in episodes for scene in episode["scenes"]]
    return StoryPreview(
        title=shorten(story["title"]),
        episodes=len(episodes),
        scenes=len(scenes),
        downtimes=len(story["downtimes"]) + sum(len(episode["downtimes"]) for episode in episodes),
        lines=sum(len(scene["entries"]) for scene in scenes),
    )
