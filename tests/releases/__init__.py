"""Released versions, each kept as the files that it wrote: every later version must migrate, open and restore them."""

from pathlib import Path

from packaging.version import Version

FOLDER = Path(__file__).parent.parent / "fixtures" / "releases"
"""One folder for each version."""
DATABASE, BACKUP, MIGRATIONS = "storywheel.sqlite3.gz", "backup.zip", "migrations.json"


def list_releases() -> list[Path]:
    """The folders of all released versions, oldest first."""
    return sorted(FOLDER.iterdir(), key=lambda folder: sort_key(folder.name))


def sort_key(version: str) -> Version:
    """Candidates come before their release."""
    return Version(version)
