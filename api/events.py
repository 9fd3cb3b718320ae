"""News of a scene for programs: server-sent events, told by the same hub as the browsers' sockets.

A Django view would hold a thread and a connection to the database for as long as its answer goes on. So the view
(`api.tables.follow_scene`) lets in, answers with what there is now, and says in the request's scope whom to keep.
`KeptOpen` then keeps the answer open, by a task of the event loop. It reads each line again for the seat that the token
has at that moment: one that has lost its seat gets nothing more, and the stream ends.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import DatabaseError
from django.http import Http404
from django.utils.translation import override

from api.gate import is_followed
from play.live.hub import get_hub
from play.server.threads import run_reading

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

SLOT = "storywheel.follow"
"""Where the view says in the scope whom to keep."""
LOOK_SECONDS = 1.0
"""How soon at the latest a stream ends whose seat is lost, while nothing happens at the table."""
BEAT_SECONDS = 15.0
"""Seconds of silence after which a comment says that the connection is alive."""
TIMEOUT_SECONDS = 30.0
"""Seconds that a program may take to read what it is sent. A slower one is cut off; no other waits for it."""
MAX_SECONDS = 540.0
"""Seconds that a stream lasts. Then its program comes back: a proxy cuts off in the midst of a line what lasts longer
(Caddy after ten minutes)."""
BEAT = b": here\n\n"


@dataclass(frozen=True, slots=True)
class News:
    """What came after a number: the events, the newest number among them, and whether there is still more."""

    events: bytes
    last: int
    more: bool = False


@dataclass(frozen=True, slots=True)
class Follow:
    """A program that follows a scene: how its news are read, after which number, and in which language.

    `read` takes the number, and whether there may be news; else it only looks whether the seat holds. It raises
    `Http404` once the seat is lost.
    """

    scene: int
    read: Callable[[int, bool], News]
    after: int
    language: str


class KeptOpen:
    """Wrap the application of pages: the answer of `follow_scene` goes on until its program leaves."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if not is_followed(scope):
            await self._pages(scope, receive, send)
            return
        slot: list[Follow] = []
        is_gone = False

        async def listen() -> Any:
            nonlocal is_gone
            message = await receive()
            is_gone |= message["type"] == "http.disconnect"
            return message

        plain = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._pages({**scope, "headers": plain, SLOT: slot}, listen, partial(_leave_open, slot, send))
        if slot and not is_gone:
            await _keep(slot[0], receive, send)


async def _leave_open(slot: list[Follow], send: Send, message: Any) -> None:
    """Pass on the view's answer, without its end if a program is to be kept."""
    if slot and message["type"] == "http.response.start":
        headers = [(name, value) for name, value in message["headers"] if name.lower() != b"content-length"]
        message = {**message, "headers": headers}
    elif slot:
        message = {**message, "more_body": True}
    await send(message)


async def _keep(follow: Follow, receive: Receive, send: Send) -> None:
    """Send what is new until the program leaves, its seat is lost, or the server stops.

    The next message says so: that the program has left, or an empty one when the server stops
    (`config.server.limits.header_limit`).
    """
    news = asyncio.Event()
    room = get_hub().follow(follow.scene, news.set)
    tasks = [asyncio.create_task(_encode(follow, news, send)), asyncio.create_task(_hear(receive))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await get_hub().unfollow(room, news.set)
    with suppress(OSError):
        await send({"type": "http.response.body", "body": b""})


async def _hear(receive: Receive) -> None:
    await receive()


async def _encode(follow: Follow, news: asyncio.Event, send: Send) -> None:
    try:
        with override(follow.language):
            await _encode_all(follow, news, send)
    except (Http404, TimeoutError, OSError):
        pass  # the seat is lost, or the program reads nothing, or it has left
    except Exception:
        logger.exception("could not tell the news of scene %s", follow.scene)


async def _encode_all(follow: Follow, news: asyncio.Event, send: Send) -> None:
    loop = asyncio.get_running_loop()
    sent_at = loop.time()
    ends_at = sent_at + MAX_SECONDS
    news.set()
    while loop.time() < ends_at:
        is_woken = news.is_set()
        news.clear()
        found = await _load(follow, is_woken)
        follow = replace(follow, after=found.last)
        if events := found.events or (BEAT if loop.time() - sent_at > BEAT_SECONDS else b""):
            sent_at = loop.time()
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await send({"type": "http.response.body", "body": events, "more_body": True})
        if found.more:
            news.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), LOOK_SECONDS)


async def _load(follow: Follow, is_woken: bool) -> News:
    """Return what is new. While the database is away there is nothing, and there may be more after a while."""
    try:
        return await run_reading(partial(follow.read, follow.after, is_woken))
    except DatabaseError:
        await asyncio.sleep(LOOK_SECONDS)
        return News(b"", follow.after, more=True)
