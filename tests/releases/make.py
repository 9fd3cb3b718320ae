"""Writes the files of a version that is about to be released, for `make release VERSION=0.2.0`.

A database with the demo and a fight of every system, a backup of it, for each system a file of its series, a battle
file and a character's file, and the hashes of all our migrations.
"""

import gzip
import hashlib
import json
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from config import __version__
from tests.ready import environment
from tests.releases import BACKUP, DATABASE, FOLDER, MIGRATIONS

ROOT = Path(__file__).resolve().parent.parent.parent
STEPS = (
    ("manage.py", "migrate", "--verbosity", "0"),
    ("manage.py", "load_demo", "--once", "--verbosity", "0"),
    ("-m", "tests.e2e.showcase"),
)


def make(version: str) -> Path:
    """Write the files of a version into a folder of its own. Raises `FileExistsError` if it was released already."""
    kept = FOLDER / version
    kept.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "storywheel.sqlite3"
        code = f"from tests.releases.make import write_files; write_files({str(kept)!r})"
        last = ("manage.py", "backup", str(kept / BACKUP)), ("manage.py", "shell", "-v", "0", "-c", code)
        for step in (*STEPS, *last):
            command = [sys.executable, *step]
            subprocess.run(command, cwd=ROOT, env=environment(Path(folder)), check=True, stdout=subprocess.DEVNULL)
        with sqlite3.connect(database) as link:
            link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            link.execute("VACUUM")
        (kept / DATABASE).write_bytes(gzip.compress(database.read_bytes(), mtime=0))
    (kept / MIGRATIONS).write_text(json.dumps(hash_migrations(), indent=1) + "\n")
    return kept


def hash_migrations() -> dict[str, str]:
    """The SHA-256 of each of our migrations, by its path."""
    return {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in find_migrations()
    }


def find_migrations() -> list[Path]:
    """The files of our migrations."""
    return sorted(ROOT.glob("*/migrations/[0-9]*.py"))


def write_files(folder: str) -> None:
    """Write what people take home: the first fight of each system, its series and one of its heroes."""
    from campaigns.imports import storywheel_file
    from config import transfer
    from play.models import Table
    from play.seats.export import export_battle
    from play.seats.facts import load_facts
    from rules import SYSTEMS
    from rules.battle import STORYTELLER

    for system in SYSTEMS:
        table = Table.objects.filter(scene__episode__story__series__system=system).order_by("pk").first()
        assert table
        series = table.scene.episode.story.series
        opened = table.entries.filter(event__kind="BattleOpened").values_list("number", flat=True)[0]
        hero = series.characters.filter(owner__isnull=False).order_by("pk").first()
        assert hero
        files = {
            f"battle-{system}.json": export_battle(load_facts(table.scene_id), opened, STORYTELLER),
            f"character-{system}.json": storywheel_file.write(hero, True),
        }
        for name, data in files.items():
            (Path(folder) / name).write_text(json.dumps(data, ensure_ascii=False))
        (Path(folder) / f"series-{system}.gz").write_bytes(transfer.write(series))


if __name__ == "__main__":
    if sys.argv[1] != __version__:
        sys.exit(f"This is version {__version__}: set another in rules/__init__.py first.")
    print(make(sys.argv[1]))
