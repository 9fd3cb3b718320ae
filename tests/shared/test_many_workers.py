"""Several workers of one uvicorn behind one address: any of them answers for all, also for one that was killed."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.processes import Web
from deploy.shared import SharedServer
from tests.shared.conftest import Stage
from tests.shared.people import gather
from tests.shared.test_health import count

ASKED = 8
"""Times that a figure is asked for: every worker answers some of them."""


@pytest.fixture(scope="module")
def crowd(server: SharedServer, folder: Callable[[], Path]) -> Iterator[tuple[Web, Path]]:
    """The server with two workers, and the folder in which they count."""
    counts = folder()
    environment = {**server.environment, "WEB_CONCURRENCY": "2", "PROMETHEUS_MULTIPROC_DIR": str(counts)}
    web = Web("crowd", server.folder, environment)
    web.start()
    yield web, counts
    web.stop()


def told(web: Web, sample: str) -> set[float]:
    """What the workers say; one figure, if each speaks for all."""
    return {count(web, sample) for _ in range(ASKED)}


def workers(counts: Path) -> set[int]:
    """Who of them has counted something."""
    return {int(found[1]) for path in counts.iterdir() if (found := re.fullmatch(r"counter_(\d+)\.db", path.name))}


def test_any_worker_tells_what_all_have_counted(crowd: tuple[Web, Path], stage: Stage) -> None:
    (web, counts), scene = crowd, stage.new_scene()
    accepted = 'storywheel_commands_total{outcome="accepted"}'
    browsers = [stage.watch("mira", web, scene).wait_for(1) for _ in range(8)]
    numbers = [stage.people["mira"].say(web, scene, f"Line {place}.").number for place in range(24)]
    for browser in browsers:
        browser.wait_for(numbers[-1])
    assert len(workers(counts)) == 2
    assert told(web, accepted) == {24}
    assert told(web, "storywheel_sockets") == {8}


def test_the_sockets_of_a_killed_worker_are_not_counted_for_ever(crowd: tuple[Web, Path], stage: Stage) -> None:
    (web, counts), scene = crowd, stage.new_scene()
    browsers = [stage.watch("aino", web, scene).wait_for(1) for _ in range(8)]
    gather(5, lambda: told(web, "storywheel_sockets") == {8})
    os.kill(max(workers(counts)), signal.SIGKILL)
    number = _say_again(web, stage, scene)
    for browser in browsers:
        browser.wait_for(number)
    gather(10, lambda: told(web, "storywheel_sockets") == {8})


def _say_again(web: Web, stage: Stage, scene: int) -> int:
    """Say something as soon as the other worker answers, or the new one."""
    answers: list[int] = []

    def say() -> bool:
        try:
            answers.append(stage.people["petra"].say(web, scene, "Still here?").number)
        except OSError:
            return False
        return True

    gather(20, say)
    return answers[0]
