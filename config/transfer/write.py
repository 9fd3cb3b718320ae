"""Export a series to a file."""

import gzip
import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Prefetch
from django.utils import timezone

from campaigns.models import (
    Character,
    Downtime,
    DowntimeResult,
    Episode,
    ExperienceEntry,
    Proposal,
    Scene,
    Series,
    SheetChange,
    Story,
)
from config.transfer.downtimes import write_downtime, write_projects
from config.transfer.fields import CHARACTER, COMMAND, ENTRY, EPISODE, FORMAT, SCENE, SEAL, SERIES, STORY, VERSION
from config.transfer.history import write_history
from config.transfer.kinds import ATTACHMENTS, HANDOUTS, SUBJECTS, THREADS, TIES
from config.transfer.ledgers import write_ledger
from config.transfer.logs import hide_seed
from config.transfer.members import write_members
from config.transfer.places import Places, find_places
from config.transfer.recaps import Recaps, find_recaps, write_recap
from config.transfer.rows import write_row
from config.transfer.sessions import write_sessions
from play.models import Command, Entry, Seal

SCENE_OF = "table__scene"
Logs = defaultdict[int, tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]]
"""By the key of a scene: the rows of its commands, of its entries, and of the seeds of its dice."""


@transaction.atomic
def write(series: Series) -> bytes:
    """Return the whole series with its secrets, for its owner. It is as of one moment, while people play on."""
    if settings.SNAPSHOT_STATEMENT:
        with connection.cursor() as cursor:
            cursor.execute(settings.SNAPSHOT_STATEMENT)
    series = Series.objects.get(pk=series.pk)
    people, stories, recaps, logs = _load_people(series), _load_stories(series), find_recaps(series), _load_logs(series)
    places = find_places(stories, series.sessions.order_by("pk"))
    data = {
        "format": FORMAT,
        "version": VERSION,
        "written_at": timezone.now(),
        "series": write_row(series, SERIES),
        "members": write_members(series),
        "characters": [_character(character, places) for character in people],
        "handouts": HANDOUTS.write_all(series.handouts, places),
        "attachments": ATTACHMENTS.write_all(series.attachments, places),
        "sessions": write_sessions(series),
        "threads": THREADS.write_all(series.threads, places),
        "subjects": SUBJECTS.write_all(series.subjects, places),
        "ties": TIES.write_all(series.ties, places),
        "stories": [_story(story, people, places, recaps, logs) for story in stories],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return gzip.compress(text.encode(), mtime=0)


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _load_people(series: Series) -> list[Character]:
    """Return the characters in the order of the file, with their ledgers and projects, oldest first."""
    proposals = Proposal.objects.select_related("change", "user", "answered_by").order_by("pk")
    entries = ExperienceEntry.objects.select_related("user").order_by("pk")
    changes = SheetChange.objects.select_related("user").order_by("pk")
    with_ledgers = series.characters.select_related("owner", "portrait").prefetch_related(
        *(Prefetch("proposals", proposals), Prefetch("experience", entries), Prefetch("changes", changes)), "projects"
    )
    return list(with_ledgers)


def _load_stories(series: Series) -> list[Story]:
    """Return the stories with all their parts and downtimes: one question for each kind of row."""
    results = DowntimeResult.objects.select_related("character__series", "change").order_by("pk")
    downtimes = Downtime.objects.select_related("run").prefetch_related(
        "doings", "run__recalls__user", Prefetch("run__results", results)
    )
    return list(
        series.stories.prefetch_related(
            Prefetch("downtimes", downtimes.filter(episode=None)),
            Prefetch("episodes__downtimes", downtimes),
            "episodes__scenes",
        )
    )


def _load_logs(series: Series) -> Logs:
    """Return the logs of a series by the keys of their scenes, oldest first. They are long: rows stay rows."""
    mine = {f"{SCENE_OF}__episode__story__series": series}
    logs: Logs = defaultdict(lambda: ([], [], []))
    kinds = (
        (Command.objects.order_by("first"), COMMAND),
        (Entry.objects.order_by("number"), ENTRY),
        (Seal.objects.order_by("number"), SEAL),
    )
    for place, (rows, names) in enumerate(kinds):
        for row in rows.filter(**mine).values(SCENE_OF, *names):
            logs[row.pop(SCENE_OF)][place].append(row)
    return logs


def _character(character: Character, places: Places) -> dict[str, Any]:
    player = character.owner.get_username() if character.owner else character.former_player
    portrait = character.portrait.image if character.portrait_name else ""
    row = {"id": character.pk, "player": player, "portrait": portrait, **write_row(character, CHARACTER)}
    return {
        **row,
        "history": write_history(character),
        "experience": write_ledger(character, places),
        "projects": write_projects(character),
    }


def _story(story: Story, people: Sequence[Character], places: Places, recaps: Recaps, logs: Logs) -> dict[str, Any]:
    return {
        **write_row(story, STORY),
        "episodes": [_episode(episode, people, places, recaps, logs) for episode in story.episodes.all()],
        "downtimes": [write_downtime(rest, people) for rest in story.downtimes.all()],
    }


def _episode(
    episode: Episode, people: Sequence[Character], places: Places, recaps: Recaps, logs: Logs
) -> dict[str, Any]:
    return {
        **write_row(episode, EPISODE),
        "recap": write_recap(recaps.get(("episode", episode.pk))),
        "scenes": [_scene(scene, places, recaps, logs) for scene in episode.scenes.all()],
        "downtimes": [write_downtime(rest, people) for rest in episode.downtimes.all()],
    }


def _scene(scene: Scene, places: Places, recaps: Recaps, logs: Logs) -> dict[str, Any]:
    commands, entries, seals = logs[scene.pk]
    return {
        **write_row(scene, SCENE),
        "next": places.get(("scene", scene.next_scene_id or 0)),
        "recap": write_recap(recaps.get(("scene", scene.pk))),
        "commands": commands,
        "entries": entries,
        "seals": [hide_seed(scene, seal) for seal in seals],
    }
