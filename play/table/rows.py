"""The few SQL statements of every click, written by hand: through the ORM they cost ten times as much.

A test compares them with `play.models`. Both databases get the same statements but for the lock of a row; both take
JSON as text.
"""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from play.models import Command, Entry, Table
from rules.battle import Json

_TABLE = ("id", "scene_id", "number", "storyteller_count", "public_number", "due_at", "dice")
FIND_TABLE = "SELECT id, scene_id, number, told_number, public_number, due_at, dice FROM play_table WHERE scene_id = %s"
_FIND_ANSWER = "SELECT first, last FROM play_command WHERE table_id = %s AND user_id = %s AND key = %s"
ADD_COMMAND = (
    "INSERT INTO play_command (table_id, user_id, key, first, last, made, thrown, at) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s, %s) RETURNING id"
)
ADD_ENTRY = (
    "INSERT INTO play_entry (table_id, command_id, number, event, told, public, rewound_to, at) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
)
_SAVE_TABLE = (
    "UPDATE play_table SET number = %s, told_number = %s, public_number = %s, due_at = %s, dice = %s, "
    "state = %s WHERE id = %s"
)
_KEY, _DUE_AT, _AT = Command._meta.get_field("key"), Table._meta.get_field("due_at"), Entry._meta.get_field("at")


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A row of the log to write: the event in its JSON form, and in whose log it stands."""

    number: int
    event: dict[str, Json]
    told: bool
    public: bool
    rewound_to: int | None


def find_table(scene_id: int, *, lock: bool = False) -> Table | None:
    """Return a scene's table without its state. `lock`: nobody else changes it until this transaction ends."""
    sql = FIND_TABLE + (" FOR UPDATE" if lock and connection.features.has_select_for_update else "")
    with connection.cursor() as cursor:
        cursor.execute(sql, [scene_id])
        row = cursor.fetchone()
    if row is None:
        return None
    *numbers, due_at, dice = row
    return Table.from_db(connection.alias, _TABLE, (*numbers, parse_moment(due_at), json.loads(dice)))


def parse_moment(value: Any) -> datetime | None:
    """Return the moment at which a table's deadline is, from what the database has given."""
    for convert in connection.ops.get_db_converters(_DUE_AT.get_col("play_table")):
        value = convert(value, None, connection)
    found: datetime | None = value
    return found


def find_answer(table: Table, user_id: int | None, key: uuid.UUID) -> tuple[int, int] | None:
    """Return the first and last entry that a person's command of this id wrote, or None where it is new."""
    with connection.cursor() as cursor:
        cursor.execute(
            _FIND_ANSWER,
            [table.pk, user_id, _KEY.get_db_prep_value(key, connection)],
        )
        found: tuple[int, int] | None = cursor.fetchone()
    return found


def add_command(
    table: Table, user_id: int | None, key: uuid.UUID, made: Json, thrown: Json, entries: Sequence[NewEntry]
) -> datetime:
    """Write a command with its entries. Return the moment at which they were written."""
    now = timezone.now()
    at = _AT.get_db_prep_value(now, connection)
    with connection.cursor() as cursor:
        cursor.execute(
            ADD_COMMAND,
            [
                table.pk,
                user_id,
                _KEY.get_db_prep_value(key, connection),
                entries[0].number,
                entries[-1].number,
                json.dumps(made),
                json.dumps(thrown),
                at,
            ],
        )
        (command,) = cursor.fetchone()
        values = [
            (table.pk, command, entry.number, json.dumps(entry.event), entry.told, entry.public, entry.rewound_to, at)
            for entry in entries
        ]
        cursor.executemany(ADD_ENTRY, values)
    return now


def save_table(table: Table, state: str) -> None:
    """Write a table's numbers, its due time, and its state in its JSON form."""
    with connection.cursor() as cursor:
        cursor.execute(
            _SAVE_TABLE,
            [
                table.number,
                table.storyteller_count,
                table.public_number,
                _DUE_AT.get_db_prep_value(table.due_at, connection),
                json.dumps(table.dice),
                state,
                table.pk,
            ],
        )
