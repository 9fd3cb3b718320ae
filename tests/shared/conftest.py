"""A shared server and an embedded one from real parts, with people who have signed in. Started once for the folder."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from config.demo import DEMO_PASSWORD
from deploy.processes import ROOT, UNTHROTTLED, EmbeddedSite, Site
from deploy.shared import SharedServer
from deploy.stores import Postgres
from tests.left_out import require
from tests.ready import DEMO, EMPTY, Ready, ready
from tests.shared.people import Browser, Person
from tests.shared.recovery import TIMES
from tests.together import Together, schedule

__all__ = ["ready"]
os.environ |= UNTHROTTLED  # a few people at one address speak as fast as they can
SCENES = 50
NAMES = ("petra", "mira", "jonas", "aino")
RELEASE = re.compile(r"\d+\.\d+\.\w+")
"""The version in the name of a test of a release; these share a server that was upgraded from it."""


def group_of(test: str) -> str:
    """Tests of one server stay together; those with a server of their own, or none, stay by file or go alone."""
    file = test.partition("::")[0].rpartition("/")[2]
    if file in ("test_audit.py", "test_full_disk.py", "test_starts.py"):
        return test
    if file == "test_releases.py" and (release := RELEASE.search(test)):
        return f"{file} {release[0]}"
    if file in ("test_soak.py", "test_releases.py", "test_backup.py", "test_tls.py"):
        return file
    return "embedded" if "embedded" in test else "server"


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    return schedule(config, log, group_of)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: whoever has time then finds short work."""
    order = ("test_soak.py", "server", "test_releases.py", "test_backup.py", "embedded")
    place = {group: place for place, group in enumerate(order)}
    items.sort(key=lambda item: place.get(group_of(item.nodeid).partition(" ")[0], len(order)))


class Stage:
    """A server with scenes to play, one for each test, and the demo's people; at its database sits somebody to ask."""

    def __init__(self, environment: dict[str, str], site: Site, scenes: int = SCENES) -> None:
        self._teller = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", "from tests.shared.stage import answer; answer()"],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        made = self._ask("set_scenes", scenes)
        self._scenes: list[int] = made["scenes"]
        self.empty_scene: int = made["empty"]
        """One at which nobody has said a word."""
        self._downtimes: list[int] = made["downtimes"]
        self.people = {name: Person(name).sign_in(site, DEMO_PASSWORD) for name in NAMES}
        self._open: list[Browser] = []

    def _ask(self, name: str, argument: Any) -> Any:
        assert self._teller.stdin
        assert self._teller.stdout
        print(json.dumps([name, argument]), file=self._teller.stdin, flush=True)
        return json.loads(self._teller.stdout.readline())

    def new_scene(self) -> int:
        """A scene that no other test has touched: its fight is at the first tick."""
        return self._scenes.pop()

    def watch(self, name: str, site: Site, scene: int) -> Browser:
        """Open the page for a person; it is closed after the test."""
        browser = self.people[name].watch(site, scene)
        self._open.append(browser)
        return browser

    def tell(self, scene: int) -> dict[str, Any]:
        """What the database holds of a scene."""
        told: dict[str, Any] = self._ask("tell_scene", scene)
        return told

    def new_downtime(self) -> int:
        """One that nobody has worked out."""
        return self._downtimes.pop()

    def tell_downtime(self, downtime: int) -> dict[str, Any]:
        """How far a downtime has got."""
        told: dict[str, Any] = self._ask("tell_downtime", downtime)
        return told

    def tell_willpower(self, name: str) -> int:
        """The Willpower that a character of the demo has left."""
        points: int = self._ask("tell_willpower", 0)[name]
        return points

    def make_late(self, scene: int) -> None:
        """Let a player be late at a scene by post."""
        self._ask("make_late", scene)

    def tell_late(self, scene: int) -> dict[str, Any]:
        """What came of it."""
        told: dict[str, Any] = self._ask("tell_late", scene)
        return told

    def cut_a_reading(self) -> str:
        """Cut the connection of somebody who reads many rows. Return the name of the error."""
        error: str = self._ask("cut_a_reading", 0)
        return error

    def put_off_a_task(self) -> None:
        """Ask the worker for something that it keeps for an hour."""
        self._ask("put_off_a_task", 0)

    def push_to(self, devices: list[list[str]], count: int) -> None:
        """Let people have devices, [[name, address]], and send so many pushes to each."""
        self._ask("push_to", [devices, count])

    def make_webhook(self, origin: str) -> None:
        """Let mira have a webhook at this server."""
        self._ask("make_webhook", origin)

    def send_webhooks(self, origin: str) -> None:
        """Post what is new to it."""
        self._ask("send_webhooks", origin)

    def add_guest(self, site: Site) -> tuple[Person, int]:
        """A new player, signed in, and the key of their membership: somebody whom no other test needs."""
        made = self._ask("add_guest", 0)
        return Person(made["name"]).sign_in(site, DEMO_PASSWORD), made["member"]

    def close_pages(self) -> None:
        for browser in self._open:
            browser.leave()
        self._open.clear()

    def close(self) -> None:
        self.close_pages()
        self._teller.communicate()


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


