"""When the last backup succeeded: the time of a file in `STORYWHEEL_VAR`, which all processes of a machine read."""

import time
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache

from config.alarms import tell_admins

NAME = "last-backup"
ALARM = "backup-alarm"
REPEAT = timedelta(days=1)
"""How often the host is told while there is no good backup."""


def note_backup() -> None:
    """Note that a backup was made and verified."""
    (settings.VAR_DIR / NAME).touch(mode=0o600)


def measure_age() -> timedelta | None:
    """Return the age of the last good backup, or None if there is none."""
    try:
        made_at = (settings.VAR_DIR / NAME).stat().st_mtime
    except FileNotFoundError:
        return None
    return timedelta(seconds=max(0.0, time.time() - made_at))


def describe_age() -> str:
    """Return the age in words, for monitoring."""
    age = measure_age()
    return "none" if age is None else f"{age // timedelta(hours=1)} hours old"


def watch() -> None:
    """E-mail the host once a day while there has been no good backup for too long."""
    age, hours = measure_age(), settings.BACKUP_HOURS
    if not hours or not settings.ADMINS or (age is not None and age < timedelta(hours=hours)):
        return
    if not cache.add(ALARM, True, REPEAT.total_seconds()):
        return
    since = "ever" if age is None else f"for {age // timedelta(hours=1)} hours"
    text = f"No backup has succeeded {since}; one every {hours} hours is expected. Make one now: manage.py backup FILE"
    try:
        tell_admins("No good backup", text)
    except OSError:  # of smtplib too: the next look tries again
        cache.delete(ALARM)
        raise
