"""Whether there is room on the disk: what `/readyz` tells those who look after a server."""

import shutil
import time

from django.conf import settings

LEAST_FREE = 50_000_000
"""Bytes. With less of them the next backup or a busy evening finds none."""
MEMORY = 60.0
"""Seconds for which a database that found no room for a command counts as full. It may be on another machine."""
_refused_at: float | None = None


def note_refusal() -> None:
    """The database has found no room for what was sent."""
    global _refused_at
    _refused_at = time.monotonic()


def forget() -> None:
    """Whatever was refused before no longer counts."""
    global _refused_at
    _refused_at = None


def is_full() -> bool:
    """Whether our own disk is nearly full, or the database has lately said so of its own."""
    if _refused_at is not None and time.monotonic() - _refused_at < MEMORY:
        return True
    folders = {settings.VAR_DIR, *(path.parent for path in settings.PRIVATE_FILES)}
    return any(shutil.disk_usage(folder).free < LEAST_FREE for folder in folders)
