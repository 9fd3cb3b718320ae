"""Threads in the file. Characters, people and places are named by the keys that they have there, parts by places."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.models import Scene, Series, Story, Subject, Thread
from campaigns.threads.services import MAX_THREADS
from config.transfer.fields import THREAD
from config.transfer.known import read_known, write_known
from config.transfer.ledgers import Part, Place, Places
from config.transfer.rows import read_past, write_row

TIED = ("knowers", "characters", "subjects", "stories", "scenes")


def write_threads(series: Series, places: Places) -> list[dict[str, Any]]:
    """Return the threads of a series, oldest first, with what they are tied to and who knows of them."""
    return [
        {
            **write_row(thread, THREAD),
            **write_known(thread),
            "characters": sorted(one.pk for one in thread.characters.all()),
            "subjects": sorted(one.pk for one in thread.subjects.all()),
            "stories": sorted(places["story", one.pk] for one in thread.stories.all()),
            "scenes": sorted(places["scene", one.pk] for one in thread.scenes.all()),
        }
        for thread in series.threads.prefetch_related(*TIED).order_by("pk")
    ]


def check_threads(rows: Sequence[Any]) -> None:
    """Raise `Refused` if there are too many threads in the file."""
    if len(rows) > MAX_THREADS:
        told = _("The file contains %(count)s threads; at most %(most)s are allowed.")
        raise Refused(told % {"count": len(rows), "most": MAX_THREADS}, status=413)


def tie_thread(
    thread: Thread,
    row: Mapping[str, Any],
    keys: Mapping[str, str],
    subjects: Mapping[int, Subject],
    parts: Mapping[Place, Part],
) -> None:
    """Tie a saved thread to what its row names. All of that must exist. Raises `ValueError` or `KeyError`.

    Older files do not name people and places: there a character's tie is a tie to the page about it, too.
    """
    if thread.filled > thread.segments:
        raise ValueError
    if thread.resolved_at is not None:
        thread.resolved_at = read_past(row["resolved_at"])
        thread.save(update_fields=["resolved_at"])
    read_known(thread, row, keys)
    thread.characters.set([int(keys[str(int(one))]) for one in row["characters"]])
    thread.subjects.set(_find_subjects(thread, row, subjects))
    for name, kind in (("stories", Story), ("scenes", Scene)):
        found = [parts[tuple(place)] for place in row[name]]
        if not all(isinstance(part, kind) for part in found):
            raise TypeError
        getattr(thread, name).set(found)


def _find_subjects(thread: Thread, row: Mapping[str, Any], subjects: Mapping[int, Subject]) -> list[Subject]:
    if "subjects" in row:
        return [subjects[int(one)] for one in row["subjects"]]
    tied = set(thread.characters.values_list("pk", flat=True))
    return [one for one in subjects.values() if one.character_id in tied]
