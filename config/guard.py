"""Sockets end with the session that opened them: signed out, revoked, deactivated by a new password.

A process asks twice a second which of the sessions behind its open sockets are still there, in one query. Whoever is
gone is sent away with a code after which a page tries again: the browser whose cookie was merely renewed is back at
once, and the others are told at the door that they are not signed in.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from campaigns.services.accounts import still_signed_in
from play.crew import read

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOK_SECONDS = 0.5
TRY_AGAIN = 1012


class SessionGuard:
    """The application of sockets, watched. It stands where the session is known."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._open: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._watcher: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = scope["session"].session_key if scope["user"].is_authenticated else None
        if key is None:
            await self._application(scope, receive, send)
            return
        ended = asyncio.Event()
        self._open[key].add(ended)
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch())
        closer = asyncio.create_task(_close_when(ended, send))
        try:
            await self._application(scope, receive, partial(_send_until, ended, send))
        finally:
            closer.cancel()
            self._open[key].discard(ended)
            if not self._open[key]:
                del self._open[key]

    async def _watch(self) -> None:
        while self._open:
            await asyncio.sleep(LOOK_SECONDS)
            keys = set(self._open)
            try:
                gone = keys - await read(partial(still_signed_in, keys))
            except Exception:  # the database is away: nobody is sent away for that
                logger.warning("cannot ask which sessions have ended")
                continue
            for key in gone & self._open.keys():
                for ended in self._open[key]:
                    ended.set()


async def _close_when(ended: asyncio.Event, send: Send) -> None:
    await ended.wait()
    await send({"type": "websocket.close", "code": TRY_AGAIN})


async def _send_until(ended: asyncio.Event, send: Send, message: Any) -> None:
    if not ended.is_set():
        await send(message)
