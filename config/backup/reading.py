"""Reading a backup back: all or nothing, into a database that the same migrations have made."""

import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction

from campaigns.models import Series, User
from config.backup.archive import BadBackup, Manifest, TableNote, opened, read_rows, verify
from config.backup.sequences import set_last_id
from config.backup.tables import AnyField, from_json, list_columns, list_migrations, list_models

CHUNK = 500


def is_empty(alias: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether a database holds nobody and nothing played."""
    return not (User.objects.using(alias).exists() or Series.objects.using(alias).exists())


def load(path: Path, alias: str = DEFAULT_DB_ALIAS) -> Manifest:
    """Replace everything in the database by what the file holds. Raises `BadBackup`, and then nothing has changed."""
    manifest = verify(path)
    _check_fit(manifest, alias)
    connection = connections[alias]
    label = ""
    try:
        with opened(path) as archive, transaction.atomic(alias):
            _clear(alias)
            for model in list_models():
                label = model._meta.label
                _load_table(archive, model, alias, manifest.tables[label])
            connection.check_constraints()
    except (DatabaseError, ValidationError) as error:
        reason = str(error).strip().splitlines()[0]
        raise BadBackup(f"The database does not take the backup ({label}: {reason}). Nothing was changed.") from None
    return manifest


def _check_fit(manifest: Manifest, alias: str) -> None:
    here = list_migrations(alias)
    if missing := sorted(set(manifest.migrations) - set(here)):
        raise BadBackup(
            f"The backup is of a newer Storywheel (it has {missing[0]}). Restore it with that version, or run "
            "`manage.py migrate` first if this one has it."
        )
    if extra := sorted(set(here) - set(manifest.migrations)):
        raise BadBackup(
            f"The backup is of an older Storywheel (it has no {extra[0]}). Restore it with that version, into a new "
            "database, then upgrade."
        )
    columns = {model._meta.label: [column.attname for column in list_columns(model)] for model in list_models()}
    if columns != {label: note.columns for label, note in manifest.tables.items()}:
        raise BadBackup("The backup has other tables than this Storywheel. Restore it with the version that made it.")


def _clear(alias: str) -> None:
    """Empty every table, sessions too. Foreign keys are looked at when the transaction ends."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            if table != "django_migrations":
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608  a name of Django's


def _load_table(archive: zipfile.ZipFile, model: type[models.Model], alias: str, note: TableNote) -> None:
    connection, columns = connections[alias], list_columns(model)
    names = ", ".join(connection.ops.quote_name(column.column or "") for column in columns)
    places = ", ".join(["%s"] * len(columns))
    table = connection.ops.quote_name(model._meta.db_table)
    rows = _prepared(read_rows(archive, model._meta.label), columns, alias)
    with connection.cursor() as cursor:
        while chunk := list(islice(rows, CHUNK)):
            # Not by the ORM, which would put the time of the restore into `auto_now_add`.
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", chunk)  # noqa: S608  our own names
    set_last_id(connection, model, note.last)


def _prepared(rows: Iterator[list[Any]], columns: list[AnyField], alias: str) -> Iterator[list[Any]]:
    connection = connections[alias]
    for row in rows:
        pairs = zip(columns, row, strict=True)
        yield [field.get_db_prep_save(from_json(field, value), connection) for field, value in pairs]
