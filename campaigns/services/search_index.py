"""Keep the index of the search up to date. It is brought up to date when somebody searches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Case, Exists, OuterRef, QuerySet, TextField, Value, When

from campaigns.models import SearchedLog, SearchText
from campaigns.search_sources import ENTRY, SOURCES
from campaigns.wanted_words import fold_words

Row = tuple[str, int, str, int | None, bool, str]


def index_records(series: int) -> None:
    """Index what has changed in the record of a series, and forget what is no longer there.

    It asks two questions, whatever there is, and writes only where something has changed.
    """
    there = _read_texts(series)
    current = {(kind, key, reader) for kind, key, reader, *_rest in there}
    indexed = SearchText.objects.filter(series=series).exclude(kind=ENTRY).values_list("pk", "kind", "key", "reader")
    gone = [pk for pk, *place in indexed if tuple(place) not in current]
    new = [
        SearchText(series_id=series, kind=kind, key=key, reader=reader, user_id=user, text=text, words=fold_words(text))
        for kind, key, reader, user, is_indexed, text in there
        if not is_indexed
    ]
    if gone or new:
        _write(gone, new)


def forget_removed() -> None:
    """Bring the index of every record that was searched up to date, so that no copy outlives what was removed."""
    for series in list(SearchText.objects.exclude(kind=ENTRY).values_list("series", flat=True).distinct()):
        index_records(series)


def _read_texts(series: int) -> list[Row]:
    """Return all texts of the record, by one query. The text itself is loaded only if it is not in the index."""
    first, *rest = (_compare(rows, kind) for kind, source in SOURCES.items() for rows in source.texts(series))
    return list(first.union(*rest, all=True))


def _compare(rows: QuerySet[Any], kind: str) -> QuerySet[Any]:
    same = SearchText.objects.filter(kind=kind, key=OuterRef("pk"), reader=OuterRef("to"), text=OuterRef("told"))
    new = Case(When(is_indexed=True, then=Value("")), default="told", output_field=TextField())
    made: QuerySet[Any] = rows.annotate(what=Value(kind), is_indexed=Exists(same)).annotate(new=new)
    compared: QuerySet[Any] = made.values_list("what", "pk", "to", "by", "is_indexed", "new")
    return compared


@transaction.atomic
def _write(gone: Collection[int], new: Sequence[SearchText]) -> None:
    SearchText.objects.filter(pk__in=gone).delete()
    SearchText.objects.bulk_create(
        new,
        batch_size=100,
        update_conflicts=True,
        unique_fields=["kind", "key", "reader"],
        update_fields=["text", "words", "user"],
    )


@dataclass(frozen=True, slots=True)
class IndexedLine:
    """A line of a scene's log: the key of its entry, and who reads it so (`SearchText.reader`)."""

    scene: int
    entry: int
    reader: str
    text: str


@transaction.atomic
def index_lines(series: int, numbers: Mapping[int, int], lines: Iterable[IndexedLine]) -> None:
    """Index lines of logs. `numbers` tells for each scene the number of the newest entry that is indexed now.

    Lines that are indexed already, by somebody who searches at the same time, stay as they are.
    """
    made = (
        SearchText(
            series_id=series,
            scene_id=line.scene,
            kind=ENTRY,
            key=line.entry,
            reader=line.reader,
            text=line.text,
            words=fold_words(line.text),
        )
        for line in lines
    )
    SearchText.objects.bulk_create(made, batch_size=500, ignore_conflicts=True)
    SearchedLog.objects.bulk_create(
        (SearchedLog(scene_id=scene, number=number) for scene, number in numbers.items()),
        update_conflicts=True,
        unique_fields=["scene"],
        update_fields=["number"],
    )
