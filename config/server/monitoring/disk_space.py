"""Whether there is room on the disk, for `/readyz`."""

import shutil
import time
from dataclasses import dataclass

from django.conf import settings

LEAST_FREE = 50_000_000
"""Bytes. With less, the next backup or a busy evening may find no room."""
MEMORY = 60.0
"""Seconds for which the disk counts as full after the database has said so. The database may be on another machine."""


@dataclass(slots=True)
class Database:
    """What the database has lately said of its disk. `refused_at`: when it found no room, by the monotonic clock."""

    refused_at: float | None = None


_database = Database()


def note_refusal() -> None:
    """Note that the database found no room."""
    _database.refused_at = time.monotonic()


def forget() -> None:
    """Forget earlier refusals."""
    _database.refused_at = None


def is_full() -> bool:
    """Whether our own disk is nearly full, or the database has lately said so of its own."""
    refused_at = _database.refused_at
    if refused_at is not None and time.monotonic() - refused_at < MEMORY:
        return True
    return measure_free() < LEAST_FREE


def measure_free() -> int:
    """Return the free bytes of the fullest disk that holds data of this machine."""
    folders = {settings.VAR_DIR, *(path.parent for path in settings.PRIVATE_FILES)}
    return min(shutil.disk_usage(folder).free for folder in folders)
