"""Index the lines of logs for the search: each as everybody reads it, as the Storyteller and as its readers do."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import override

from campaigns.language import tell
from campaigns.markdown import strip_emphasis
from campaigns.models import Scene, SearchText
from campaigns.services.search_index import IndexedLine, index_lines
from play.models import Entry, EntryReader, Table
from play.table.events import decode_event, view_event
from play.table.speech import Said
from rules import get_system
from rules.battle import STORYTELLER, Event, Seat
from rules.system import System
from rules.view import EventView

PORTION = 1_000
"""How many entries are indexed in one transaction."""


def index_all_logs() -> None:
    """Index what is new in the logs of all series."""
    tables = Table.objects.annotate(indexed=Coalesce("scene__searched_log__number", 0))
    behind = tables.filter(number__gt=F("indexed"))
    for series in sorted(set(behind.values_list("scene__episode__story__series", flat=True))):
        scenes = Scene.objects.filter(episode__story__series=series)
        while not index_logs(series, scenes, PORTION):
            pass


def index_logs(series: int, scenes: QuerySet[Scene], most: int) -> bool:
    """Index what is new in the logs of these scenes of a series, the newest scenes first, and at most `most` entries.

    Return whether everything in them is indexed now. It asks one question where nothing is new.
    """
    there = Entry.objects.annotate(indexed=Coalesce("table__scene__searched_log__number", 0))
    behind = there.filter(table__scene__in=scenes, table__number__gt=F("indexed"))
    fresh = behind.filter(number__gt=F("indexed"), number__lte=F("table__number"))
    rows = fresh.select_related("table__scene__episode__story__series").order_by("-table__scene_id", "number")
    entries: list[Entry] = [*rows[: most + 1]]
    if entries:
        _index(series, entries[:most])
    return len(entries) <= most


def _index(series: int, entries: list[Entry]) -> None:
    """Index these entries, which are the next of their tables."""
    system = get_system(entries[0].table.scene.series.system)
    heard = _read_readers(entries)
    numbers = {entry.table.scene_id: entry.number for entry in entries}
    index_lines(series, numbers, list(_tell_all(system, entries, heard)))


def _read_readers(entries: list[Entry]) -> dict[tuple[int, int], list[str]]:
    """Return the keys of those who read entries that are not everybody's, by the table and the number."""
    found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    lowest = min(entry.number for entry in entries)
    there = EntryReader.objects.filter(table__in={entry.table_id for entry in entries}, number__gte=lowest)
    for table, number, key in there.values_list("table", "number", "key"):
        found[table, number].append(key)
    return found


def _tell_all(
    system: System, entries: Iterable[Entry], heard: dict[tuple[int, int], list[str]]
) -> Iterator[IndexedLine]:
    for entry in entries:
        if not entry.told:
            continue
        event = decode_event(system, entry.event)
        everybody = tell_line(system, event, Seat()) if entry.public else ""
        seats = {SearchText.STORYTELLER: STORYTELLER}
        seats |= {key: Seat(characters=frozenset([key])) for key in heard.get((entry.table_id, entry.number), ())}
        told = {"": everybody} | {reader: tell_line(system, event, seat) for reader, seat in seats.items()}
        for reader, text in told.items():
            if text and (reader == "" or text != everybody):
                yield IndexedLine(entry.table.scene_id, entry.pk, reader, text)


def tell_line(system: System, event: Event, seat: Seat) -> str:
    """Return the line of an event as the seat reads it, in every language; nothing where the seat has no such line."""
    view = view_event(system, event, seat)
    told = (_tell(event, view, code) for code, _name in settings.LANGUAGES) if view else ()
    return "\n".join(dict.fromkeys(told))


def read_line(system: System, event: Event, seat: Seat, language: str) -> str:
    """Return the line of an event as the seat reads it in a language; nothing where the seat has no such line."""
    view = view_event(system, event, seat)
    return _tell(event, view, language) if view else ""


def _tell(event: Event, view: EventView, language: str) -> str:
    with override(language):
        line = tell(view["line"])
    return f"{line}: {strip_emphasis(event.text)}" if isinstance(event, Said) else line
