"""The counters that give ids. An id that was given once must never be given again: logs name characters by theirs."""

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


def counts(model: type[models.Model]) -> bool:
    """Whether the database numbers the rows of this table."""
    return isinstance(model._meta.pk, models.AutoField)


def last_id(connection: BaseDatabaseWrapper, model: type[models.Model]) -> int:
    """The last id that was given, 0 if none was."""
    if not counts(model):
        return 0
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
            row = cursor.fetchone()
            return int(row[0]) if row else 0
        cursor.execute(f"SELECT last_value, is_called FROM {_sequence(connection, model)}")  # noqa: S608  our own name
        value, was_given = cursor.fetchone()
        return int(value) if was_given else 0


def set_last_id(connection: BaseDatabaseWrapper, model: type[models.Model], last: int) -> None:
    """Have the next row get the id after `last`. Call when the rows are in place."""
    if not counts(model):
        return
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [model._meta.db_table, last])
        else:
            cursor.execute("SELECT setval(%s, %s, %s)", [_sequence(connection, model), max(last, 1), last > 0])


def _sequence(connection: BaseDatabaseWrapper, model: type[models.Model]) -> str:
    with connection.cursor() as cursor:
        table, column = connection.ops.quote_name(model._meta.db_table), model._meta.pk.column
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, column])
        return str(cursor.fetchone()[0])
