"""Export a series to a file."""

import gzip
import json
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from campaigns.models import Character, Downtime, Episode, Scene, Series, Story
from config.transfer.attachments import write_attachments
from config.transfer.downtimes import write_downtime, write_projects
from config.transfer.fields import CHARACTER, COMMAND, EPISODE, FORMAT, SCENE, SERIES, STORY, VERSION
from config.transfer.handouts import write_handouts
from config.transfer.ledgers import Places, find_places, write_ledger
from config.transfer.recaps import Recaps, find_recaps, write_recap
from config.transfer.rows import write_row
from config.transfer.sessions import write_sessions
from config.transfer.subjects import write_subjects, write_ties
from config.transfer.threads import write_threads
from play.models import Command, Entry, Table


@transaction.atomic
def write(series: Series) -> bytes:
    """Return the whole series with its secrets, for its owner. It is as of one moment, while people play on."""
    if settings.SNAPSHOT_STATEMENT:
        with connection.cursor() as cursor:
            cursor.execute(settings.SNAPSHOT_STATEMENT)
    series = Series.objects.get(pk=series.pk)
    members, places = series.memberships.select_related("user"), find_places(series)
    recaps = find_recaps(series)
    data = {
        "format": FORMAT,
        "version": VERSION,
        "written_at": timezone.now(),
        "series": write_row(series, SERIES),
        "members": [{"name": member.user.get_username(), "role": member.role} for member in members],
        "characters": [_character(one, places) for one in series.characters.select_related("owner", "portrait")],
        "handouts": write_handouts(series, places),
        "attachments": write_attachments(series),
        "sessions": write_sessions(series),
        "threads": write_threads(series, places),
        "subjects": write_subjects(series),
        "ties": write_ties(series, places),
        "stories": [_story(story, places, recaps) for story in series.stories.all()],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=_plain)
    return gzip.compress(text.encode(), mtime=0)


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _character(character: Character, places: Places) -> dict[str, Any]:
    player = character.owner.get_username() if character.owner else ""
    portrait = character.portrait.image if character.portrait_name else ""
    row = {"id": character.pk, "player": player, "portrait": portrait, **write_row(character, CHARACTER)}
    return {**row, "experience": write_ledger(character, places), "projects": write_projects(character)}


def _story(story: Story, places: Places, recaps: Recaps) -> dict[str, Any]:
    return {
        **write_row(story, STORY),
        "episodes": [_episode(episode, places, recaps) for episode in story.episodes.all()],
        "downtimes": [write_downtime(rest) for rest in Downtime.objects.filter(story=story, episode=None)],
    }


def _episode(episode: Episode, places: Places, recaps: Recaps) -> dict[str, Any]:
    return {
        **write_row(episode, EPISODE),
        "recap": write_recap(recaps.get(("episode", episode.pk))),
        "scenes": [_scene(scene, places, recaps) for scene in episode.scenes.all()],
        "downtimes": [write_downtime(rest) for rest in episode.downtimes.all()],
    }


def _scene(scene: Scene, places: Places, recaps: Recaps) -> dict[str, Any]:
    table = Table.objects.defer("state").filter(scene=scene).first()
    commands = Command.objects.filter(table=table).order_by("first") if table else ()
    entries = Entry.objects.filter(table=table).order_by("number").values("event", "at") if table else ()
    return {
        **write_row(scene, SCENE),
        "next": places.get(("scene", scene.next_scene_id or 0)),
        "recap": write_recap(recaps.get(("scene", scene.pk))),
        "commands": [write_row(command, COMMAND) for command in commands],
        "entries": list(entries),
    }
