"""Write a backup: all tables as they were at one moment, while people play on."""

import copy
import hashlib
import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, models, transaction
from django.utils import timezone

from config.backup.archive import MANIFEST, BadBackup, Manifest, TableNote, member
from config.backup.sequences import last_id
from config.backup.tables import list_migrations, list_models, list_names, to_json

SNAPSHOT = "snapshot"
CHUNK = 500


def dump(path: Path) -> Manifest:
    """Write everything to a new file that only its owner may read, because it holds people's password hashes.

    Raises `BadBackup` if the file exists already, or cannot be written, or the database cannot be read.
    """
    try:
        with frozen_database() as alias:
            return dump_from(path, alias)
    except DatabaseError as error:
        reason = str(error).strip().splitlines()[0]
        raise BadBackup(
            f"The database cannot be read: {reason}. If it is of an older version, run `manage.py migrate` first."
        ) from None


def dump_from(path: Path, alias: str) -> Manifest:
    """Write everything to a new file from a database that nothing else writes to. Raises `BadBackup` like `dump`."""
    part = path.with_name(path.name + ".part")
    try:
        if path.exists():
            raise BadBackup(f"There is a file {path} already. Name another.")
        with _opened_for_writing(part) as archive:
            manifest = _write_all(archive, alias)
        part.rename(path)
    except OSError as error:
        raise BadBackup(f"The backup cannot be written to {path}: {error.strerror or error}.") from None
    finally:
        part.unlink(missing_ok=True)
    return manifest


@contextmanager
def _opened_for_writing(path: Path) -> Iterator[zipfile.ZipFile]:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600), "w+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            yield archive
        file.flush()
        os.fsync(file.fileno())


def _write_all(archive: zipfile.ZipFile, alias: str) -> Manifest:
    database = connections[alias].display_name
    manifest = Manifest(timezone.now().isoformat(), database, list_migrations(alias))
    for model in list_models():
        manifest.tables[model._meta.label] = _write_table(archive, model, alias)
    archive.writestr(MANIFEST, manifest.to_json())
    return manifest


def _write_table(archive: zipfile.ZipFile, model: type[models.Model], alias: str) -> TableNote:
    columns = list_names(model)
    rows = model._base_manager.using(alias).order_by("pk").values_list(*columns)
    digest, count = hashlib.sha256(), 0
    with archive.open(member(model._meta.label), "w", force_zip64=True) as file:
        for row in rows.iterator(CHUNK):
            line = json.dumps([to_json(value) for value in row], ensure_ascii=False, separators=(",", ":")) + "\n"
            digest.update(line.encode())
            file.write(line.encode())
            count += 1
    return TableNote(columns, count, digest.hexdigest(), last_id(connections[alias], model))


@contextmanager
def frozen_database() -> Iterator[str]:
    """Yield the alias of a connection that sees the database as it is now, even if others write to it.

    It blocks nothing: on SQLite it reads the write-ahead log, on PostgreSQL it is a repeatable-read transaction.
    """
    here = copy.deepcopy(connections[DEFAULT_DB_ALIAS].settings_dict)
    with borrowed_connection(SNAPSHOT, {**here, "OPTIONS": settings.SNAPSHOT_OPTIONS}), transaction.atomic(SNAPSHOT):
        yield SNAPSHOT


@contextmanager
def borrowed_connection(alias: str, settings: dict[str, object]) -> Iterator[str]:
    """Add a second database under an alias inside the block."""
    connections.databases[alias] = settings
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.databases[alias]
