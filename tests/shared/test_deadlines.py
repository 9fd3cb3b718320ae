"""Two processes that find the same deadlines over, at PostgreSQL: one of them acts, and people are told once."""

import os
import subprocess
import sys

from deploy.processes import ROOT
from deploy.shared import SharedServer
from tests.shared.conftest import Stage

LOOK = (
    "from config.tasks import turn_tables; import sys; "
    "print('ready', flush=True); sys.stdin.readline(); turn_tables(); turn_tables()"
)


def test_of_two_workers_one_acts_at_a_deadline_and_nobody_is_told_twice(server: SharedServer, stage: Stage) -> None:
    scenes = [stage.new_scene() for _ in range(3)]
    workers = [
        subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", LOOK],
            cwd=ROOT,
            env={**os.environ, **server.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    for worker in workers:
        assert worker.stdout
        assert worker.stdout.readline() == "ready\n"
    for scene in scenes:
        stage.make_late(scene)
    for worker in workers:  # they look at once, and so does the server's own worker whenever it likes
        assert worker.stdin
        worker.stdin.write("\n")
        worker.stdin.flush()
    assert [worker.wait(30) for worker in workers] == [0, 0]
    for scene in scenes:
        told = stage.tell_late(scene)
        assert told == {"acted": 1, "missed": 1, "notices": [1] * len(told["notices"])}
        assert told["notices"]
        assert stage.tell(scene)["folds_to_its_state"]
