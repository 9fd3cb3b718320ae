"""Writes facts of recorded fights for the tests of the page's scripts.

    PYTHONPATH=examples/coins python -m tests.play.stage.record FOLDER [CHANGES]

For each game and seat a file `<game>-<seat>.json`: `{"whole": facts, "changes": [change, ...], "last": facts}`. The
changes, one after the other, make the last facts of the first. With a number of changes the files begin when the fight
does, end after so many, and leave the last facts out: those of `tests/js/stage/facts` have 12.
"""

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

STEPS = 80


class NoMigrations:
    """Tells Django that no app has migrations: its tables are made at once."""

    def __contains__(self, _app: str) -> bool:
        return True

    def __getitem__(self, _app: str) -> None:
        return None


def main() -> None:
    """Play a fight of each game on a database of its own, and write what each seat's page is sent."""
    folder, most = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None
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
            record(system, folder, most)


def record(system: str, folder: Path, most: int | None = None) -> None:
    """Write the files of one game."""
    from play.stage.changes import find_change
    from play.stage.shape import VERSION
    from tests.play.stage.fights import SEATS, Fight

    with Fight(system) as fight:
        numbered = {"v": VERSION, "n": 1}
        whole = {seat: fight.facts(seat) | numbered for seat in SEATS}
        before = dict(whole)
        changes: dict[str, list[object]] = {seat: [] for seat in SEATS}
        for _step in fight.play(STEPS):
            for seat in SEATS:
                facts = fight.facts(seat) | numbered
                if most and not _is_running(whole[seat]):
                    whole[seat] = before[seat] = facts
                    continue
                if most and len(changes[seat]) == most:
                    continue
                if change := find_change(before[seat], facts):
                    changes[seat].append(change)
                before[seat] = facts
    for seat in SEATS:
        told = {"whole": whole[seat], "changes": changes[seat]} | ({} if most else {"last": before[seat]})
        layout: dict[str, Any] = {"separators": (",", ":")} if most else {"indent": 1}
        text = json.dumps(told, ensure_ascii=False, **layout)
        (folder / f"{system}-{seat}.json").write_text(f"{text}\n", encoding="utf-8")


def _is_running(facts: Mapping[str, Any]) -> bool:
    return "fight" in facts and facts["fight"]["phase"] == "running"


if __name__ == "__main__":
    main()
