"""Journeys: a real server in its own process, real Chromium, people in browser contexts of their own."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, StorageState, ViewportSize, expect, sync_playwright

from deploy.processes import free_port
from tests.e2e.chromium import open_chromium
from tests.left_out import require
from tests.ready import HOSTED, ROOT, SHOWCASE, TOLD, Ready, ready
from tests.together import Together, schedule

__all__ = ["ROOT", "ready"]
DEMO_PASSWORD = "wheel-and-salt"
PASSWORD = "a-long-night-on-the-river"
PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900)


def group_of(test: str) -> str:
    """Each page goes to whoever has time; the tests of any other file stay together, for the server that they share."""
    file = test.partition("::")[0]
    return test if file.endswith(("test_pages.py", "test_looks.py")) else file


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="play the fights of three browsers to their end")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    return schedule(config, log, group_of)


class Server:
    """`manage.py serve` on a database of its own, with seeded dice; it can be killed and started again."""

    def __init__(self, var: Path, *arguments: str, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._command = [sys.executable, "-m", "tests.e2e.manage", "serve", "--port", str(self.port), *arguments]
        self.environment = {**os.environ, "STORYWHEEL_VAR": str(var), "DEBUG": "0", **settings}
        self.var = var
        self._log = (var / "server.log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, cwd=ROOT, env=self.environment, stdout=self._log, stderr=subprocess.STDOUT
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/account/login/", timeout=5)
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"the server did not start: {self.log_text()}")

    def log_text(self) -> str:
        """All that it has printed."""
        return (self.var / "server.log").read_text()

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as Ctrl-C does, and give its exit code."""
        assert self.process
        self.process.send_signal(2)
        return self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def make_server(tmp_path_factory: pytest.TempPathFactory, ready: Ready) -> Iterator[Callable[..., Server]]:
    """Starts a server, on what a first start would make (`ready`), or on nothing at all."""
    servers: list[Server] = []

    def make(*arguments: str, on: str = HOSTED, **settings: str) -> Server:
        server = Server(tmp_path_factory.mktemp("var"), *arguments, **settings)
        if on:
            ready.put(on, server.var)
        servers.append(server)
        server.start()
        return server

    yield make
    for server in servers:
        if server.process and server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="session")
def server(make_server: Callable[..., Server]) -> Server:
    return make_server()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    require("Chromium")
    with sync_playwright() as playwright:
        browser = open_chromium(playwright)
        yield browser
        browser.close()


class Person:
    """Somebody at a browser of their own. Keeps what the console complained of, and every socket frame."""

    def __init__(self, browser: Browser, url: str, name: str, width: int = 1440, height: int = 900) -> None:
        self.name = name
        self.context = browser.new_context(base_url=url, viewport={"width": width, "height": height})
        self.context.set_default_timeout(10_000)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.frames: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        self.page.on("websocket", lambda ws: ws.on("framereceived", lambda data: self.frames.append(str(data))))

    def sign_up(self, path: str = "/account/signup/") -> "Person":
        """Make an account, from the sign-up page or from one that leads there."""
        self.page.goto(path)
        self.page.get_by_label("Username").fill(self.name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_label("Password (again)").fill(PASSWORD)
        self.page.get_by_role("button", name="Create account").click()
        return self


def enter(page: Page, name: str, path: str = "/") -> None:
    """Sign a person of the demo in, on the way to a page."""
    page.goto(f"/account/login/?next={path}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Sign in").click()


class Stage:
    """A server with the demo and a fight of every system in mid-turn. `places`: where each of them is."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server, self.url = server, server.url
        self.places: dict[str, str] = json.loads((server.var / TOLD).read_text())
        self._browser = browser
        self._kept: dict[str, StorageState] = {}

    def sign_in(self, name: str) -> StorageState | None:
        """Sign in a person of the demo, once. Returns what their browser then keeps; nothing for nobody ("")."""
        if name and name not in self._kept:
            context = self._browser.new_context(base_url=self.url)
            form = context.request.get("/account/login/").text()
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
            assert token
            asked = {"login": name, "password": DEMO_PASSWORD, "csrfmiddlewaretoken": token[1]}
            answer = context.request.post("/account/login/", form=asked, max_redirects=0)
            assert answer.status == 302, answer.text()
            self._kept[name] = context.storage_state()
            context.close()
        return self._kept.get(name)


@pytest.fixture(scope="session")
def gallery(browser: Browser, make_server: Callable[..., Server]) -> Stage:
    """A stage for tests that only look: all files of one worker share it."""
    return Stage(browser, make_server(on=SHOWCASE))


@pytest.fixture(scope="module")
def stage(browser: Browser, make_server: Callable[..., Server]) -> Iterator[Stage]:
    """A stage for the tests of one file, which may act on it."""
    server = make_server(on=SHOWCASE)
    yield Stage(browser, server)
    server.kill()


@pytest.fixture
def at_table(browser: Browser, stage: Stage) -> Iterator[Callable[..., Page]]:
    """Seats somebody of the demo at the table of a scene, with a mouse or with a finger.

    Their browsers have no service worker: what one fetches passes by the routes with which a test holds requests.
    """
    pages: list[Page] = []

    def sit_down(name: str, scene: str, *, phone: bool = False) -> Page:
        size, door = PHONE if phone else DESK, stage.sign_in(name)
        context = browser.new_context(
            base_url=stage.url, storage_state=door, viewport=size, has_touch=phone, is_mobile=phone,
            service_workers="block",
        )  # fmt: skip
        pages.append(page := context.new_page())
        page.goto(stage.places[scene])
        expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
        return page

    yield sit_down
    for page in pages:
        page.context.close()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    people: list[Person] = []

    def make(name: str, url: str = "", **size: int) -> Person:
        people.append(Person(browser, url or server.url, name, **size))
        return people[-1]

    yield make
    for someone in people:
        someone.context.close()
