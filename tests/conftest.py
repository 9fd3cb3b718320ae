"""What every test of the site may ask for: quick settings, the fixed cast, and browsers that are signed in."""

import asyncio
import gc
import os
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from functools import reduce
from typing import Any

import hypothesis
import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils.translation import activate

from campaigns.models import User
from campaigns.sandbox import Door, character_file
from config.server.limits.throttle import buckets
from config.server.monitoring import disk_space
from config.transfer import sandbox as transfer_sandbox
from play.table.live_scene import live_scenes
from tests import budget, left_out
from tests.cast import Cast, gather_cast

# The same examples every time, so that a red run can be repeated; HYPOTHESIS_PROFILE=explore looks for new ones.
hypothesis.settings.register_profile("same", derandomize=True, deadline=None)
hypothesis.settings.register_profile("explore", deadline=None, max_examples=500)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

SignIn = Callable[[User | None], Client]

PATIENCE = 60
"""Seconds that a test with sockets or hubs may take."""

LIVE = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("all_ended"),
]
"""What tests need in which sockets and hubs go on by themselves."""


def live(test: Callable[..., Any]) -> Callable[..., Any]:
    """The same for one test."""
    return reduce(lambda marked, mark: mark(marked), LIVE, test)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--short", action="store_true", help="only the journeys and server tests of tests/short.txt")


def pytest_configure() -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_AUTOREFRESH = True
    settings.LOGGING_CONFIG = None
    settings.TABLE_THREADS = 0
    # The tests' database is in memory, where who reads a table would refuse who writes to it at that moment.
    settings.DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA read_uncommitted=1;"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--short"):
        left_out.leave_to_check(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Note what was skipped, for the last line of `make test` and `make check`. Workers leave it to the controller."""
    if not hasattr(terminalreporter.config, "workerinput"):
        left_out.note(terminalreporter.stats.get("skipped", ()))


def pytest_collection_finish() -> None:
    """Look for garbage seldom, as a server does (`docs/decisions/0015-frozen-collector.md`): a tenth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Hold each unit test to its budget. Counting lines takes longer, so that coverage goes without."""
    begun = time.process_time()
    result = yield
    if not item.config.getoption("--cov", default=None):
        is_walk = item.get_closest_marker("walk") is not None
        excess = budget.find_excess(item.nodeid, is_walk=is_walk, seconds=time.process_time() - begun)
        if excess:
            pytest.fail(excess, pytrace=False)
    return result


@pytest_asyncio.fixture
async def all_ended(transactional_db: None) -> AsyncIterator[None]:
    """A test that waits for ever is broken off; after it nothing goes on: who still reads when the database is emptied
    locks it.
    """
    limit = asyncio.get_running_loop().call_later(PATIENCE, _break_off)
    yield
    limit.cancel()
    going_on = asyncio.all_tasks() - {asyncio.current_task()}
    for task in going_on:
        task.cancel()
    await asyncio.gather(*going_on, return_exceptions=True)
    await sync_to_async(int)()  # behind whatever a thread was still at


def _break_off() -> None:
    for task in asyncio.all_tasks():
        task.cancel(f"the test has waited for {PATIENCE} seconds")


@pytest.fixture(autouse=True)
def forget_counts() -> Iterator[None]:
    """How often somebody has asked is counted in the cache, which no transaction rolls back; a full disk is noted."""
    yield
    cache.clear()
    buckets.forget()
    disk_space.forget()


@pytest.fixture(autouse=True)
def forget_tables() -> Iterator[None]:
    """Forget what the process remembers of tables: the next test's database has other rows under the same keys."""
    yield
    live_scenes.forget()


@pytest.fixture(autouse=True)
def speak_english() -> Iterator[None]:
    """Make English the language of the thread again: a page leaves the reader's language active."""
    yield
    activate("en")


@pytest.fixture
def parsed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse files of characters and series in this process, by what the sandbox runs: for hundreds of small files."""
    in_sandbox = Door.run

    def run(door: Door, program: Any, content: bytes) -> bytes:
        is_parser = program in (character_file, transfer_sandbox)
        return b"".join(program.run(content)) if is_parser else in_sandbox(door, program, content)

    monkeypatch.setattr(Door, "run", run)


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted2e")


@pytest.fixture
def storyteller(cast: Cast) -> User:
    return cast.storyteller


@pytest.fixture
def co_storyteller(cast: Cast) -> User:
    return cast.co_storyteller


@pytest.fixture
def player(cast: Cast) -> User:
    return cast.player


@pytest.fixture
def rival(cast: Cast) -> User:
    return cast.rival


@pytest.fixture
def spectator(cast: Cast) -> User:
    return cast.spectator


@pytest.fixture
def stranger(cast: Cast) -> User:
    return cast.stranger


@pytest.fixture
def host(db: None) -> User:
    """The person who runs the server, whose account comes before all others."""
    return User.objects.create_superuser("host")


@pytest.fixture
def sign_in() -> SignIn:
    """A browser in which this person is signed in (nobody, for None)."""

    def browser_of(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return browser_of
