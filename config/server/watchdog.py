"""End a server that hangs, so that systemd or Docker starts it again.

The event loop resets a timer every few seconds. The timer runs in C and needs no Python, so it also fires while a
thread holds the interpreter. It then writes the lines at which all threads are to stderr, and ends the process with 1.
Start uvicorn with `--loop config.server.watchdog:new_loop`.
"""

import asyncio
import faulthandler

import uvloop

TIMEOUT_SECONDS = 30.0
"""Seconds without a turn of the loop after which the process ends. No normal work takes a tenth of that."""


def new_loop() -> asyncio.AbstractEventLoop:
    """Return a watched uvloop event loop."""
    return watch(uvloop.new_event_loop(), TIMEOUT_SECONDS)


def watch(loop: asyncio.AbstractEventLoop, patience: float) -> asyncio.AbstractEventLoop:
    """Watch a loop: if it takes no turn for `patience` seconds while it runs, the process ends."""

    def set_back() -> None:
        faulthandler.dump_traceback_later(patience, exit=True)
        loop.call_later(patience / 6, set_back)

    loop.call_soon(set_back)
    return loop
