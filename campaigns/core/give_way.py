"""Pages give way to clicks at tables.

One thread of a process runs at a time. A click lets go of the interpreter at each of its statements, and gets it back
from a page that is being drawn when that asks the database for something, or after the interval at which threads
change. So while both are worked on, a page waits before its next statement, and threads change more often.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

TIMEOUT_SECONDS = 0.02
"""Seconds that a page waits before one statement at most: clicks may come without end."""
INTERVAL = sys.getswitchinterval()
"""Seconds after which the interpreter changes hands."""
SHORT_INTERVAL = 0.0005
"""This interval while clicks and pages are worked on at once: a click with a dozen statements would wait a dozen times
while a page is drawn. Clicks that hold up nobody would take a tenth longer at it."""


class Work:
    """The clicks and pages that are worked on now. Only the loop of the process changes it."""

    def __init__(self) -> None:
        self.clicks = self.pages = 0
        self._no_click = threading.Event()
        self._no_click.set()

    @contextmanager
    def click(self) -> Iterator[None]:
        """Count a click."""
        self.clicks += 1
        self._no_click.clear()
        self._set_interval()
        try:
            yield
        finally:
            self.clicks -= 1
            if not self.clicks:
                self._no_click.set()
            self._set_interval()

    @contextmanager
    def page(self) -> Iterator[None]:
        """Count a page."""
        self.pages += 1
        self._set_interval()
        try:
            yield
        finally:
            self.pages -= 1
            self._set_interval()

    def _set_interval(self) -> None:
        sys.setswitchinterval(SHORT_INTERVAL if self.clicks and self.pages else INTERVAL)

    def wait_for_clicks(self) -> None:
        """Wait until no click is worked on, or for long enough."""
        if self.clicks:
            self._no_click.wait(TIMEOUT_SECONDS)


work = Work()
"""That of this process."""


def give_way() -> None:
    """Wait for clicks. Call it between the parts of what takes long and does not ask the database."""
    work.wait_for_clicks()


def begin_to_give_way() -> None:
    """Have this thread wait for clicks before each of its statements outside of a transaction."""
    connection.execute_wrappers.append(wait_and_execute)


def wait_and_execute(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Wait for clicks, and carry out a statement; within a transaction at once."""
    if not context["connection"].in_atomic_block:  # a click may wait for what the transaction holds
        give_way()
    return execute(sql, params, many, context)
