"""A backup by a button: a task writes it, as `manage.py backup` does, into a folder of the server.

The browser never gets the file: it holds every secret of every series and everybody's password hash, and staff see
nothing of what is played.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from campaigns.core.refusals import Refused
from config.backup import BadBackup, Manifest, dump, verify
from config.celery import app
from config.server.monitoring.last_backup import note_backup

RUNNING, FAILED = "backup-running", "backup-failed"
TIMEOUT_SECONDS = 900
"""Seconds after which a backup that was asked for counts as lost. A task is ended after ten minutes."""
SHOWN = 5
TASK = "config.tasks.back_up"
"""By its name: the tasks import this module."""


@dataclass(frozen=True, slots=True)
class KeptBackup:
    """A backup in the folder."""

    name: str
    made_at: datetime
    bytes: int


def make_backup(path: Path) -> Manifest:
    """Write a backup, read it back, and note that there is one. Raises `BadBackup`."""
    dump(path)
    manifest = verify(path)
    note_backup()
    return manifest


def get_folder() -> Path:
    """Return the folder of the backups that are made by the button, and by systemd every night."""
    return Path(settings.VAR_DIR) / "backups"


def list_backups() -> list[KeptBackup]:
    """Return the newest backups of the folder, newest first."""
    found = []
    for path in get_folder().glob("*.zip"):
        about = path.stat()
        found.append(KeptBackup(path.name, datetime.fromtimestamp(about.st_mtime, UTC), about.st_size))
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)[:SHOWN]


def is_running() -> bool:
    """Whether a backup was asked for and is not there yet."""
    return cache.get(RUNNING) is not None


def get_failure() -> str:
    """Return why the last backup by the button failed, or an empty string."""
    return str(cache.get(FAILED, ""))


def ask_for_backup() -> None:
    """Have the worker make a backup. Raises `Refused` if one is being made, or no task can be sent."""
    if not cache.add(RUNNING, True, TIMEOUT_SECONDS):
        raise Refused(_("A backup is already running. Reload the page in a while."), status=409)
    try:
        app.send_task(TASK, [f"{timezone.now():%Y-%m-%d-%H%M%S}.zip"])
    except OperationalError:
        cache.delete(RUNNING)
        raise Refused(_("The worker can’t be reached: Redis does not answer. Try again soon."), status=503) from None


def carry_out(name: str) -> None:
    """Make the backup that was asked for, in the worker."""
    try:
        folder = get_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_backup(folder / name)
    except (BadBackup, OSError) as error:
        cache.set(FAILED, str(error), None)
        raise
    else:
        cache.delete(FAILED)
    finally:
        cache.delete(RUNNING)
