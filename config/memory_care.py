"""Give memory back: collect what only a full run of the garbage collector finds, and return free pages to the system.

A full run takes some milliseconds in which no click is answered. So it happens while nobody has asked for anything for
a moment, and without such a moment only after the process has grown by much.
"""

import asyncio
import ctypes
import gc
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from api.gate import is_followed

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

IDLE_SECONDS = 0.2
"""How long nobody has asked for anything before a run."""
REQUESTS = 100
"""How many requests are answered between two runs at the least, and between two looks at the memory."""
GROWTH = 64_000_000
"""The growth in bytes after which a run does not wait for an idle moment."""
ARENAS = 2
"""In how many places the C library keeps memory. Each page has a thread of its own, and 16 places would hold what the
largest page took, 16 times."""
M_ARENA_MAX = -8
_PAGE = os.sysconf("SC_PAGE_SIZE")


class MemoryCare:
    """Wrap the application of requests."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._busy = self._answered = self._held = 0
        self._waiting: asyncio.TimerHandle | None = None
        self._trimming: asyncio.Future[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and collect afterwards if it is time."""
        if is_followed(scope):  # stays open for minutes
            await self._application(scope, receive, send)
            return
        self._busy += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._busy -= 1
            self._answered += 1
            self._look()

    def _look(self) -> None:
        if self._answered % REQUESTS == 0:
            held = measure_memory()
            self._held = self._held or held
            if held > self._held + GROWTH:
                self._collect()
        if not self._busy and self._answered >= REQUESTS and self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._collect_if_idle, self._answered)

    def _collect_if_idle(self, answered: int) -> None:
        self._waiting = None
        if self._busy or self._answered != answered:
            self._waiting = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._collect_if_idle, self._answered)
        else:
            self._collect()

    def _collect(self) -> None:
        gc.collect()
        self._answered = 0
        if self._trimming is None or self._trimming.done():
            self._trimming = asyncio.get_running_loop().run_in_executor(None, self._trim)

    def _trim(self) -> None:
        trim()
        self._held = measure_memory()


def measure_memory() -> int:
    """Return how many bytes this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE


def trim() -> None:
    """Return free memory to the system, where the C library can."""
    if release := getattr(ctypes.CDLL(None), "malloc_trim", None):
        release(0)


def limit_arenas() -> None:
    """Keep memory in few places. Call it before there are threads."""
    if choose := getattr(ctypes.CDLL(None), "mallopt", None):
        choose(M_ARENA_MAX, ARENAS)
