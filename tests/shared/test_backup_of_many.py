"""A backup of the shared server, while people play at both of its processes."""

from pathlib import Path

from deploy.parts import Embedded, manage
from deploy.shared import SharedServer
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.replays import ask


def test_postgres_is_backed_up_in_the_middle_of_play_too(
    server: SharedServer, stage: Stage, empty: Embedded, tmp_path: Path
) -> None:
    scene, file = stage.new_scene(), tmp_path / "during.zip"
    burst = Burst(list(stage.people.values())[:3], server.webs, scene)
    burst.when(10, lambda: None)
    manage(server.environment, "backup", str(file))
    burst.end()
    assert (burst.failures, burst.resent) == ([], 0)
    told = ask(empty.environment, "restore", str(file))  # into SQLite; every log replays to its state
    number = told["scenes"][str(scene)][0]
    assert sorted(burst.acknowledged.values())[9] <= number <= max(burst.acknowledged.values())
    assert told["counts"]["play.Entry"] == sum(number for number, _log, _state in told["scenes"].values())
