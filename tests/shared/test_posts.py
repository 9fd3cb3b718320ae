"""Receivers that are silent hold up what goes to them, and nothing else: a real worker and real lines."""

import os
import signal
import socket
import threading
from collections.abc import Iterator

import pytest

from deploy.processes import Work
from deploy.shared import SharedServer
from tests.campaigns.hooks import HookServer
from tests.shared.conftest import Stage
from tests.shared.people import gather
from tests.shared.recovery import recovery
from tests.shared.test_faults import ask_for, is_done

BUDGET = 10
"""Seconds of a run for one person's devices. One post to a silent receiver takes as long, and a run starts every 10."""


class TarPit:
    """Takes every connection, and never says a word."""

    def __init__(self) -> None:
        self.held: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                self.held.append(self._door.accept()[0])
            except OSError:
                return

    def close(self) -> None:
        self._door.close()
        for line in self.held:
            line.close()


@pytest.fixture
def pit() -> Iterator[TarPit]:
    pit = TarPit()
    yield pit
    pit.close()


@pytest.fixture
def hooks() -> Iterator[HookServer]:
    hooks = HookServer()
    yield hooks
    hooks.close()


@pytest.fixture
def worker(server: SharedServer, stage: Stage, pit: TarPit, hooks: HookServer) -> Iterator[Work]:
    """The server's background work, which may post to the silent receiver and to one that answers."""
    server.worker.stop()
    there = {"STORYWHEEL_HOOK_ORIGINS": f"{pit.origin},{hooks.origin}"}
    worker = Work(server.folder, server.environment | there)
    worker.start()
    yield worker
    worker.stop()


def test_ten_dead_devices_hold_up_neither_tasks_nor_the_pushes_of_others_for_longer_than_their_budget(
    server: SharedServer, stage: Stage, worker: Work, pit: TarPit, hooks: HookServer
) -> None:
    downtime = stage.new_downtime()
    stage.push_to([["mira", f"{pit.origin}/{place}"] for place in range(10)], 4)
    stage.push_to([["jonas", f"{hooks.origin}/jonas"]], 1)
    with recovery("a push to jonas behind forty to dead devices of mira", 3 * BUDGET):
        gather(2 * BUDGET, lambda: bool(pit.held))
        ask_for(downtime, server, stage)
        with recovery("a downtime while posts wait for a silent receiver", BUDGET):
            gather(BUDGET, lambda: is_done(downtime, stage))
        gather(2 * BUDGET, lambda: bool(hooks.posted))


def test_posts_that_stand_still_hold_up_no_task(server: SharedServer, stage: Stage, worker: Work) -> None:
    downtime = stage.new_downtime()
    os.kill(worker.list_parts()["posts"], signal.SIGSTOP)
    ask_for(downtime, server, stage)
    with recovery("a downtime while posts stand still", 20):
        gather(20, lambda: is_done(downtime, stage))
