"""Give memory back, and keep the garbage collector away from clicks.

Objects are freed when nothing refers to them, unless they refer to each other in a circle. What is drawn often has no
such circles (`config.server.pages`, `tests/config/test_memory_care.py`). So the collector only looks through new
objects, a little at a time, and puts the rest aside. It looks through everything, which takes tenths of a second, only
after the process has grown by much, and then while nobody asks for anything.
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

NEW = 500
"""How many new objects the collector looks through at once: this takes some tenths of a millisecond."""
NEVER = 1_000_000_000
"""So rarely it looks by itself through what it has looked through before."""
REQUESTS = 100
"""How many requests are answered between two looks at the memory, and between two times that memory is given back."""
QUIET_SECONDS = 0.2
"""How long nobody has asked for anything before memory is given back."""
IDLE_SECONDS = 5.0
"""How long nobody has asked for anything before all is looked through."""
GROWTH = 64_000_000
"""The growth in bytes after which all is looked through at an idle moment."""
MUCH_GROWTH = 256_000_000
"""The growth in bytes after which a short moment is enough. It is never looked through while somebody waits."""
ARENAS = 2
"""In how many places the C library keeps memory. Each page has a thread of its own, and 16 places would hold what the
largest page took, 16 times."""
M_ARENA_MAX = -8
_PAGE = os.sysconf("SC_PAGE_SIZE")


class MemoryCare:
    """Wrap the application of requests."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self.busy = self._answered = self._given_back = self._held = 0
        self._waiting: asyncio.TimerHandle | None = None
        self._trimming: asyncio.Future[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and look at the memory afterwards if it is time."""
        if is_followed(scope):  # stays open for minutes
            await self._application(scope, receive, send)
            return
        self.busy += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self.busy -= 1
            self._answered += 1
            self._look()

    def _look(self) -> None:
        # Else what is new would gather where old things go as fast as new ones come, and one look would take long.
        gc.freeze()
        if not self.busy and self._waiting is None and self._answered >= self._given_back + REQUESTS:
            self._wait(QUIET_SECONDS, self._give_back)

    def _grown(self) -> int:
        """Return how much more memory the process holds than after it was last looked through."""
        held = measure_memory()
        self._held = self._held or held
        return held - self._held

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        """Call something when nobody has asked for anything for so long."""
        loop = asyncio.get_running_loop()
        self._waiting = loop.call_later(seconds, self._go_on, self._answered, seconds, then)

    def _go_on(self, answered: int, seconds: float, then: Callable[[], None]) -> None:
        self._waiting = None
        if self.busy or self._answered != answered:
            self._wait(seconds, then)
        else:
            then()

    def _give_back(self) -> None:
        self._given_back = self._answered
        if self._trimming is None or self._trimming.done():
            self._trimming = asyncio.get_running_loop().run_in_executor(None, trim)
        grown = self._grown()
        if grown > MUCH_GROWTH:
            self._collect()
        elif grown > GROWTH:
            self._wait(IDLE_SECONDS, self._collect)

    def _collect(self) -> None:
        collect_all()
        self._held = 0
        self._give_back()


def collect_all() -> None:
    """Look through everything, also what was put aside."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def collect_little() -> None:
    """Have the collector look through what is new only. Call it when all is loaded that stays for good."""
    collect_all()
    gc.set_threshold(NEW, NEVER, NEVER)


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
