"""One clock of the background tasks, however many hosts run Celery's beat: the others wait, and one of them takes over.

The clock holds a lock in PostgreSQL by a connection of its own: the lock is free as soon as its process ends, however
that happens. The settings name this schedule where several processes share a database.
"""

import logging
from enum import StrEnum
from typing import Any

from celery.beat import PersistentScheduler
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

LOCK = int.from_bytes(b"SW clock")
"""The key of the advisory lock. PostgreSQL keeps such locks apart by database."""
WAIT_SECONDS = 2.0
"""Seconds after which one that waits looks again."""
LINK = {"connect_timeout": 5, "tcp_user_timeout": 20_000}
"""How soon this process notices that PostgreSQL's machine is gone. Until then it sends nothing."""
KEEPALIVE = "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
"""How soon PostgreSQL frees the lock of a machine that is gone without a word: after a minute, not after two hours."""


class Turn(StrEnum):
    """What this process is."""

    NEW = "new"
    WAITING = "waiting"
    CLOCK = "clock"
    AWAY = "away"
    """Without a database."""


SAID = {
    Turn.WAITING: "The clock runs in another process. This one waits to take over.",
    Turn.CLOCK: "This process is the clock now.",
    Turn.AWAY: "The database does not answer, so the clock stands still.",
}


class OneClock(PersistentScheduler):  # type: ignore[misc]  # celery has no types
    """A schedule of Celery's beat that sends tasks only while it holds the lock.

    What fell due while nobody was the clock is sent once by the next.
    """

    _turn = Turn.NEW
    _link: BaseDatabaseWrapper | None = None

    def tick(self, *arguments: Any, **options: Any) -> float:
        """Send what is due, if this is the clock. Return the seconds until the next look."""
        self._note(self._take_turn())
        if self._turn is not Turn.CLOCK:
            return min(WAIT_SECONDS, float(self.max_interval))
        delay: float = super().tick(*arguments, **options)
        return delay

    def close(self) -> None:
        """Store the schedule, and free the lock."""
        super().close()
        self._hang_up()

    def _take_turn(self) -> Turn:
        try:
            if self._link is None:
                self._link = _copy_connection()
            return Turn.CLOCK if self._ask_for_lock(self._link) else Turn.WAITING
        except Error:
            self._hang_up()
            return Turn.AWAY

    def _ask_for_lock(self, link: BaseDatabaseWrapper) -> bool:
        """Whether the lock is held. The connection keeps it, so later this only asks whether that works."""
        with link.cursor() as cursor:
            if self._turn is Turn.CLOCK:
                cursor.execute("SELECT TRUE")
            else:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
            return bool(cursor.fetchone()[0])

    def _note(self, turn: Turn) -> None:
        if turn is self._turn:
            return
        started_alone = self._turn is Turn.NEW and turn is Turn.CLOCK
        logger.log(logging.INFO if started_alone else logging.WARNING, SAID[turn])
        self._turn = turn

    def _hang_up(self) -> None:
        if self._link is not None:
            self._link.close()
            self._link = None


def _copy_connection() -> BaseDatabaseWrapper:
    """Return a connection to the same database, outside of the pool."""
    link = connections[DEFAULT_DB_ALIAS].copy("clock")
    options = link.settings_dict["OPTIONS"]
    options.pop("pool", None)
    options.update(LINK, options=f"{options.get('options', '')} {KEEPALIVE}".strip())
    return link
