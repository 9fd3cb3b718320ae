"""A browser at a scene: seat it, bring it up to date, and tell it what is new.

Nothing is done over the socket: all that a browser says here is that its person is typing.
"""

import asyncio
import contextlib
from functools import partial
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from play.crew import read
from play.frames import beat_frame
from play.hub import Mailbox, SceneRoom, get_hub
from play.services.facts import may_watch

NOT_SIGNED_IN, NOT_A_MEMBER, NO_SUCH_PLACE = 4401, 4403, 4404
"""Close codes that tell the page not to come back."""
TYPING = "typing"
"""All that a browser ever says: its person is putting an answer or a line together."""
NO_LAYER = "none"
"""The alias of no channel layer: the hub listens for all its sockets, and none must wait for a channel of its own."""


def read_language(scope: dict[str, Any]) -> str:
    """The language of whoever opened a socket, found as for a page: by the cookie, else by what the browser asks."""
    request = HttpRequest()
    request.COOKIES = scope.get("cookies", {})
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)


class TableConsumer(AsyncWebsocketConsumer):
    """One socket of one person at one scene."""

    channel_layer_alias = NO_LAYER
    room: SceneRoom | None = None
    box: Mailbox
    sender: asyncio.Task[None]

    async def connect(self) -> None:
        await self.accept()
        user, scene_id = self.scope["user"], self.scope["url_route"]["kwargs"]["scene_id"]
        if not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
        elif not await read(partial(may_watch, user, scene_id)):
            await self.close(NOT_A_MEMBER)
        else:
            self.room, self.box = await get_hub().join(scene_id, user.pk, read_language(self.scope))
            self.sender = asyncio.create_task(self._send_news(self.room))

    async def disconnect(self, code: int) -> None:
        if self.room is not None:
            self.sender.cancel()
            await get_hub().leave(self.room, self.box)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Hear that somebody is typing. Whatever else a browser says is ignored: people act by POST."""
        if text_data == TYPING and self.room is not None:
            self.room.note_typing(self.box)

    async def _send_news(self, room: SceneRoom) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                await self.box.woken.wait()
                self.box.woken.clear()
                if self.box.dismissed:
                    await self.close(NOT_A_MEMBER)
                    return
                for frame in self._frames(room):
                    await self.send(text_data=frame)

    def _frames(self, room: SceneRoom) -> list[str]:
        frames = [room.take(self.box), self.box.presence]
        if self.box.beat is not None:
            frames.append(beat_frame(self.box.beat))
        self.box.presence = self.box.beat = None
        return [frame for frame in frames if frame is not None]


class NoSuchPlace(AsyncWebsocketConsumer):
    """Any other socket address."""

    channel_layer_alias = NO_LAYER

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_SUCH_PLACE)

    async def receive(self, **_data: Any) -> None:
        """Nothing is heard here."""
