"""The drill: play, back up in the middle of it, destroy, restore, move to PostgreSQL: every scene replays the same.

On SQLite and on PostgreSQL.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from config.demo import DEMO_PASSWORD, PLAYERS, STORYTELLER
from deploy.parts import Embedded, manage
from deploy.shared import SharedServer
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.people import Person
from tests.shared.replays import ask, ask_each

SCENE = 4
"""The Toll Bridge of the demo on a new server."""


@dataclass
class Drill:
    """An embedded server that was played on, and was backed up twice: in the middle of a burst, and in the end."""

    site: Embedded
    burst: Burst
    during: Path
    after: Path


@pytest.fixture(scope="module")
def drill(folder: Callable[[], Path]) -> Drill:
    place = folder()
    site, during, after = Embedded(place), place / "during.zip", place / "after.zip"
    site.start()
    try:
        manage(site.environment, "load_demo")
        people = [Person(name).sign_in(site, DEMO_PASSWORD) for name in (STORYTELLER, *PLAYERS)]
        burst = Burst(people, [site], SCENE, 300)
        burst.when(10, lambda: None)
        manage(site.environment, "backup", str(during))
        burst.finish()
    finally:
        site.stop()
    return Drill(site, burst, during, after)


def test_nobody_waits_for_a_backup(drill: Drill) -> None:
    assert drill.burst.failures == []
    assert drill.burst.resent == 0
    assert len(drill.burst.acknowledged) == 300


def test_a_backup_made_in_the_middle_of_play_is_one_moment(drill: Drill, folder: Callable[[], Path]) -> None:
    environment = Embedded(folder()).environment
    told = ask(environment, "restore", str(drill.during))  # it replays: nothing of a command is there without the rest
    number = told["scenes"][str(SCENE)][0]
    first, last = min(drill.burst.acknowledged.values()), max(drill.burst.acknowledged.values())
    assert first + 9 <= number <= last
    assert told["counts"]["play.Entry"] == sum(number for number, _log, _state in told["scenes"].values())


def test_after_destruction_a_restore_replays_every_scene_the_same(drill: Drill) -> None:
    before = ask(drill.site.environment, "backup", str(drill.after))
    assert before["scenes"][str(SCENE)][0] == max(drill.burst.acknowledged.values())
    for file in drill.site.log.parent.glob("storywheel.sqlite3*"):
        file.unlink()
    assert ask(drill.site.environment, "restore", str(drill.after)) == before


def test_the_move_to_postgres_keeps_counts_and_replays(drill: Drill, server: SharedServer) -> None:
    with psycopg.connect(server.postgres.url, autocommit=True) as link:
        link.execute("CREATE DATABASE moved")
    moved = server.postgres.url.replace("/postgres", "/moved")
    there = drill.site.environment | {"DATABASE_URL": moved}
    before = ask(drill.site.environment, "move_database", moved)
    file = drill.after.with_name("from-postgres.zip")
    commands = ("backup", str(file)), ("restore", str(file), "--replace"), ("load_demo", "--reset")
    backed_up, restored, ids_go_on = ask_each(there, *commands)
    assert backed_up == restored == before
    assert ids_go_on["counts"]["campaigns.User"] == before["counts"]["campaigns.User"]
    assert int(max(ids_go_on["scenes"], key=int)) > int(max(before["scenes"], key=int))


def test_postgres_is_backed_up_in_the_middle_of_play_too(
    server: SharedServer, stage: Stage, folder: Callable[[], Path]
) -> None:
    scene, file = stage.new_scene(), folder() / "during.zip"
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 300)
    burst.when(10, lambda: None)
    manage(server.environment, "backup", str(file))
    burst.finish()
    assert (burst.failures, burst.resent) == ([], 0)
    told = ask(Embedded(folder()).environment, "restore", str(file))  # into SQLite; every log replays to its state
    number = told["scenes"][str(scene)][0]
    assert sorted(burst.acknowledged.values())[9] <= number <= max(burst.acknowledged.values())
    assert told["counts"]["play.Entry"] == sum(number for number, _log, _state in told["scenes"].values())
