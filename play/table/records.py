"""The entries of logs as a process remembers them. They never change, so each is read and decoded once."""

from collections.abc import Sequence
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from play.models import Entry, Table
from play.table.events import decode_event
from play.table.live_scene import TAIL, Record, live_scenes
from rules.battle import Json
from rules.system import System


def load_records(system: System, table: Table, entries: QuerySet[Entry]) -> list[Record]:
    """Return the records of a table's entries in their order. Each is decoded once for all seats."""
    rows = entries.values_list("number", "at", "command__user__username", "event", "command__user")
    live = live_scenes.get(table.scene_id)
    records = [live.records.get(row[0]) or _decode(system, *row) for row in rows]
    if not connection.in_atomic_block:  # what is not committed yet may be rolled back
        for record in records:
            if record.number > table.number - TAIL:
                live.records.put(record.number, record)
    return records


def _decode(system: System, number: int, at: datetime, author: str | None, event: Json, by: int | None) -> Record:
    return Record(number, at, author or "", decode_event(system, event), by or 0)


def records_after(system: System, table: Table, number: int) -> Sequence[Record]:
    """Return every entry after a number up to the table's, from memory where this process has written them itself."""
    known = live_scenes.get(table.scene_id).records_between(number, table.number)
    if known is not None:
        return known
    entries = Entry.objects.filter(table=table, number__gt=number, number__lte=table.number)
    return load_records(system, table, entries.order_by("number"))
