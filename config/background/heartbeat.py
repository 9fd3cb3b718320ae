"""Whether the worker and its clock live: a task of the clock notes in the cache when it last ran."""

import time

from django.core.cache import cache

KEY = "worker-heartbeat"
KEPT = 86_400
"""Seconds for which the note is kept."""
MAX_SILENCE = 60.0
"""Seconds without a note after which something is wrong. The clock sends the task every 15."""

_STARTED = time.monotonic()


def has_just_started() -> bool:
    """Whether this process is so young that no task need have come yet."""
    return time.monotonic() - _STARTED < MAX_SILENCE


def note_heartbeat() -> None:
    """Note that a task of the clock has reached a worker."""
    cache.set(KEY, time.time(), KEPT)


def measure_silence() -> float | None:
    """Return the seconds since the last note, or None if there is none."""
    noted = cache.get(KEY)
    return None if noted is None else max(0.0, time.time() - noted)
