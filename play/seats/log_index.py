"""Index the lines of logs for the search: each as everybody reads it, as the Storyteller and as its readers do."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import override

from campaigns.core.language import translate
from campaigns.core.markdown import strip_emphasis
from campaigns.models import Scene, SearchText
from campaigns.search.index import Changes, make_text, write_index
from campaigns.search.sources import ENTRY
from play.models import Entry, EntryReader, Table
from play.table.events import decode_event, view_event
from play.table.speech import Posted, PostEdited, Said
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Event, Seat
from rules.system import System
from rules.view import EventView

PORTION = 1_000
"""How many entries are indexed in one transaction."""
AT_ONCE = 20
"""How many entries are in memory at once: their events are many times larger than their lines."""


def index_all_logs() -> None:
    """Index what is new in the logs of all series whose games are installed."""
    tables = Table.objects.annotate(indexed=Coalesce("scene__searched_log__number", 0))
    behind = tables.filter(number__gt=F("indexed"))
    installed = behind.filter(scene__episode__story__series__system__in=SYSTEMS)
    for series in sorted(set(installed.values_list("scene__episode__story__series", flat=True))):
        scenes = Scene.objects.filter(episode__story__series=series)
        is_whole = False
        while not is_whole:
            new, is_whole = load_new_lines(series, scenes, PORTION)
            write_index(new)


def load_new_lines(series: int, scenes: QuerySet[Scene], most: int) -> tuple[Changes, bool]:
    """Return what is new in the logs of these scenes of a series, the newest scenes first, of at most `most` entries.

    Also return whether that is all. It asks one question where nothing is new.
    """
    there = Entry.objects.annotate(indexed=Coalesce("table__scene__searched_log__number", 0))
    behind = there.filter(table__scene__in=scenes, table__number__gt=F("indexed"))
    fresh = behind.filter(number__gt=F("indexed"), number__lte=F("table__number"))
    entries = _load_entries(fresh.order_by("-table__scene_id", "number")[: most + 1])
    first = next(entries, None)
    if first is None:
        return Changes(), True
    heard = _load_readers(scenes)
    numbers: dict[int, int] = {}
    texts: dict[tuple[int, str], SearchText] = {}
    for entry in islice(chain([first], entries), most):
        numbers[entry.scene] = entry.number
        for source in (entry, *_find_post(entry)):
            readers = heard.get((source.scene, source.number), source.event.get("audience") or ())
            for reader, text in _list_readers(source, readers):
                texts[source.pk, reader] = make_text(series, ENTRY, source.pk, reader, text, scene_id=source.scene)
    return Changes(texts=list(texts.values()), numbers=numbers), next(entries, None) is None


@dataclass(frozen=True, slots=True)
class FreshEntry:
    """An entry to be indexed: its key, its scene, its number there, its stored event, and whose line it is."""

    pk: int
    scene: int
    number: int
    event: dict[str, Any]
    known: bool
    public: bool
    system: str


def _load_entries(entries: QuerySet[Entry]) -> Iterator[FreshEntry]:
    """Return the entries one by one: an event may be large, and a thousand of them must not be in memory at once."""
    system = "table__scene__episode__story__series__system"
    rows = entries.values_list("pk", "table__scene", "number", "event", "told", "public", system)
    return (FreshEntry(*row) for row in rows.iterator(chunk_size=AT_ONCE))


def _find_post(entry: FreshEntry) -> list[FreshEntry]:
    """Return the post that an entry edits, with both texts: which of them counts is asked when somebody searches."""
    if entry.event["kind"] != PostEdited.__name__:
        return []
    posts = Entry.objects.filter(table__scene=entry.scene, number=entry.event["post"], event__kind=Posted.__name__)
    return [
        replace(entry, pk=pk, number=number, event=_join_texts(event, entry.event), known=known, public=public)
        for pk, number, event, known, public in posts.values_list("pk", "number", "event", "told", "public")
    ]


def _join_texts(post: dict[str, Any], edit: dict[str, Any]) -> dict[str, Any]:
    return {**post, "text": f"{post['text']}\n{edit['text']}"}


def _load_readers(scenes: QuerySet[Scene]) -> dict[tuple[int, int], list[str]]:
    """Return the keys of those who read new entries that are not everybody's, by the scene and the number."""
    found: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    there = EntryReader.objects.annotate(indexed=Coalesce("table__scene__searched_log__number", 0))
    fresh = there.filter(table__scene__in=scenes, number__gt=F("indexed"))
    for scene, number, key in fresh.values_list("table__scene", "number", "key"):
        found[scene, number].append(key)
    return found


def _list_readers(entry: FreshEntry, heard: Collection[str]) -> Iterator[tuple[str, str]]:
    """Return the readers of an entry with its lines: all (""), and those who read something else."""
    if not (entry.known or heard):
        return
    system = get_system(entry.system)
    event = decode_event(system, entry.event)
    everybody = write_line(system, event, Seat()) if entry.public else ""
    seats = {SearchText.STORYTELLER: STORYTELLER} | {key: Seat(characters=frozenset([key])) for key in heard}
    texts = {"": everybody} | {reader: write_line(system, event, seat) for reader, seat in seats.items()}
    for reader, text in texts.items():
        if text and (reader == "" or text != everybody):
            yield reader, text


def write_line(system: System, event: Event, seat: Seat) -> str:
    """Return the line of an event as the seat reads it, in every language; nothing where the seat has no such line."""
    view = view_event(system, event, seat)
    translations = (_write_line(event, view, code) for code, _name in settings.LANGUAGES) if view else ()
    return "\n".join(dict.fromkeys(translations))


def write_line_in(system: System, event: Event, seat: Seat, language: str, edited: str = "") -> str:
    """Return the line of an event as the seat reads it in a language; nothing where the seat has no such line.

    `edited`: the newest text of a post that was edited.
    """
    view = view_event(system, event, seat)
    return _write_line(event, view, language, edited) if view else ""


def _write_line(event: Event, view: EventView, language: str, edited: str = "") -> str:
    with override(language):
        line = translate(view["line"])
    if isinstance(event, Posted):
        return f"{line}: {edited or event.text}"
    return f"{line}: {strip_emphasis(event.text)}" if isinstance(event, Said) else line
