"""Restore a backup: all or nothing. One of an older version goes through the later migrations."""

import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction

from campaigns.chronicle.services import renew_all_dice
from campaigns.models import Series, User
from config.backup.archive import BadBackup, Manifest, TableNote, iterate_rows, opened, verify
from config.backup.compatibility import check_compatible, list_later, make_old_tables
from config.backup.sequences import set_last_id
from config.backup.tables import AnyField, from_json, list_columns, list_migrations, list_models
from config.backup.writing import borrowed_connection, dump_from

CHUNK = 500
CARRIED = "carried"
"""The alias of the database in which an older backup is migrated."""


def is_empty(alias: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether a database has no people and no series."""
    return not (User.objects.using(alias).exists() or Series.objects.using(alias).exists())


def load(path: Path, alias: str = DEFAULT_DB_ALIAS) -> Manifest:
    """Replace everything in the database by the content of the file. Raises `BadBackup` without a change."""
    manifest = verify(path)
    check_compatible(manifest)
    with carried(path, manifest) as fitting:
        now = verify(fitting)
        if list_migrations(alias) != now.migrations:
            raise BadBackup("The database has other tables than this Storywheel. Run `manage.py migrate` first.")
        load_rows(fitting, now, list_models(), alias)
        renew_all_dice(alias)
    return manifest


def load_rows(path: Path, manifest: Manifest, there: Sequence[type[models.Model]], alias: str) -> None:
    """Replace everything in the tables of these models, which must be those of the file."""
    connection = connections[alias]
    label = ""
    try:
        with opened(path) as archive, transaction.atomic(alias):
            _clear(alias)
            for model in there:
                label = model._meta.label
                _load_table(archive, model, alias, manifest.tables[label])
            connection.check_constraints()
    except (DatabaseError, ValidationError) as error:
        reason = str(error).strip().splitlines()[0]
        raise BadBackup(f"The database does not take the backup ({label}: {reason}). Nothing was changed.") from None


@contextmanager
def carried(path: Path, manifest: Manifest) -> Iterator[Path]:
    """Yield a backup that fits this version: the file itself, or a migrated copy.

    The migrations run in a temporary database, so that a failure changes nothing. Raises `BadBackup` if one of them
    turns to another database.
    """
    if not list_later(manifest):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        here, fitting = connections[DEFAULT_DB_ALIAS].settings_dict, Path(folder) / "carried.zip"
        scratch = {**here, **settings.SCRATCH_DATABASE, "NAME": str(Path(folder) / "carried")}
        with borrowed_connection(CARRIED, scratch), _no_other_database():
            load_rows(path, manifest, list_models(make_old_tables(manifest, CARRIED)), CARRIED)
            call_command("migrate", database=CARRIED, verbosity=0, interactive=False)
            dump_from(fitting, CARRIED)
        yield fitting


@contextmanager
def _no_other_database() -> Iterator[None]:
    """Refuse every statement to another database than the temporary one inside the block."""
    with ExitStack() as guards:
        for alias in connections:
            if alias != CARRIED:
                guards.enter_context(connections[alias].execute_wrapper(_refuse))
        yield


def _refuse(_execute: object, sql: str, *_rest: object) -> NoReturn:
    raise BadBackup(
        "A migration turned to the live database while the backup was carried over to this version. That is a fault of "
        f"this version, please report it: {sql[:80]} ... Nothing was changed."
    )


def _clear(alias: str) -> None:
    """Empty every table, sessions too. Foreign keys are checked at the end of the transaction."""
    connection = connections[alias]
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            if table != "django_migrations":
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608  a name of Django's


def _load_table(archive: zipfile.ZipFile, model: type[models.Model], alias: str, note: TableNote) -> None:
    connection, fields = connections[alias], {field.attname: field for field in list_columns(model)}
    columns = [fields[name] for name in note.columns]
    names = ", ".join(connection.ops.quote_name(column.column or "") for column in columns)
    places = ", ".join(["%s"] * len(columns))
    table = connection.ops.quote_name(model._meta.db_table)
    rows = _prepared(iterate_rows(archive, model._meta.label), columns, alias)
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
