"""The socket of a browser at a scene: seat it, bring it up to date, and send it what is new.

Nothing is done over the socket: a browser only says that its person is typing.
"""

import asyncio
import contextlib
from functools import partial
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest, QueryDict
from django.utils.translation import get_language_from_request

from campaigns.series.overlays.services import find_overlay
from play.live.frames import beat_frame, unread_frame
from play.live.hub import get_hub
from play.live.mailbox import Mailbox
from play.live.overlay import Stream, get_streams
from play.live.party import PartyPage, get_party_pages
from play.live.rehearsal import STEP_SECONDS, Rehearsal, open_rehearsal
from play.live.room import SceneRoom
from play.seats.facts import may_watch
from play.server.threads import run_reading
from play.server.websocket_deflate import Line

NOT_SIGNED_IN, NOT_A_MEMBER, NO_SUCH_PLACE, IS_OVER = 4401, 4403, 4404, 4410
"""Close codes that tell the page not to come back."""
rehearsing = asyncio.Semaphore(2)
"""How many rehearsals a process plays at once."""
SIGN_OF_LIFE = "{}"
"""A frame of an overlay in which nothing is new."""
TYPING = "typing"
"""The one word that a browser sends: its person is writing an answer or a line."""
NO_LAYER = "none"
"""The alias of no channel layer. The hub listens for all its sockets, so that none waits for a channel of its own."""


def find_language(scope: dict[str, Any]) -> str:
    """Return the language of the person who opened a socket, found as for a page: by the cookie, or by the browser's
    header.
    """
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)


class TableConsumer(AsyncWebsocketConsumer):
    """One socket of one person at one scene."""

    channel_layer_alias = NO_LAYER
    room: SceneRoom | None = None
    box: Mailbox
    line: Line | None
    sender: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        user, scene_id = self.scope["user"], self.scope["url_route"]["kwargs"]["scene_id"]
        if not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
        elif not await run_reading(partial(may_watch, user, scene_id)):
            await self.close(NOT_A_MEMBER)
        else:
            self.line = self.scope.get("state", {}).get("line")
            language = find_language(self.scope)
            self.room, self.box = await get_hub().join(scene_id, user.pk, language, self._bring_news)

    async def disconnect(self, code: int) -> None:
        if self.sender is not None:
            self.sender.cancel()
        if self.room is not None:
            await get_hub().leave(self.room, self.box)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Note that somebody is typing. Anything else is ignored: people act by POST."""
        if text_data == TYPING and self.room is not None:
            self.room.presence.note_typing(self.box)

    def _bring_news(self) -> None:
        """Send what is new, at once where the line is free, or else by a task that waits until it is."""
        if self.sender is not None:
            return  # it looks once more before it ends
        if self.line is None or not self.line.is_free() or self.box.dismissed:
            self.sender = asyncio.create_task(self._send_news())
            return
        for frame in self._frames():
            self.line.push(frame)

    async def _send_news(self) -> None:
        try:
            while not self.box.dismissed and (frames := self._frames()):
                for frame in frames:
                    await self.send(text_data=frame)
            if self.box.dismissed:
                await self.close(NOT_A_MEMBER)
        except OSError:
            pass  # the browser has gone: `disconnect` comes next
        finally:
            self.sender = None

    def _frames(self) -> list[str]:
        if self.room is None:
            return []
        frames = [self.room.take(self.box), self.box.presence]
        if self.box.beat is not None:
            frames.append(beat_frame(self.box.beat))
        if self.box.unread is not None:
            frames.append(unread_frame(self.box.unread))
        self.box.presence = self.box.beat = self.box.unread = None
        return [frame for frame in frames if frame is not None]


class RehearsalConsumer(AsyncWebsocketConsumer):
    """One socket of a Storyteller who watches a rehearsal, which lives as long as the socket. It reads nothing."""

    channel_layer_alias = NO_LAYER
    player: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        user, scene_id = self.scope["user"], self.scope["url_route"]["kwargs"]["scene_id"]
        if not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        rehearsal = await run_reading(partial(open_rehearsal, user, scene_id, find_language(self.scope)))
        if rehearsal is None:
            await self.close(NOT_A_MEMBER)
        else:
            self.player = asyncio.create_task(self._play(rehearsal))

    async def disconnect(self, code: int) -> None:
        if self.player is not None:
            self.player.cancel()

    async def receive(self, **_data: Any) -> None:
        """Ignore what is sent."""

    async def _play(self, rehearsal: Rehearsal) -> None:
        """Play one move after the other. Of many rehearsals some wait for others: each costs a table's work."""
        try:
            async with rehearsing:
                with contextlib.suppress(OSError):  # the browser has gone: `disconnect` comes next
                    while not rehearsal.is_over:
                        frame = await run_reading(rehearsal.go_on)
                        if frame is not None:
                            await self.send(text_data=frame)
                        await asyncio.sleep(STEP_SECONDS)
                    await self.close(IS_OVER)
        finally:
            rehearsal.close()


