"""How many requests of one asker are worked on at the same time; the others wait in the asker's own line.

Limits by the minute do not bound what runs at once: eight connections that load pages one after the other once made
everybody's click ten times as slow. What tables ask for at each click has a line of its own, so that no click waits for
its person's pages.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Hashable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils.translation import get_language_from_request, gettext, override

from api.gate import is_followed, is_of_api
from api.problems import problem
from campaigns.core.give_way import work
from config.server.limits.askers import Askers
from config.server.limits.throttle import ASKER, COMMAND_PATH
from config.server.monitoring.metrics import THROTTLED
from play.fast_path import is_fast

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_WAITING = 60
"""The most requests that wait in one line. A page with its pictures and scripts has fewer."""
TIMEOUT_SECONDS = 30.0
"""Seconds that a request waits."""
TABLE, PAGE = "table", "page"


class _Line:
    """The requests of one asker: those that are worked on and those that wait."""

    __slots__ = ("count", "turns")

    def __init__(self, at_once: int) -> None:
        self.turns = asyncio.Semaphore(at_once)
        self.count = 0


class FairShare:
    """Wrap an ASGI application. Each asker has a line for pages and one for tables."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._askers = Askers()
        self.lines: dict[Hashable, _Line] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is its turn."""
        if is_followed(scope):  # stays open; `throttle` counts streams
            await self._application({**scope, ASKER: await self._askers.find(scope)}, receive, send)
        elif is_for_table(scope):
            with work.click():
                await self._take_turn(TABLE, scope, receive, send)
        else:
            with work.page():
                await self._take_turn(PAGE, scope, receive, send)

    async def _take_turn(self, kind: str, scope: Scope, receive: Receive, send: Send) -> None:
        asker = await self._askers.find(scope)
        scope = {**scope, ASKER: asker}
        if not settings.LIMIT_AT_ONCE:
            await self._application(scope, receive, send)
            return
        key = asker, kind
        line = self.lines.setdefault(key, _Line(settings.LIMIT_AT_ONCE))
        if line.count >= settings.LIMIT_AT_ONCE + MAX_WAITING:
            await _turn_away(scope, send, 429)
            return
        line.count += 1
        try:
            await self._serve(line, scope, receive, send)
        finally:
            line.count -= 1
            if not line.count:
                del self.lines[key]

    async def _serve(self, line: _Line, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await line.turns.acquire()
        except TimeoutError:
            await _turn_away(scope, send, 503)
            return
        try:
            await self._application(scope, receive, send)
        finally:
            line.turns.release()


def is_for_table(scope: Scope) -> bool:
    """Return whether a request is a click at a table, or asks for what a click has changed."""
    return is_fast(scope) or (scope["method"] == "POST" and COMMAND_PATH.fullmatch(scope["path"]) is not None)


async def _turn_away(scope: Scope, send: Send, status: int) -> None:
    """Answer in words, and close the connection without reading what else was sent."""
    THROTTLED.labels("at once").inc()
    wait = math.ceil(TIMEOUT_SECONDS / 3)
    with override(get_language_from_request(ASGIRequest(scope, BytesIO()))):
        sentence = gettext("You are asking for many pages at once. Wait until some have loaded, then try again.")
    body, kind = sentence.encode(), b"text/plain; charset=utf-8"
    if is_of_api(scope["path"]):
        refusal = problem(status, sentence)
        body, kind = refusal.content, refusal["Content-Type"].encode()
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", str(wait).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
