"""The counters that give ids. An id must never be given twice, because logs name characters by it.

Each kind of database counts in its own way. `ID_COUNTERS` in the settings names the class for each.
"""

from typing import Protocol

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.utils.module_loading import import_string


class Counters(Protocol):
    """How one kind of database counts the rows of a table."""

    def get_last(self, cursor: CursorWrapper, table: str, column: str) -> int:
        """Return the last id that was given, 0 if none was."""

    def set(self, cursor: CursorWrapper, table: str, column: str, last: int) -> None:
        """Make the next row get the id after `last`."""


class SqliteCounters:
    """SQLite has one table with the counters of all others."""

    def get_last(self, cursor: CursorWrapper, table: str, column: str) -> int:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        return int(row[0]) if row else 0

    def set(self, cursor: CursorWrapper, table: str, column: str, last: int) -> None:
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


class PostgresCounters:
    """PostgreSQL has a sequence for each such column."""

    def get_last(self, cursor: CursorWrapper, table: str, column: str) -> int:
        sequence = self._find(cursor, table, column)
        cursor.execute(f"SELECT last_value, is_called FROM {sequence}")  # noqa: S608  its own name
        value, was_given = cursor.fetchone()
        return int(value) if was_given else 0

    def set(self, cursor: CursorWrapper, table: str, column: str, last: int) -> None:
        cursor.execute("SELECT setval(%s, %s, %s)", [self._find(cursor, table, column), max(last, 1), last > 0])

    def _find(self, cursor: CursorWrapper, table: str, column: str) -> str:
        cursor.execute("SELECT pg_get_serial_sequence(quote_ident(%s), %s)", [table, column])
        return str(cursor.fetchone()[0])


def counts(model: type[models.Model]) -> bool:
    """Whether the database gives the ids of this model."""
    return isinstance(model._meta.pk, models.AutoField)


def last_id(connection: BaseDatabaseWrapper, model: type[models.Model]) -> int:
    """Return the last id that was given, 0 if none was."""
    if not counts(model):
        return 0
    with connection.cursor() as cursor:
        return _counters_of(connection).get_last(cursor, model._meta.db_table, str(model._meta.pk.column))


def set_last_id(connection: BaseDatabaseWrapper, model: type[models.Model], last: int) -> None:
    """Make the next row get the id after `last`. Call it when the rows are in place."""
    if not counts(model):
        return
    with connection.cursor() as cursor:
        _counters_of(connection).set(cursor, model._meta.db_table, str(model._meta.pk.column), last)


def _counters_of(connection: BaseDatabaseWrapper) -> Counters:
    kind = connection.settings_dict["ENGINE"].rpartition(".")[2]
    counters: Counters = import_string(settings.ID_COUNTERS[kind])()
    return counters
