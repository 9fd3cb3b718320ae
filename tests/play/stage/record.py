"""Writes facts of recorded fights for the tests of the page's scripts.

    PYTHONPATH=examples/coins python -m tests.play.stage.record FOLDER

For each game and seat a file `<game>-<seat>.json`: `{"whole": facts, "changes": [change, ...], "last": facts}`. The
changes, one after the other, make the last facts of the first.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

STEPS = 80


class NoMigrations:
    """Tells Django that no app has migrations: its tables are made at once."""

    def __contains__(self, _app: str) -> bool:
        return True

    def __getitem__(self, _app: str) -> None:
        return None


def main() -> None:
    """Play a fight of each game on a database of its own, and write what each seat's page is sent."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="storywheel-facts-") as var:
        os.environ |= {"STORYWHEEL_VAR": var, "DJANGO_SETTINGS_MODULE": "config.settings"}
        os.environ.pop("DATABASE_URL", None)
        import django
        from django.conf import settings
        from django.core.management import call_command

        django.setup()
        settings.MIGRATION_MODULES = NoMigrations()
        call_command("migrate", run_syncdb=True, verbosity=0)
        from rules import SYSTEMS

        for system in SYSTEMS:
            record(system, folder)


def record(system: str, folder: Path) -> None:
    """Write the files of one game."""
    from play.stage.changes import find_change
    from tests.play.stage.fights import SEATS, Fight

    with Fight(system) as fight:
        whole = {seat: fight.facts(seat) for seat in SEATS}
        before = dict(whole)
        changes: dict[str, list[object]] = {seat: [] for seat in SEATS}
        for _step in fight.play(STEPS):
            for seat in SEATS:
                facts = fight.facts(seat)
                if change := find_change(before[seat], facts):
                    changes[seat].append(change)
                before[seat] = facts
    for seat in SEATS:
        told = {"whole": whole[seat], "changes": changes[seat], "last": before[seat]}
        (folder / f"{system}-{seat}.json").write_text(json.dumps(told, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
