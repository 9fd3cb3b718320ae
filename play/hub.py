"""One hub per process: it hears each scene's numbers once, draws each seat class once, and wakes its own sockets.

A socket's mailbox holds no frames, only "there is something newer": a phone that sleeps through ten numbers gets one
whole board when it wakes, and holds up nobody.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from itertools import count
from typing import NamedTuple
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import override

from play.crew import draw as do_draw
from play.crew import read, write
from play.frames import Drawing, changed_frame, draw, presence_frame, whole_frame
from play.models import Table
from play.publish import group_name, set_home
from play.render import presence
from play.services.facts import SeatClass, read_names, read_room
from play.services.overdue import answer_overdue
from play.services.people import read_roles, role_of
from play.services.reading import read_board

logger = logging.getLogger(__name__)

BEAT_SECONDS = 15.0
"""How often a socket is told the current number, and a process tells who sits with it."""
GONE_SECONDS = 3 * BEAT_SECONDS
"""A process that has been silent for so long has nobody here."""
WATCH_SECONDS = 0.25
"""How often a process looks whether numbers have passed it by: the layer, or who was to tell it, may be dead."""
ROLES_EVERY = 2
"""Every how many of these looks it also asks who may still sit where they sit."""
RETRY_SECONDS = 1.0
"""How soon it tries again to draw, after it could not."""
LISTEN_AGAIN_SECONDS = 5.0
"""How soon it tries again to listen. Numbers come without; only who is here elsewhere must wait for it."""


TYPING_SECONDS = 4.0
"""How long somebody counts as typing after the last sign of it."""
LEFT_SECONDS = 600.0
"""How long somebody who has left is still shown as gone."""

Readers = tuple[SeatClass, str]
"""All who see the same drawing: how they sit, and the language they read."""
Seen = tuple[float, frozenset[int], frozenset[int]]
"""What another process told: when, who sits with it, and who of them is typing."""


class People(NamedTuple):
    """Who is at a scene now, who of them is typing, and who was there not long ago."""

    here: frozenset[int]
    typing: frozenset[int]
    left: frozenset[int]


class Mailbox:
    """One socket at the hub; `wake` tells it that there is something newer.

    `shown` is the drawing that its page holds, `seat_class` None once it must leave.
    """

    __slots__ = (
        "beat", "dismissed", "language", "presence", "seat_class", "shown", "shown_class", "shown_presence",
        "types_until", "user_id", "wake",
    )  # fmt: skip

    def __init__(self, user_id: int, language: str, wake: Callable[[], None]) -> None:
        self.user_id = user_id
        self.wake = wake
        self.language = language
        self.shown: Drawing | None = None
        self.shown_class: SeatClass | None = None
        self.seat_class: SeatClass | None = None
        self.dismissed = False
        self.presence: str | None = None
        self.shown_presence = ""
        self.beat: int | None = None
        self.types_until = 0.0

    @property
    def readers(self) -> Readers | None:
        """Whom it shares its drawing with."""
        return None if self.seat_class is None else (self.seat_class, self.language)


class SceneRoom:
    """The sockets of one scene in this process, and the newest drawing for each class among them."""

    def __init__(self, scene_id: int) -> None:
        self.scene_id = scene_id
        self.process = secrets.token_hex(8)
        self.boxes: set[Mailbox] = set()
        self.drawings: dict[Readers, Drawing] = {}
        self.frames: dict[tuple[Readers, Drawing | None], str] = {}
        self.newest = 0
        self.elsewhere: dict[str, Seen] = {}
        self.here: frozenset[int] = frozenset()
        self.left: dict[int, float] = {}
        self.dirty = asyncio.Event()
        self.people_changed = asyncio.Event()
        self.people_to_tell = False
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen, to draw and to beat."""
        work = (self._listen(), self._keep_drawing(), self._keep_presence(), self._beat())
        self.tasks = [asyncio.create_task(task) for task in work]

    def stop(self) -> None:
        """Stop when the last socket has gone."""
        for task in self.tasks:
            task.cancel()

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear_all()
            except Exception:
                logger.exception("cannot listen to the channel layer for scene %s", self.scene_id)
            await asyncio.sleep(LISTEN_AGAIN_SECONDS)

    async def _hear_all(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(group_name(self.scene_id), channel)
        await self.tell_presence(ask=True)
        try:
            while True:
                await self._hear(await layer.receive(channel))
        finally:
            with contextlib.suppress(Exception):
                await layer.group_discard(group_name(self.scene_id), channel)

    async def _hear(self, message: dict[str, object]) -> None:
        if message["type"] == "number":
            self.learn(int(str(message["number"])), again=True)
        elif message["type"] == "presence" and message["process"] != self.process:
            people, typing = message["people"], message.get("typing", [])
            if isinstance(people, list) and isinstance(typing, list):
                self.elsewhere[str(message["process"])] = (time.monotonic(), frozenset(people), frozenset(typing))
                self._look_again(typing)
            self.change_people(tell=bool(message["ask"]))

    def learn(self, number: int, *, again: bool = False) -> None:
        """Draw if the number is new; `again`: also if it is the newest known, for more than the log may be new."""
        if number > self.newest or (again and number == self.newest):
            self.newest = number
            self.dirty.set()

    def look_at_roles(self, roles: dict[int, str]) -> None:
        """Draw anew if somebody sits here as they may no longer: removed, in another role, or at a hidden scene."""
        if any(box.seat_class and role_of(box.seat_class) != roles.get(box.user_id) for box in self.boxes):
            self.dirty.set()

    async def _keep_drawing(self) -> None:
        while True:
            await self.dirty.wait()
            self.dirty.clear()
            try:
                await self._draw_all()
            except Exception:
                logger.exception("could not draw scene %s", self.scene_id)
                await asyncio.sleep(RETRY_SECONDS)
                self.dirty.set()

    async def _draw_all(self) -> None:
        """Ask again who may see what, draw each class once, and wake the sockets."""
        boxes = list(self.boxes)
        seats, drawings = await do_draw(
            partial(_draw_room, self.scene_id, {(box.user_id, box.language) for box in boxes})
        )
        for box in boxes:
            box.seat_class = seats.get(box.user_id)
            box.dismissed = box.seat_class is None
        self.drawings = drawings
        self.newest = max([self.newest, *(drawing.number for drawing in drawings.values())])
        self.frames = {}
        _wake(boxes)

    def take(self, box: Mailbox) -> str | None:
        """The frame that brings a socket's page up to date, or None if it is."""
        readers = box.readers
        if readers is None or readers not in self.drawings:
            return None
        drawing = self.drawings[readers]
        before = box.shown if box.shown_class == box.seat_class else None
        if before is drawing:
            return None
        box.shown, box.shown_class = drawing, box.seat_class
        key = (readers, before)
        if key not in self.frames:
            self.frames[key] = whole_frame(drawing) if before is None else changed_frame(before, drawing)
        return self.frames[key]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            boxes = list(self.boxes)
            for box in boxes:
                box.beat = self.newest
            _wake(boxes)
            self.change_people(tell=True)

    def change_people(self, *, tell: bool) -> None:
        """Somebody came or went: show it, and `tell` the other processes if it was here. Many at once are one."""
        self.people_to_tell |= tell
        self.people_changed.set()

    def note_typing(self, box: Mailbox) -> None:
        """A person is putting an answer together; said again and again, it is told every other second at most."""
        now = time.monotonic()
        if box.types_until - now < TYPING_SECONDS / 2:
            box.types_until = now + TYPING_SECONDS
            self.change_people(tell=True)
            self._look_again([box.user_id])

    def _look_again(self, typing: Iterable[int]) -> None:
        """Draw who is here once more when those who type now may have stopped."""
        if typing:
            loop = asyncio.get_running_loop()
            loop.call_later(TYPING_SECONDS + 0.1, partial(self.change_people, tell=False))

    def _typing_here(self) -> set[int]:
        now = time.monotonic()
        return {box.user_id for box in self.boxes if box.types_until > now}

    async def _keep_presence(self) -> None:
        while True:
            await self.people_changed.wait()
            self.people_changed.clear()
            if self.people_to_tell:
                self.people_to_tell = False
                await self.tell_presence()
            try:
                await self.show_presence()
            except Exception:
                logger.exception("could not draw who is at scene %s", self.scene_id)

    async def tell_presence(self, *, ask: bool = False) -> None:
        """Tell the other processes who sits here: ids only."""
        people = sorted({box.user_id for box in self.boxes})
        typing = sorted(self._typing_here())
        message = {"type": "presence", "process": self.process, "people": people, "typing": typing, "ask": ask}
        with contextlib.suppress(Exception):
            await get_channel_layer().group_send(group_name(self.scene_id), message)

    async def show_presence(self) -> None:
        """Draw who is here, for everybody alike."""
        now = time.monotonic()
        self.elsewhere = {key: seen for key, seen in self.elsewhere.items() if now - seen[0] < GONE_SECONDS}
        here = {box.user_id for box in self.boxes}.union(*(people for _at, people, _typing in self.elsewhere.values()))
        fresh = (typing for at, _people, typing in self.elsewhere.values() if now - at < TYPING_SECONDS)
        typing, boxes = self._typing_here().union(*fresh), list(self.boxes)
        self._note_who_left(frozenset(here), now)
        people = People(self.here, frozenset(typing), frozenset(self.left))
        drawn = await read(partial(_draw_presence, self.scene_id, people, {box.language for box in boxes}))
        frames = {language: presence_frame(html) for language, html in drawn.items()}
        changed = [box for box in boxes if frames[box.language] != box.shown_presence]
        for box in changed:
            box.presence = box.shown_presence = frames[box.language]
        _wake(changed)

    def _note_who_left(self, here: frozenset[int], now: float) -> None:
        left = {**dict.fromkeys(self.here - here, now), **self.left}
        self.left = {person: at for person, at in left.items() if person not in here and now - at < LEFT_SECONDS}
        self.here = here


def _wake(boxes: Iterable[Mailbox]) -> None:
    """Tell sockets that there is something newer; one that cannot be told must not hold up the others."""
    for box in boxes:
        try:
            box.wake()
        except Exception:
            logger.exception("could not send to a browser of person %s", box.user_id)


class Hub:
    """The rooms of this process' event loop."""

    def __init__(self) -> None:
        self.rooms: dict[int, SceneRoom] = {}
        self._watcher: asyncio.Task[None] | None = None

    async def join(
        self,
        scene_id: int,
        user_id: int,
        language: str = settings.LANGUAGE_CODE,
        wake: Callable[[], None] = lambda: None,
    ) -> tuple[SceneRoom, Mailbox]:
        """Seat a socket, which `wake` tells of what is new.

        Its first frame is the whole board, drawn after it was seated so that nothing is missed.
        """
        set_home(asyncio.get_running_loop())
        room = self.rooms.get(scene_id)
        if room is None:
            room = self.rooms[scene_id] = SceneRoom(scene_id)
            room.start()
        self._watcher = self._watcher or asyncio.create_task(self._watch())
        box = Mailbox(user_id, language, wake)
        room.boxes.add(box)
        room.dirty.set()
        room.change_people(tell=True)
        return room, box

    async def leave(self, room: SceneRoom, box: Mailbox) -> None:
        """Take a socket out, and close the room behind the last one."""
        room.boxes.discard(box)
        if room.boxes:
            room.change_people(tell=True)
        elif self.rooms.get(room.scene_id) is room:
            del self.rooms[room.scene_id]
            room.stop()
            await room.tell_presence()
        if self._watcher and not self.rooms:
            self._watcher.cancel()
            self._watcher = None

    async def _watch(self) -> None:
        for look in count(1):
            await asyncio.sleep(WATCH_SECONDS)
            with contextlib.suppress(Exception):  # the database is away: what cannot be drawn says so
                if look % ROLES_EVERY == 0:
                    await self._watch_roles()
                for scene_id, (number, due_at) in (await read(partial(_read_numbers, list(self.rooms)))).items():
                    if room := self.rooms.get(scene_id):
                        room.learn(number)
                    if due_at and due_at <= timezone.now():
                        await _answer_overdue(scene_id)

    async def _watch_roles(self) -> None:
        for scene_id, roles in (await read(partial(read_roles, list(self.rooms)))).items():
            if room := self.rooms.get(scene_id):
                room.look_at_roles(roles)


async def _answer_overdue(scene_id: int) -> None:
    """Answer what has waited too long at one scene; that it cannot be done there must not hold up the others."""
    try:
        await write(partial(answer_overdue, scene_id))
    except Exception:
        logger.exception("could not answer for whoever is awaited at scene %s", scene_id)


def _draw_room(scene_id: int, people: set[tuple[int, str]]) -> tuple[dict[int, SeatClass], dict[Readers, Drawing]]:
    """How these people sit, and a drawing for each class and language among them."""
    seats, facts = read_room(scene_id, {person for person, _language in people})
    drawings: dict[Readers, Drawing] = {}
    if facts is None:
        return seats, drawings
    for seat_class, language in {(seats[person], language) for person, language in people if person in seats}:
        try:
            with override(language):
                drawings[seat_class, language] = draw(read_board(facts, seat_class))
        except DatabaseError:
            raise  # tried again, all of it
        except Exception:  # one class that cannot be drawn must not blind the others
            logger.exception("could not draw scene %s for %s", scene_id, seat_class)
    return seats, drawings


def _draw_presence(scene_id: int, people: People, languages: set[str]) -> dict[str, str]:
    """Who is here and who has left, in each language."""
    names = read_names(scene_id, people.here | people.left)
    here, typing, left = (sorted(names[person] for person in some & names.keys()) for some in people)
    drawn = {}
    for language in languages:
        with override(language):
            drawn[language] = presence(here, typing, left)
    return drawn


def _read_numbers(scene_ids: list[int]) -> dict[int, tuple[int, datetime | None]]:
    rows = Table.objects.filter(scene__in=scene_ids).values_list("scene_id", "number", "due_at")
    return {scene_id: (number, due_at) for scene_id, number, due_at in rows}


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def get_hub() -> Hub:
    """The hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
