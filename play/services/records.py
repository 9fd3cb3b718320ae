"""The entries of logs as a process remembers them: they never change, so each is read and decoded once."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from play.events import decode_event
from play.kept import Kept
from play.models import Entry, Table
from rules.battle import Event, Json
from rules.system import System


@dataclass(frozen=True, slots=True)
class Record:
    """An entry of the log as this process remembers it: its number, when it was, who acted, what happened."""

    number: int
    at: datetime
    author: str
    event: Event


recent: Kept[tuple[int, int], Record] = Kept(8192)
"""Records by table and number: entries never change, and every seat class reads the newest at once."""


def read_records(system: System, table: Table, entries: QuerySet[Entry]) -> list[Record]:
    """The records of a table's entries, in the order of these; each is decoded once for all seats."""
    rows = entries.values_list("number", "at", "command__user__username", "event")
    return [_read_record(system, table.pk, *row) for row in rows]


def _read_record(system: System, table: int, number: int, at: datetime, author: str | None, event: Json) -> Record:
    known = recent.get((table, number))
    if known is None:
        known = Record(number, at, author or "", decode_event(system, event))
        if not connection.in_atomic_block:  # what is not committed yet may still come to nothing
            recent.put((table, number), known)
    return known


def records_after(system: System, table: Table, number: int) -> list[Record]:
    """Every entry after a number, up to the table's: from memory where this process wrote them itself."""
    known = [recent.get((table.pk, at)) for at in range(number + 1, table.number + 1)]
    if None not in known:
        return [record for record in known if record is not None]
    entries = Entry.objects.filter(table=table, number__gt=number, number__lte=table.number)
    return read_records(system, table, entries.order_by("number"))
