"""The event loop that the hub of this process lives in.

The in-memory channel layer must only be touched in one loop. Threads that write find that loop here, so that the new
number of a scene is sent from it.
"""

import asyncio

_home: asyncio.AbstractEventLoop | None = None


def set_home(loop: asyncio.AbstractEventLoop) -> None:
    """Name the loop that the hub lives in."""
    global _home
    _home = loop


def find_home() -> asyncio.AbstractEventLoop | None:
    """Return the loop that the hub lives in; None where there is none or it has stopped."""
    return _home if _home is not None and _home.is_running() else None
