"""Which version runs: its number, the commit, and the day of that commit."""

import subprocess
from functools import cache
from pathlib import Path

from django.conf import settings

from rules import __version__

ARCHIVED = Path(settings.BASE_DIR, "config", "commit.txt")
"""`git archive`, which `deploy/install` uses, writes the commit and its day into this file."""
SHOWN_LETTERS = 8
TIMEOUT_SECONDS = 5


@cache
def describe_version() -> str:
    """Return as much as is known, as in "0.2.0 (681f2c89, 2026-11-23)"."""
    commit, _, day = find_commit().partition(" ")
    return f"{__version__} ({commit[:SHOWN_LETTERS]}, {day})" if day else __version__


def find_commit() -> str:
    """Return the commit and its day: of an image, of an archive, or of a clone. Empty if nothing says it."""
    archived = ARCHIVED.read_text().strip() if ARCHIVED.exists() else ""
    if settings.BUILT_COMMIT:
        return str(settings.BUILT_COMMIT)
    return _ask_git() if not archived or archived.startswith("$") else archived


def _ask_git() -> str:
    """Ask once for each process. The clone may belong to somebody else than the server's user."""
    if not (settings.BASE_DIR / ".git").exists():
        return ""
    command = ["git", "-c", "safe.directory=*", "-C", str(settings.BASE_DIR), "log", "-1", "--format=%H %cs"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
