"""Who is at a scene, who is typing, and who left not long ago, at all processes. Processes tell each other only ids."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Collection, Iterable
from functools import partial
from typing import NamedTuple

from play.live.frames import people_frame
from play.live.mailbox import Mailbox, wake
from play.seats.facts import load_names
from play.server.threads import run_reading
from play.table.publish import send

logger = logging.getLogger(__name__)

BEAT_SECONDS = 15.0
"""Seconds between two heartbeats, and between two messages to the other processes about who sits here."""
GONE_SECONDS = 3 * BEAT_SECONDS
"""After this many seconds of silence, a process has nobody here."""
TYPING_SECONDS = 4.0
"""Seconds for which somebody counts as typing after the last sign of it."""
LEFT_SECONDS = 600.0
"""Seconds for which somebody who has left is still shown."""


class People(NamedTuple):
    """Who is at a scene now, who of them is typing, and who was there not long ago."""

    here: frozenset[int]
    typing: frozenset[int]
    left: frozenset[int]


class PresenceNews(NamedTuple):
    """What another process said: when, who sits with it, and who of them is typing."""

    at: float
    people: frozenset[int]
    typing: frozenset[int]


class Presence:
    """Who is at one scene. `boxes` are the sockets of this process, as its room keeps them."""

    def __init__(self, scene_id: int, boxes: Collection[Mailbox]) -> None:
        self._scene_id = scene_id
        self._boxes = boxes
        self._process = secrets.token_hex(8)
        self._elsewhere: dict[str, PresenceNews] = {}
        self._here: frozenset[int] = frozenset()
        self._left: dict[int, float] = {}
        self._changed = asyncio.Event()
        self._must_send = False

    @property
    def here(self) -> frozenset[int]:
        """The keys of the people who are here, as they were shown last."""
        return self._here

    def change(self, *, send: bool) -> None:
        """Show that somebody came or went. `send`: it was here, and the other processes learn it.

        Many changes at once are one.
        """
        self._must_send |= send
        self._changed.set()

    def note_typing(self, box: Mailbox) -> None:
        """Note that a person is typing. Repeated signs are passed on every other second at most."""
        now = time.monotonic()
        if box.types_until - now < TYPING_SECONDS / 2:
            box.types_until = now + TYPING_SECONDS
            self.change(send=True)
            self._look_again([box.user_id])

    def hear(self, message: dict[str, object]) -> None:
        """Take in what a process says of the scene. This process' own messages come back, too."""
        people, typing = message["people"], message.get("typing", [])
        if message["process"] == self._process or not isinstance(people, list) or not isinstance(typing, list):
            return
        self._elsewhere[str(message["process"])] = PresenceNews(time.monotonic(), frozenset(people), frozenset(typing))
        self._look_again(typing)
        self.change(send=bool(message["ask"]))

    async def send(self, *, ask: bool = False) -> None:
        """Tell the other processes who sits here, and `ask` who sits with them."""
        people = sorted({box.user_id for box in self._boxes})
        typing = sorted(self._typing_here())
        message = {"type": "presence", "process": self._process, "people": people, "typing": typing, "ask": ask}
        with contextlib.suppress(Exception):
            await send(self._scene_id, message)

    async def keep(self) -> None:
        """Tell and show every change, for as long as there is a room."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._must_send:
                self._must_send = False
                await self.send()
            try:
                await self._show()
            except Exception:
                logger.exception("could not draw who is at scene %s", self._scene_id)

    async def _show(self) -> None:
        """Tell every page who is here, by one frame for all."""
        people, boxes = self._find_people(), list(self._boxes)
        frame = await run_reading(partial(_write_people, self._scene_id, people))
        changed = [box for box in boxes if frame != box.shown_presence]
        for box in changed:
            box.presence = box.shown_presence = frame
        wake(changed)

    def _find_people(self) -> People:
        now = time.monotonic()
        self._elsewhere = {key: news for key, news in self._elsewhere.items() if now - news.at < GONE_SECONDS}
        here = {box.user_id for box in self._boxes}.union(*(news.people for news in self._elsewhere.values()))
        fresh = (news.typing for news in self._elsewhere.values() if now - news.at < TYPING_SECONDS)
        typing = self._typing_here().union(*fresh)
        self._note_who_left(frozenset(here), now)
        return People(self._here, frozenset(typing), frozenset(self._left))

    def _note_who_left(self, here: frozenset[int], now: float) -> None:
        left = {**dict.fromkeys(self._here - here, now), **self._left}
        self._left = {person: at for person, at in left.items() if person not in here and now - at < LEFT_SECONDS}
        self._here = here

    def _typing_here(self) -> set[int]:
        now = time.monotonic()
        return {box.user_id for box in self._boxes if box.types_until > now}

    def _look_again(self, typing: Iterable[int]) -> None:
        """Draw who is here once more when those who type now may have stopped."""
        if typing:
            loop = asyncio.get_running_loop()
            loop.call_later(TYPING_SECONDS + 0.1, partial(self.change, send=False))


def _write_people(scene_id: int, people: People) -> str:
    """Return who is here and who has left as a frame."""
    names = load_names(scene_id, people.here | people.left)
    here, typing, left = (sorted(names[person] for person in some & names.keys()) for some in people)
    return people_frame(here, typing, left)
