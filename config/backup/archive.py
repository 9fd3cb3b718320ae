"""The file of a backup: its manifest, and whether it is complete."""

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

FORMAT = "storywheel-backup"
VERSION = 1
MANIFEST = "manifest.json"


class BadBackup(Exception):
    """The file cannot be restored. The message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class TableNote:
    """What the manifest says of one table."""

    columns: list[str]
    rows: int
    sha256: str
    last: int
    """The last id that was given, also to rows deleted since: it must never be given again. 0 if none was."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself."""

    made_at: str
    database: str
    migrations: list[str]
    tables: dict[str, TableNote] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return the manifest as it is written in the file."""
        return json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, indent=1)

    @property
    def rows(self) -> int:
        """The number of rows in all tables."""
        return sum(table.rows for table in self.tables.values())


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open the archive for reading. Raises `BadBackup` if the file is missing or damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except FileNotFoundError:
        raise BadBackup(f"There is no file {path}.") from None
    except OSError as error:
        raise BadBackup(f"The file {path} cannot be read: {error.strerror or error}.") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError):
        raise BadBackup("The file is damaged, or is no backup: take another copy of it.") from None


def load_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Return the manifest of a backup. Raises `BadBackup`."""
    try:
        data: dict[str, Any] = json.loads(archive.read(MANIFEST))
        if data.pop("format") != FORMAT:
            raise BadBackup("This is no backup of Storywheel.")
        if (version := data.pop("version")) != VERSION:
            raise BadBackup(f"This backup is of version {version}, and this Storywheel reads version {VERSION}.")
        tables = {label: TableNote(**note) for label, note in data.pop("tables").items()}
        return Manifest(tables=tables, **data)
    except (KeyError, ValueError, TypeError, AttributeError):
        raise BadBackup("This is no backup of Storywheel, or its manifest is damaged.") from None


def iterate_rows(archive: zipfile.ZipFile, label: str) -> Iterator[list[Any]]:
    """Yield the rows of a table."""
    with archive.open(member(label)) as lines:
        for line in lines:
            yield json.loads(line)


def member(label: str) -> str:
    """Return the name of a table's file in the zip."""
    return f"{label}.jsonl"


def verify(path: Path) -> Manifest:
    """Read the whole file, and check every table against the manifest. Raises `BadBackup`."""
    with opened(path) as archive:
        manifest = load_manifest(archive)
        for label, note in manifest.tables.items():
            _verify_table(archive, label, note)
    return manifest


def _verify_table(archive: zipfile.ZipFile, label: str, note: TableNote) -> None:
    digest, count = hashlib.sha256(), 0
    try:
        with archive.open(member(label)) as lines:
            for line in lines:
                digest.update(line)
                count += 1
                if len(json.loads(line)) != len(note.columns):
                    raise BadBackup(f"The backup is damaged: row {count} of {label} is not whole.")
    except (KeyError, ValueError, TypeError):
        raise BadBackup(f"The backup is damaged: {label} cannot be read.") from None
    if count != note.rows or digest.hexdigest() != note.sha256:
        raise BadBackup(f"The backup is damaged: {label} is not what its checksum says.")
