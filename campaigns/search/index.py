"""Keep the index of the search up to date. It is brought up to date when somebody searches."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import connection, transaction
from django.db.models import BigIntegerField, BooleanField, Case, Exists, OuterRef, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from campaigns.core.wanted_words import fold_words
from campaigns.models import SearchedLog, SearchText
from campaigns.search.sources import ENTRY, SOURCES

Row = tuple[str, int, str, int | None, bool | None, str]
"""The kind, key, reader and user of a text, whether it is indexed (None: the row is the index), and what is new."""
_MARK = -70_120_913
"""Stands for the key of the series in the query while it is written."""
BATCH = 1_000
"""How many rows are written by one statement at most; each database has a limit of its own."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be written to the index, for it to be up to date.

    `gone`: the keys of rows of the index that stand for nothing now. `texts`: what is new. `numbers`: the number
    of the newest entry whose lines are among them, by the key of the scene.
    """

    gone: Collection[int] = ()
    texts: Sequence[SearchText] = ()
    numbers: Mapping[int, int] = field(default_factory=dict)


def compare_records(series: int) -> Changes:
    """Return what has changed in the record of a series. It asks one question, whatever there is."""
    rows = _load_texts(series)
    there = [row for row in rows if row[4] is not None]
    current = {(kind, key, reader) for kind, key, reader, *_rest in there}
    return Changes(
        [int(pk) for *place, _by, known, pk in rows if known is None and tuple(place) not in current],
        [
            make_text(series, kind, key, reader, text, user_id=user)
            for kind, key, reader, user, is_indexed, text in there
            if not is_indexed
        ],
    )


def make_text(series: int, kind: str, key: int, reader: str, text: str, **rest: Any) -> SearchText:
    """Return a row of the index that is not saved. `rest`: its other fields."""
    words = fold_words(text)
    return SearchText(series_id=series, kind=kind, key=key, reader=reader, text=text, words=words, **rest)


def write_index(*changes: Changes) -> None:
    """Write what has changed, if anything has. What somebody else writes at the same moment says what this says."""
    gone, texts = (
        [key for change in changes for key in change.gone],
        [text for change in changes for text in change.texts],
    )
    logs = [
        SearchedLog(scene_id=scene, number=number) for change in changes for scene, number in change.numbers.items()
    ]
    if not (gone or texts or logs):
        return
    with transaction.atomic():
        if gone:
            SearchText.objects.filter(pk__in=gone).delete()
        SearchText.objects.bulk_create(
            texts,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["kind", "key", "reader"],
            update_fields=["text", "words", "user"],
        )
        SearchedLog.objects.bulk_create(logs, update_conflicts=True, unique_fields=["scene"], update_fields=["number"])


def forget_removed() -> None:
    """Bring the index of every record that was searched up to date, so that no copy outlives what was removed."""
    for series in list(SearchText.objects.exclude(kind=ENTRY).values_list("series", flat=True).distinct()):
        write_index(compare_records(series))


def _load_texts(series: int) -> list[Row]:
    """Return all texts of the record, and all that are indexed, by one query.

    A text itself is loaded only if it is not in the index. Instead of it, rows of the index bring their own key.
    """
    sql, values = _write_statement()
    with connection.cursor() as cursor:
        cursor.execute(sql, [series if value == _MARK else value for value in values])
        rows: list[Row] = cursor.fetchall()
    return rows


@cache
def _write_statement() -> tuple[str, tuple[Any, ...]]:
    """Return the query with its values, where `_MARK` stands for the series.

    To write it takes Django most of the time of a search, and it is the same each time.
    """
    first, *rest = (_compare(rows, kind) for kind, source in SOURCES.items() for rows in source.texts(_MARK))
    sql, values = first.union(*rest, _list_indexed(_MARK), all=True).query.sql_with_params()
    return sql, tuple(values)


def _list_indexed(series: int) -> QuerySet[Any]:
    rows: QuerySet[Any] = SearchText.objects.filter(series=series).exclude(kind=ENTRY).order_by()
    nobody, unknown = Cast(Value(None), BigIntegerField()), Cast(Value(None), BooleanField())
    rows = rows.annotate(by=nobody, is_indexed=unknown, place=Cast("pk", TextField()))
    return rows.values_list("kind", "key", "reader", "by", "is_indexed", "place")


def _compare(rows: QuerySet[Any], kind: str) -> QuerySet[Any]:
    same = SearchText.objects.filter(kind=kind, key=OuterRef("pk"), reader=OuterRef("to"), text=OuterRef("told"))
    new = Case(When(is_indexed=True, then=Value("")), default="told", output_field=TextField())
    made: QuerySet[Any] = rows.annotate(what=Value(kind), is_indexed=Exists(same)).annotate(new=new)
    compared: QuerySet[Any] = made.values_list("what", "pk", "to", "by", "is_indexed", "new")
    return compared
