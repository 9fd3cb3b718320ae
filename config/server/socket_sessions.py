"""Close the sockets of a session that ends: by signing out, by being revoked, or by a new password.

Twice a second a process asks, in one query, which of the sessions behind its open sockets still exist. It closes the
sockets of the others with a code after which a page tries again. A browser whose cookie was only renewed reconnects at
once; others get no further than the sign-in.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from campaigns.accounts.services import still_signed_in
from play.server.threads import run_reading

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOK_SECONDS = 0.5
TRY_AGAIN = 1012


class _Socket:
    """An open socket. Once it is closed, nothing more is sent to it."""

    __slots__ = ("_has_ended", "_send")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._has_ended = False

    async def send(self, message: Any) -> None:
        if not self._has_ended:
            await self._send(message)

    async def end(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            await self._send({"type": "websocket.close", "code": TRY_AGAIN})


class SessionGuard:
    """Wrap an ASGI application of sockets. The scope must have the session and the user."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._open: defaultdict[str, set[_Socket]] = defaultdict(set)
        self._watcher: asyncio.Task[None] | None = None
        self._ends: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = scope["session"].session_key if scope["user"].is_authenticated else None
        if key is None:
            await self._application(scope, receive, send)
            return
        socket = _Socket(send)
        self._open[key].add(socket)
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch())
        try:
            await self._application(scope, receive, socket.send)
        finally:
            self._open[key].discard(socket)
            if not self._open[key]:
                del self._open[key]

    async def _watch(self) -> None:
        while self._open:
            await asyncio.sleep(LOOK_SECONDS)
            keys = set(self._open)
            try:
                gone = keys - await run_reading(partial(still_signed_in, keys))
            except Exception:  # the database is away, which closes no socket
                logger.warning("cannot ask which sessions have ended")
                continue
            for key in gone & self._open.keys():
                for socket in self._open[key]:
                    self._end(socket)

    def _end(self, socket: _Socket) -> None:
        task = asyncio.create_task(socket.end())  # in a task: a client that reads nothing must not block the others
        self._ends.add(task)
        task.add_done_callback(self._ends.discard)
