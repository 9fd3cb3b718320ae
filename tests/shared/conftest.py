"""A shared server and an embedded one from real parts, with people who have signed in. Started once for the folder."""

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from config.demo import DEMO_PASSWORD
from deploy.parts import Embedded, manage
from deploy.shared import SharedServer
from tests.shared.people import Browser, Person

SCENES = 14
NAMES = ("petra", "mira", "jonas", "aino")


class Stage:
    """A server with scenes to play, one for each test, and the demo's people."""

    def __init__(self, environment: dict[str, str], people: dict[str, Person], scenes: dict[str, Any]) -> None:
        self.environment = environment
        self.people = people
        self.empty_scene: int = scenes["empty"]
        """One at which nobody has said a word."""
        self._scenes: list[int] = scenes["scenes"]
        self._open: list[Browser] = []

    def new_scene(self) -> int:
        """A scene that no other test has touched: its fight is at the first tick."""
        return self._scenes.pop()

    def watch(self, name: str, site: Any, scene: int) -> Browser:
        """Open the page for a person; it is closed after the test."""
        browser = self.people[name].watch(site, scene)
        self._open.append(browser)
        return browser

    def close_pages(self) -> None:
        for browser in self._open:
            browser.leave()
        self._open.clear()

    def tell(self, scene: int) -> dict[str, Any]:
        """What the database holds of a scene."""
        told: dict[str, Any] = json.loads(_shell(self.environment, f"tell_scene({scene})"))
        return told


def _shell(environment: dict[str, str], call: str) -> str:
    return manage(environment, "shell", "-v", "0", "-c", f"from tests.shared.stage import *; {call}")


def _set_stage(environment: dict[str, str]) -> dict[str, Any]:
    scenes: dict[str, Any] = json.loads(_shell(environment, f"set_scenes({SCENES})"))
    return scenes


@pytest.fixture(scope="session")
def folder() -> Iterator[Callable[[], Path]]:
    """Folders that PostgreSQL's own user may enter, which those of pytest are not."""
    made: list[tempfile.TemporaryDirectory[str]] = []

    def make() -> Path:
        made.append(tempfile.TemporaryDirectory(prefix="storywheel-test-", ignore_cleanup_errors=True))
        return Path(made[-1].name)

    yield make
    for one in made:
        one.cleanup()


@pytest.fixture(scope="session")
def server(folder: Callable[[], Path]) -> Iterator[SharedServer]:
    server = SharedServer(folder())
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def shared_stage(server: SharedServer) -> Stage:
    scenes = _set_stage(server.environment)
    people = {name: Person(name).sign_in(server.webs[0], DEMO_PASSWORD) for name in NAMES}
    return Stage(server.environment, people, scenes)


@pytest.fixture
def stage(shared_stage: Stage) -> Iterator[Stage]:
    yield shared_stage
    shared_stage.close_pages()


@pytest.fixture(scope="session")
def embedded(folder: Callable[[], Path]) -> Iterator[Embedded]:
    embedded = Embedded(folder())
    try:
        embedded.start()
        yield embedded
    finally:
        embedded.stop()


@pytest.fixture
def small_stage(embedded: Embedded) -> Iterator[Stage]:
    scenes = _set_stage(embedded.environment)
    people = {name: Person(name).sign_in(embedded, DEMO_PASSWORD) for name in NAMES}
    stage = Stage(embedded.environment, people, scenes)
    yield stage
    stage.close_pages()
