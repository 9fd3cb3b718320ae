"""The sockets of one scene in this process, and the programs that follow it.

It hears each number once, draws each seat class once, and wakes its sockets and followers.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple

from channels.layers import get_channel_layer
from django.db import DatabaseError
from django.utils.translation import override

from play.commands.play_itself import play_next
from play.live.frames import Drawing, draw_board
from play.live.mailbox import Mailbox, Reader, Readers, wake
from play.live.presence import BEAT_SECONDS, Presence
from play.seats.facts import SeatClass, TableFacts, load_room
from play.seats.gather import gather_board
from play.server.threads import run_drawing, write
from play.table.people import AUDIENCE, role_of
from play.table.publish import PROCESS, TIMEOUT_SECONDS, group_name, rooms

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds until it tries again to draw after a failure."""
ITSELF_SECONDS = 3.0
"""Seconds for which a table rests before the next seat that plays itself acts, so that people can read."""
LISTEN_AGAIN_SECONDS = 5.0
"""Seconds until it tries again to listen. Numbers are found without; only presence at other processes waits for it."""


class SceneRoom:
    """The sockets of one scene in this process, and the newest drawing of each class among them."""

    def __init__(self, scene_id: int) -> None:
        self.scene_id = scene_id
        self.boxes: set[Mailbox] = set()
        self.followers: set[Callable[[], None]] = set()
        """What to call when there may be something new. A follower sees no board, and does not count as present."""
        self.readers: frozenset[Reader] = frozenset()
        """The people who sit here, each with the language of a page: what a thread that draws may read."""
        self.presence = Presence(scene_id, self.boxes)
        self.drawings: dict[Readers, Drawing] = {}
        self.frames: dict[tuple[Drawing, Drawing | None], str] = {}
        self.newest = self.drawn = 0
        """The newest number that was heard of, and that of the drawings."""
        self._seen = 0
        """The number that the last look at the log found."""
        self.is_open = True
        self.plays_itself = asyncio.Event()
        """Set while seats of the fight play themselves."""
        self._members: frozenset[int] = frozenset()
        self._absent: frozenset[int] = frozenset()
        self.dirty = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def is_empty(self) -> bool:
        """Whether nobody is left who wants to hear of the scene."""
        return not self.boxes and not self.followers

    def seat(self, box: Mailbox) -> None:
        """Let a socket in, and draw for it."""
        self.boxes.add(box)
        self._list_readers()
        self.dirty.set()

    def unseat(self, box: Mailbox) -> None:
        """Let a socket go."""
        self.boxes.discard(box)
        self._list_readers()

    def _list_readers(self) -> None:
        self.readers = frozenset(box.reader for box in self.boxes)

    def start(self) -> None:
        """Begin to listen, to draw and to beat."""
        self._loop = asyncio.get_running_loop()
        rooms[self.scene_id].add(self)
        work = (self._listen(), self._keep_drawing(), self._keep_playing(), self.presence.keep(), self._beat())
        self.tasks = [asyncio.create_task(task) for task in work]

    def stop(self) -> None:
        """Stop when the last socket has gone."""
        rooms[self.scene_id].discard(self)
        if not rooms[self.scene_id]:
            del rooms[self.scene_id]
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
        await self.presence.send(ask=True)
        try:
            while True:
                self._hear(await layer.receive(channel))
        finally:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await layer.group_discard(group_name(self.scene_id), channel)

    def _hear(self, message: dict[str, object]) -> None:
        if message["type"] == "number" and message.get("process") != PROCESS:
            self.learn(int(str(message["number"])), again=True)
        elif message["type"] == "presence":
            self.presence.hear(message)

    def learn(self, number: int, *, again: bool = False) -> None:
        """Draw if the number is new. `again`: also if it is the newest known, as more than the log may have changed."""
        if number > self.newest or (again and number == self.newest):
            self.newest = number
            self.dirty.set()

    def note(self, number: int) -> None:
        """Take in a number that this process has just committed and is about to draw, so that no look draws it too."""
        self.newest = max(self.newest, number)

    def look_at_number(self, number: int) -> None:
        """Draw if the last look at the log found a number that nobody has told since: its message was lost.

        A number that this look finds for the first time may just be on its way here.
        """
        if self._seen > self.newest:
            self.learn(number)
        self._seen = number

    def look_at_roles(self, roles: dict[int, str]) -> None:
        """Draw again if somebody sits here who may no longer sit so: removed, in another role, or at a hidden scene.

        And if somebody has joined the series or left it: the Storyteller of a new one sees who has come.
        """
        before, self._members = self._members, frozenset(roles)
        has_moved = any(box.seat_class and role_of(box.seat_class) != roles.get(box.user_id) for box in self.boxes)
        if has_moved or (before and before != self._members):
            self.dirty.set()

    def look_at_absences(self, absent: frozenset[int]) -> None:
        """Draw again when somebody's absence begins or ends: a stand-in sits for them during it."""
        if absent != self._absent:
            self._absent = absent
            self.dirty.set()

    def look_whether_open(self, is_open: bool) -> None:
        """Draw again if the scene was closed or opened since it was drawn: no number tells of that."""
        if self.drawings and is_open != self.is_open:
            self.dirty.set()

    def show_bells(self, unread: Mapping[int, int]) -> None:
        """Tell the sockets of these people how many notices they have not read, where the page shows another number."""
        changed = [box for box in self.boxes if unread.get(box.user_id, box.shown_unread) != box.shown_unread]
        for box in changed:
            box.unread = box.shown_unread = unread[box.user_id]
        wake(changed)

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

    def _is_watched(self) -> bool:
        """Return whether a person looks here; a stream, which anybody may leave running, is none."""
        return any(box.user_id != AUDIENCE for box in self.boxes)

    async def _keep_playing(self) -> None:
        """Let seats that play themselves act, one after each pause, while somebody looks.

        Where nothing came of it, nothing is asked again until the table, or who looks, is another.
        """
        idle: tuple[int, frozenset[int]] | None = None
        while True:
            await self.plays_itself.wait()
            number = self.drawn
            await asyncio.sleep(ITSELF_SECONDS)
            now = number, self.presence.here
            if number != self.drawn or now == idle or not (self._is_watched() and self.plays_itself.is_set()):
                continue
            try:
                answer = await write(partial(play_next, self.scene_id, *now))
                idle = now if answer is None else None
            except Exception:
                logger.exception("could not let seats play themselves at scene %s", self.scene_id)

    async def _draw_all(self) -> None:
        readers = self.readers
        self.show(readers, await run_drawing(partial(draw_room, self.scene_id, readers)))

    def draw_now(self) -> None:
        """Draw in the thread that has changed the scene, and hand the drawings to the sockets' loop."""
        readers = self.readers
        shown: Callable[[], None] = self.dirty.set
        try:
            shown = partial(self.show, readers, draw_room(self.scene_id, readers))
        except Exception:
            logger.exception("could not draw scene %s", self.scene_id)
        with contextlib.suppress(RuntimeError):  # the loop has ended, and its sockets with it
            self._loop.call_soon_threadsafe(shown)

    def show(self, readers: Collection[Reader], drawn: "DrawnRoom") -> None:
        """Take in what was drawn for these people, unless something newer was, and wake their sockets.

        Where nobody may see the scene now, nothing is drawn, and all must leave.
        """
        boxes = [box for box in self.boxes if box.reader in readers]
        if drawn.drawings and drawn.number < self.drawn:
            if any(box.readers not in self.drawings for box in boxes):  # came after the newer one was begun
                self.dirty.set()
            return
        for box in boxes:
            box.seat_class = drawn.seats.get(box.user_id)
            box.dismissed = box.seat_class is None
        self.drawn, self.is_open = drawn.number, drawn.is_open
        if drawn.plays_itself:
            self.plays_itself.set()
        else:
            self.plays_itself.clear()
        self.newest = max(self.newest, drawn.number)
        self.drawings = {readers: self._put_in_row(readers, drawing) for readers, drawing in drawn.drawings.items()}
        self.frames = {}
        wake(boxes)
        for follow in list(self.followers):
            follow()

    def _put_in_row(self, readers: Readers, drawing: Drawing) -> Drawing:
        """Return the drawing as the next one of its class.

        Where it shows nothing else than the one before, that one stays, so that what is secret pushes nothing.
        """
        before = self.drawings.get(readers)
        return drawing if before is None else drawing.come_after(before)

    def take(self, box: Mailbox) -> str | None:
        """Return the frame that brings a socket's page up to date, or None if it is up to date."""
        readers = box.readers
        if readers is None or readers not in self.drawings:
            return None
        drawing = self.drawings[readers]
        if box.shown is drawing:
            return None
        before = box.shown if box.shown_class == box.seat_class else None
        key = (drawing, before)
        if key not in self.frames:
            self.frames[key] = drawing.make_whole() if before is None else drawing.make_change(before)
        box.shown, box.shown_class = drawing, box.seat_class
        return self.frames[key]

    def _place_for(self, box: Mailbox) -> int | None:
        """Return which drawing the page of a socket should show; None where nothing was drawn for it yet."""
        drawing = self.drawings.get(box.readers) if box.readers else None
        return drawing.place if drawing else None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            boxes = list(self.boxes)
            for box in boxes:
                box.beat = self._place_for(box)
            wake(boxes)
            self.presence.change(send=True)