class PartyConsumer(AsyncWebsocketConsumer):
    """One socket of a series' page, which shows the board of the party. It reads nothing."""

    channel_layer_alias = NO_LAYER
    page: PartyPage | None = None
    sender: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        await self.accept()
        user = self.scope["user"]
        if not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        news = asyncio.Event()
        series, seen = self.scope["url_route"]["kwargs"]["series_id"], QueryDict(self.scope["query_string"])
        self.page = PartyPage(series, user.pk, find_language(self.scope), seen.get("seen", ""), news.set)
        self.sender = asyncio.create_task(self._send_boards(self.page, news))
        get_party_pages().join(self.page)

    async def disconnect(self, code: int) -> None:
        if self.sender is not None:
            self.sender.cancel()
        if self.page is not None:
            get_party_pages().leave(self.page)

    async def receive(self, **_data: Any) -> None:
        """Ignore what is sent."""

    async def _send_boards(self, page: PartyPage, news: asyncio.Event) -> None:
        """Send each board until the seat is lost. A slow line skips some."""
        with contextlib.suppress(OSError):  # the browser has gone: `disconnect` comes next
            while True:
                await news.wait()
                news.clear()
                if page.is_over:
                    break
                await self.send(text_data=page.html)
            await self.close(NOT_A_MEMBER)


class OverlayConsumer(AsyncWebsocketConsumer):
    """One socket of an overlay, which is opened by its secret. It reads nothing."""

    channel_layer_alias = NO_LAYER
    stream: Stream | None = None
    sender: asyncio.Task[None] | None = None
    news: asyncio.Event

    async def connect(self) -> None:
        await self.accept()
        overlay = await run_reading(partial(find_overlay, self.scope["url_route"]["kwargs"]["secret"]))
        if overlay is None:
            await self.close(NO_SUCH_PLACE)
            return
        self.news = asyncio.Event()
        self.stream = get_streams().join(overlay, self.news.set)
        self.sender = asyncio.create_task(self._send_frames(self.stream))

    async def disconnect(self, code: int) -> None:
        if self.sender is not None:
            self.sender.cancel()
        if self.stream is not None:
            get_streams().leave(self.stream, self.news.set)

    async def receive(self, **_data: Any) -> None:
        """Ignore what is sent."""

    async def _send_frames(self, stream: Stream) -> None:
        """Send each frame, or a sign of life where it is the one that was sent last. A slow line skips some."""
        sent = ""
        with contextlib.suppress(OSError):  # the browser has gone: `disconnect` comes next
            while not stream.is_over:
                frame = stream.frame
                await self.send(text_data=frame if frame != sent else SIGN_OF_LIFE)
                sent = frame
                await self.news.wait()
                self.news.clear()
            await self.close(NO_SUCH_PLACE)


class NoSuchPlace(AsyncWebsocketConsumer):
    """Any other socket address."""

    channel_layer_alias = NO_LAYER

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_SUCH_PLACE)

    async def receive(self, **_data: Any) -> None:
        """Ignore what is sent."""
