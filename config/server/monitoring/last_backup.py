"""When the last backup succeeded: a row of the database, which all processes of all hosts read."""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.utils import timezone

from campaigns.models import LastBackup
from config.server.monitoring.alarms import email_admins

ALARM = "backup-alarm"
UNKNOWN = "unknown"
"""The age while the database does not answer, or is not migrated."""
REPEAT = timedelta(days=1)
"""How often the host gets an e-mail while there is no good backup."""


def note_backup(made_at: datetime | None = None) -> None:
    """Note that a good backup holds what the database held at that moment, by default now."""
    LastBackup.objects.update_or_create(pk=1, defaults={"at": made_at or timezone.now()})


def measure_age() -> timedelta | None:
    """Return the age of the last good backup, or None if there is none."""
    made_at = LastBackup.objects.values_list("at", flat=True).first()
    return None if made_at is None else max(timedelta(0), timezone.now() - made_at)


def describe_age() -> str:
    """Return the age in words, for monitoring."""
    try:
        age = measure_age()
    except DatabaseError:
        return UNKNOWN
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
        email_admins("No good backup", text)
    except OSError:  # of smtplib too: the next look tries again
        cache.delete(ALARM)
        raise