class DrawnRoom(NamedTuple):
    """What was drawn of a scene: how people sit, a drawing for all who see alike, the table's number, whether the scene
    is open, and whether seats of its fight play themselves.
    """

    seats: dict[int, SeatClass]
    drawings: dict[Readers, Drawing]
    number: int
    is_open: bool
    plays_itself: bool = False


def draw_room(scene_id: int, people: Collection[Reader]) -> DrawnRoom:
    """Read again who may see what, and draw once for all who see alike."""
    seats, facts = load_room(scene_id, {person for person, _language in people})
    drawings: dict[Readers, Drawing] = {}
    if facts is None:
        return DrawnRoom(seats, drawings, 0, False)
    for readers in {(seats[person], language) for person, language in people if person in seats}:
        try:
            drawings[readers] = _draw(facts, *readers)
        except DatabaseError:
            raise  # all of it is tried again
        except Exception:  # one class that cannot be drawn must not blind the others
            logger.exception("could not draw scene %s for %s", scene_id, readers[0])
    state, is_open = facts.state, facts.scene.is_open
    plays_itself = is_open and state.battle is not None and bool(state.playing)
    return DrawnRoom(seats, drawings, facts.table.number, is_open, plays_itself)


def _draw(facts: TableFacts, seat_class: SeatClass, language: str) -> Drawing:
    with override(language):
        return draw_board(gather_board(facts, seat_class))
