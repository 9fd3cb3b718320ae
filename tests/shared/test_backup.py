"""The drill: play, back up in the middle of it, destroy, restore, move to PostgreSQL: every scene replays the same.

On SQLite and on PostgreSQL.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.demo import DEMO_PASSWORD, PLAYERS, STORYTELLER
from deploy.processes import ROOT, EmbeddedSite, manage
from deploy.stores import Postgres
from tests.shared.burst import Burst
from tests.shared.people import Person
from tests.shared.replays import ask, ask_each

SCENE = 4
"""The Toll Bridge of the demo on a new server."""


@dataclass
class Drill:
    """An embedded server that was played on, and was backed up twice: in the middle of a burst, and in the end."""

    site: EmbeddedSite
    burst: Burst
    during: Path
    after: Path


@pytest.fixture(scope="module")
def drill(demo_folder: Callable[[], Path]) -> Drill:
    place = demo_folder()
    site, during, after = EmbeddedSite(place), place / "during.zip", place / "after.zip"
    site.start()
    try:
        people = [Person(name).sign_in(site, DEMO_PASSWORD) for name in (STORYTELLER, *PLAYERS)]
        burst = Burst(people, [site], SCENE)
        burst.when(10, lambda: None)
        manage(site.environment, "backup", str(during))
        burst.end()
    finally:
        site.stop()
    return Drill(site, burst, during, after)


def test_nobody_waits_for_a_backup(drill: Drill) -> None:
    assert drill.burst.failures == []
    assert drill.burst.resent == 0
    assert len(drill.burst.acknowledged) > 30


def test_a_backup_made_in_the_middle_of_play_is_one_moment(drill: Drill, empty: EmbeddedSite) -> None:
    told = ask(
        empty.environment, "restore", str(drill.during)
    )  # it replays: nothing of a command is there without the rest
    drill.burst.assert_kept(told["said"][str(SCENE)], least=list(drill.burst.acknowledged)[:10])
    assert told["counts"]["play.Entry"] == sum(number for number, _log, _state in told["scenes"].values())


def test_after_destruction_a_restore_replays_every_scene_the_same(drill: Drill) -> None:
    before = ask(drill.site.environment, "backup", str(drill.after))
    drill.burst.assert_kept(before["said"][str(SCENE)], least=drill.burst.acknowledged)
    for file in drill.site.log.parent.glob("storywheel.sqlite3*"):
        file.unlink()
    assert ask(drill.site.environment, "restore", str(drill.after)) == before


def test_the_move_to_postgres_keeps_counts_and_replays(drill: Drill, postgres: Postgres) -> None:
    moved = postgres.url
    there = drill.site.environment | {"DATABASE_URL": moved}
    before = ask(drill.site.environment | {"DATABASE_URL_TO": moved}, "move_database")
    file = drill.after.with_name("from-postgres.zip")
    commands = ("backup", str(file)), ("restore", str(file), "--replace"), ("load_demo", "--reset")
    backed_up, restored, ids_go_on = ask_each(there, *commands)
    assert backed_up == restored == before
    assert ids_go_on["counts"]["campaigns.User"] == before["counts"]["campaigns.User"]
    assert int(max(ids_go_on["scenes"], key=int)) > int(max(before["scenes"], key=int))


def test_the_nightly_unit_makes_a_backup_that_can_be_restored_and_throws_old_ones_away(
    drill: Drill, tmp_path: Path
) -> None:
    unit = (ROOT / "deploy" / "systemd" / "storywheel-backup.service").read_text()
    unit = unit.replace("/srv/storywheel/.venv/bin/python", sys.executable).replace("%%", "%")
    unit = unit.replace("/var/lib/storywheel", str(tmp_path))
    kept, old = tmp_path / "backups", tmp_path / "backups" / "old.zip"
    kept.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    for line in re.findall(r"^Exec\w+=(.*)$", unit, re.MULTILINE):
        subprocess.run(shlex.split(line), cwd=ROOT, env=os.environ | drill.site.environment, check=True)
    (made,) = kept.iterdir()
    assert "is whole" in manage(drill.site.environment, "restore", "--check", str(made))