@pytest.fixture(scope="module")
def postgres(folder: Callable[[], Path]) -> Iterator[Postgres]:
    """PostgreSQL alone, with nothing in it: less than a shared server."""
    require("PostgreSQL")
    postgres = Postgres(folder())
    postgres.start()
    yield postgres
    postgres.stop()


@pytest.fixture(scope="session")
def server(folder: Callable[[], Path]) -> Iterator[SharedServer]:
    require("PostgreSQL", "Redis")
    server = SharedServer(folder())
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def shared_stage(server: SharedServer) -> Iterator[Stage]:
    stage = Stage(server.environment, server.webs[0])
    yield stage
    stage.close()


@pytest.fixture
def stage(server: SharedServer, shared_stage: Stage) -> Iterator[Stage]:
    yield shared_stage
    shared_stage.close_pages()
    for part in server.parts:
        if not part.is_running():
            part.start()


@pytest.fixture(scope="session")
def demo_folder(folder: Callable[[], Path], ready: Ready) -> Callable[[], Path]:
    """Folders in which an embedded server finds the demo."""

    def make() -> Path:
        made = folder()
        ready.put(DEMO, made)
        return made

    return make


@pytest.fixture
def empty(folder: Callable[[], Path], ready: Ready) -> EmbeddedSite:
    """An embedded server that was never played on; it does not run."""
    made = folder()
    ready.put(EMPTY, made)
    return EmbeddedSite(made)


@pytest.fixture(scope="session")
def embedded(folder: Callable[[], Path], ready: Ready) -> Iterator[EmbeddedSite]:
    embedded = EmbeddedSite(folder())
    ready.put(EMPTY, embedded.log.parent)
    try:
        embedded.start()
        yield embedded
    finally:
        embedded.stop()


@pytest.fixture(scope="session")
def embedded_stage(embedded: EmbeddedSite) -> Iterator[Stage]:
    stage = Stage(embedded.environment, embedded, scenes=7)
    yield stage
    stage.close()


@pytest.fixture
def small_stage(embedded: EmbeddedSite, embedded_stage: Stage) -> Iterator[Stage]:
    yield embedded_stage
    embedded_stage.close_pages()


@pytest.fixture(params=["shared", "embedded"])
def place(request: pytest.FixtureRequest) -> tuple[list[Site], Stage]:
    """Both kinds of server, one after the other: two addresses of it (of an embedded one twice the same), its stage."""
    if request.param == "shared":
        return list(request.getfixturevalue("server").webs), request.getfixturevalue("stage")
    return [request.getfixturevalue("embedded")] * 2, request.getfixturevalue("small_stage")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand what a worker has measured to the one that tells it."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["recovery"] = TIMES


def pytest_testnodedown(node: Any) -> None:
    """Take what a worker has measured."""
    TIMES.extend(getattr(node, "workeroutput", {}).get("recovery", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell how long it took until all was well again."""
    if TIMES:
        terminalreporter.section("recovery")
        for what, seconds in TIMES:
            terminalreporter.write_line(f"{seconds:6.2f} s  {what}")
