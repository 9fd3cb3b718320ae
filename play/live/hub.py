"""One hub for each process: the rooms of the scenes that people look at here, and a check for missed numbers.

Numbers are hints and the log is the truth: a process that a number did not reach finds it by looking.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import DatabaseError
from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import Scene
from campaigns.notices.services import count_unread_notices
from play.commands.overdue import answer_overdue
from play.live.mailbox import Mailbox
from play.live.room import SceneRoom
from play.server.home_loop import set_home
from play.server.threads import run_reading, write
from play.table.cached_query import load_rows
from play.table.live_scene import live_scenes
from play.table.people import load_absences, load_roles
from play.table.rows import parse_moment

logger = logging.getLogger(__name__)

WATCH_SECONDS = 0.25
"""Seconds between two checks for missed numbers: the layer, or the process that should have published, may be dead."""
ROLES_EVERY = 2
"""Every how many of these checks the roles are checked, too."""
BELLS_EVERY = 4
"""Every how many of these checks the notices of those who look are counted: by one query, whatever happens there."""


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
        """Seat a socket; `wake` tells it that there is something new.

        Its first frame is the whole board, drawn after it was seated, so that nothing is missed.
        """
        room = self._open(scene_id)
        box = Mailbox(user_id, language, wake)
        room.seat(box)
        room.presence.change(send=True)
        return room, box

    def follow(self, scene_id: int, wake: Callable[[], None]) -> SceneRoom:
        """Have `wake` called in this loop whenever a scene may have something new. `unfollow` ends it."""
        room = self._open(scene_id)
        room.followers.add(wake)
        return room

    def _open(self, scene_id: int) -> SceneRoom:
        """Return the room of a scene, which begins to listen if it was not there."""
        set_home(asyncio.get_running_loop())
        room = self.rooms.get(scene_id)
        if room is None:
            room = self.rooms[scene_id] = SceneRoom(scene_id)
            room.start()
        self._watcher = self._watcher or asyncio.create_task(self._watch())
        return room

    async def leave(self, room: SceneRoom, box: Mailbox) -> None:
        """Take a socket out. After the last one, close the room and forget what was remembered of the scene."""
        room.unseat(box)
        await self._close_if_empty(room)

    async def unfollow(self, room: SceneRoom, wake: Callable[[], None]) -> None:
        """Call `wake` no more, and close the room after the last one, as `leave` does."""
        room.followers.discard(wake)
        await self._close_if_empty(room)

    async def _close_if_empty(self, room: SceneRoom) -> None:
        if not room.is_empty:
            room.presence.change(send=True)
        elif self.rooms.get(room.scene_id) is room:
            del self.rooms[room.scene_id]
            room.stop()
            live_scenes.forget(room.scene_id)
            await room.presence.send()
        if self._watcher and not self.rooms:
            self._watcher.cancel()
            self._watcher = None

    async def _watch(self) -> None:
        for look in count(1):
            await asyncio.sleep(WATCH_SECONDS)
            try:
                if look % ROLES_EVERY == 0:
                    await self._watch_roles()
                if look % BELLS_EVERY == 0:
                    await self._watch_bells()
                await self._watch_tables()
            except DatabaseError:
                pass  # the database is away: the drawing reports it
            except Exception:
                logger.exception("could not look at the tables of this process")

    async def _watch_tables(self) -> None:
        for seen in await run_reading(partial(load_tables, list(self.rooms))):
            if room := self.rooms.get(seen.scene):
                room.look_at_number(seen.number)
                room.look_whether_open(seen.is_open)
            if seen.due_at and seen.due_at <= timezone.now():
                await _answer_overdue(seen.scene)

    async def _watch_roles(self) -> None:
        for scene_id, roles in (await run_reading(partial(load_roles, list(self.rooms)))).items():
            if room := self.rooms.get(scene_id):
                room.look_at_roles(roles)
        for scene_id, absent in (await run_reading(partial(load_absences, list(self.rooms)))).items():
            if room := self.rooms.get(scene_id):
                room.look_at_absences(absent)

    async def _watch_bells(self) -> None:
        people = {box.user_id for room in self.rooms.values() for box in room.boxes}
        unread = await run_reading(partial(count_unread_notices, people))
        for room in self.rooms.values():
            room.show_bells(unread)


async def _answer_overdue(scene_id: int) -> None:
    """Answer what has waited too long at one scene. A failure there does not hold up other scenes."""
    try:
        await write(partial(answer_overdue, scene_id))
    except Exception:
        logger.exception("could not answer what is overdue at scene %s", scene_id)


class TableNumber(NamedTuple):
    """What a check of a scene's table found. A table where nothing has happened has no row, and is at no number."""

    scene: int
    number: int
    due_at: datetime | None
    is_open: bool


def load_tables(scene_ids: list[int]) -> list[TableNumber]:
    """Return the numbers of the tables of these scenes."""
    return [
        TableNumber(scene, number or 0, due_at and parse_moment(due_at), closed_at is None)
        for scene, number, due_at, closed_at in load_rows(_list_tables, scene_ids)
    ]


def _list_tables(scene_ids: tuple[int, ...]) -> QuerySet[Scene, Any]:
    return Scene.objects.filter(pk__in=scene_ids).values_list("pk", "table__number", "table__due_at", "closed_at")


_hubs: "WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]" = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running event loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())


def list_people_at(scene_id: int) -> frozenset[int]:
    """Return the keys of the people whose pages show this scene now, as far as this process knows.

    A process that shows the scene to nobody knows nothing of it. Any thread may ask.
    """
    rooms = [room for hub in list(_hubs.values()) if (room := hub.rooms.get(scene_id))]
    return frozenset().union(*(room.presence.here for room in rooms))
