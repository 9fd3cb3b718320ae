"""A server that stands still is ended, so that whoever keeps it starts it anew: systemd and Docker both do.

The event loop sets a clock back every few seconds. The clock runs in C and needs no Python, so it also rings while a
thread holds the interpreter and nothing else can. It then writes to stderr in which lines all threads stand, and ends
the process with 1. Start uvicorn with `--loop config.watchdog:new_loop`.
"""

import asyncio
import faulthandler

import uvloop

PATIENCE = 30.0
"""Seconds without a turn of the loop after which the process ends; no honest work holds it for a tenth of that."""


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop's event loop, watched from its first turn on."""
    return watch(uvloop.new_event_loop(), PATIENCE)


def watch(loop: asyncio.AbstractEventLoop, patience: float) -> asyncio.AbstractEventLoop:
    """Watch a loop: once it runs, the process ends where it takes no turn for `patience` seconds."""

    def set_back() -> None:
        faulthandler.dump_traceback_later(patience, exit=True)
        loop.call_later(patience / 6, set_back)

    loop.call_soon(set_back)
    return loop
