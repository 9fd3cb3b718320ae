"""Pages give way to clicks: while a click at a table is worked on, a page waits before its next statement.

One thread of a process runs at a time. A click lets go of it at each of its statements, and would get it back only
after some milliseconds from each page that is being drawn.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

PATIENCE = 0.02
"""Seconds that a page waits before one statement at most: clicks may come without end."""


class Clicks:
    """The clicks that are worked on now."""

    def __init__(self) -> None:
        self._count = 0
        self._none = threading.Event()
        self._none.set()

    def __enter__(self) -> None:
        self._count += 1
        self._none.clear()

    def __exit__(self, *_error: object) -> None:
        self._count -= 1
        if not self._count:
            self._none.set()

    def wait_for_none(self) -> None:
        """Wait until none is worked on, or for long enough."""
        if self._count:
            self._none.wait(PATIENCE)


clicks = Clicks()
"""Those of this process."""


def begin_to_give_way() -> None:
    """Have this thread wait for clicks before each of its statements outside of a transaction."""
    connection.execute_wrappers.append(_give_way)


def _give_way(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    if not context["connection"].in_atomic_block:  # a click may wait for what the transaction holds
        clicks.wait_for_none()
    return execute(sql, params, many, context)
