"""The event loop that the hub of this process lives in.

The in-memory channel layer must only be touched in one loop. Threads that write find that loop here, so that the new
number of a scene is sent from it.
"""

import asyncio
from dataclasses import dataclass


@dataclass(slots=True)
class Home:
    """The loop that the hub lives in; None before a process has one."""

    loop: asyncio.AbstractEventLoop | None = None


_home = Home()


def set_home(loop: asyncio.AbstractEventLoop) -> None:
    """Name the loop that the hub lives in."""
    _home.loop = loop


def find_home() -> asyncio.AbstractEventLoop | None:
    """Return the loop that the hub lives in; None where there is none or it has stopped."""
    loop = _home.loop
    return loop if loop is not None and loop.is_running() else None
