"""Clocks of two hosts at one PostgreSQL: one of them sends tasks, and when it is gone the other does."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from config.background.clock import LOCK, SAID, Turn
from deploy.processes import Part
from deploy.shared import SharedServer
from tests.shared.people import gather

SENDS = "Sending due task"


CUT = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_locks JOIN pg_database ON pg_locks.database = pg_database.oid
    WHERE locktype = 'advisory' AND granted AND datname = current_database()
"""
"""Cuts the connection that holds the lock."""


HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s"


class Clock(Part):
    """A process that is the clock of its database, or waits to be."""

    def __init__(self, name: str, folder: Path, database: str) -> None:
        code = f"from tests.shared.clock import run; run({str(folder / name)!r})"
        there = {"DATABASE_URL": database, "REDIS_URL": "", "STORYWHEEL_VAR": str(folder)}
        super().__init__(name, folder, [sys.executable, "manage.py", "shell", "-v", "0", "-c", code], there)

    def says(self, words: str) -> bool:
        """Whether its log has these words."""
        return words in self.log.read_text()

    def is_ready(self) -> bool:
        """Whether it knows what it is."""
        return any(self.says(said) for said in SAID.values())


@pytest.fixture
def database(server: SharedServer) -> Iterator[str]:
    """One of their own, beside that of the server, whose beat would be the clock of both."""
    with server.postgres.new_database("clocks") as url:
        yield url


@pytest.fixture
def clocks(database: str, folder: Callable[[], Path]) -> Iterator[tuple[Clock, Clock]]:
    """The clock, which sends, and another."""
    place = folder()
    both = Clock("first", place, database), Clock("second", place, database)
    both[0].start()
    gather(5, lambda: both[0].says(SENDS))
    both[1].start()
    yield both
    for clock in both:
        clock.kill()


def test_of_two_clocks_one_sends_and_the_other_takes_over_when_it_is_killed(clocks: tuple[Clock, Clock]) -> None:
    first, second = clocks
    assert second.says(SAID[Turn.WAITING])
    time.sleep(0.5)  # ten times the task's time
    assert not second.says(SENDS)
    first.kill()
    gather(10, lambda: second.says(SENDS))
    assert second.says(SAID[Turn.CLOCK])


def test_a_clock_whose_connection_is_cut_sends_nothing_until_it_has_the_lock_again(
    clocks: tuple[Clock, Clock], database: str
) -> None:
    first, second = clocks
    with psycopg.connect(database, autocommit=True) as link:
        assert link.execute(CUT).fetchone() == (1,)

    def told_since() -> str:
        return first.log.read_text().partition(SAID[Turn.AWAY])[2]

    gather(10, lambda: SENDS in told_since() or second.says(SENDS))
    assert SENDS not in told_since().partition(SAID[Turn.CLOCK])[0]


def test_the_clock_of_a_shared_server_holds_the_lock(server: SharedServer) -> None:
    with psycopg.connect(server.postgres.url) as link:
        gather(20, lambda: link.execute(HELD, [LOCK >> 32, LOCK & 0xFFFFFFFF]).fetchone() == (1,))
