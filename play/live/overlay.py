"""The overlays that are open in this process: each shows the open scene of its series to nobody in particular.

A stream sits at the scene as a spectator (`AUDIENCE`), takes what it shows from the facts of spectators, and holds it
back for as long as the Storyteller chose. What is held back is nowhere but in this process. Where a scene is hidden,
all of it that was not shown yet is dropped.
"""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from django.db import DatabaseError
from django.utils.translation import override

from campaigns.chronicle.tree import list_open_scenes
from campaigns.models import Membership, Overlay, Role
from play.live.hub import get_hub
from play.live.mailbox import Mailbox
from play.live.room import SceneRoom
from play.server.threads import run_reading
from play.stage.overlay import cut_overlay
from play.stage.shape import OverlayFacts
from play.table.people import AUDIENCE, load_roles
from rules import SYSTEMS

logger = logging.getLogger(__name__)

WATCH_SECONDS = 0.5
"""Seconds between two looks at which overlays there are, and which scenes they show."""
BEAT_EVERY = 30
"""Every how many looks each socket is sent a sign of life."""


class HeldFacts(NamedTuple):
    """What there was to see, of which scene, and since when (by `time.monotonic`). `facts`: None without a scene."""

    at: float
    scene: int | None
    facts: OverlayFacts | None


BLANK = HeldFacts(0.0, None, None)


class Stream:
    """One overlay: the scene that it sits at, what it holds back, and the frame that its pages show.

    `wakes` tell its sockets that the frame is another, that there is a sign of life to send, or that all is over.
    """

    def __init__(self, overlay: Overlay) -> None:
        self.overlay = overlay
        self.wakes: set[Callable[[], None]] = set()
        self.left_at = 0.0
        """When the last socket left."""
        self.is_over = False
        """Whether the address was revoked: every socket must close."""
        self._shown = BLANK
        self.held: deque[HeldFacts] = deque()
        self._scene: int | None = None
        self._seat: tuple[SceneRoom, Mailbox] | None = None
        self.frame = self._write_frame()

    @property
    def scenes(self) -> set[int]:
        """The scene that it sits at, and those of which something is shown or held back."""
        return {scene for scene in (self._scene, self._shown.scene, *(held.scene for held in self.held)) if scene}

    def is_idle(self) -> bool:
        """Return whether nobody has looked for longer than the delay, so that nothing held back would be shown."""
        return not self.wakes and time.monotonic() - self.left_at > self.overlay.delay

    async def look(self, overlay: Overlay, scene: int | None, visible: Collection[int]) -> None:
        """Take in how the overlay looks now, which scene is open, and which scenes spectators may see."""
        before, self.overlay = self.overlay, overlay
        if (before.language, self._scene) != (overlay.language, scene):
            await self.leave()
            await self._sit(scene)
        hidden = self.scenes.difference(visible)
        self.held = deque(held for held in self.held if held.scene not in hidden)
        if self._shown.scene in hidden:
            self._shown = BLANK
        self._release()

    async def leave(self) -> None:
        """Leave the scene."""
        if self._seat is not None:
            seat, self._seat = self._seat, None
            await get_hub().leave(*seat)

    def end(self) -> None:
        """Tell every socket that the address was revoked."""
        self.is_over = True
        self.wake()

    def wake(self) -> None:
        """Wake every socket."""
        for wake in list(self.wakes):
            wake()

    async def _sit(self, scene: int | None) -> None:
        self._scene = scene
        if scene is None:
            self._hold(None)
        else:
            self._seat = await get_hub().join(scene, AUDIENCE, self.overlay.language, self._take)

    def _take(self) -> None:
        """Hold back what is new in the room."""
        if self._seat is None:
            return
        room, box = self._seat
        drawing = room.drawings.get(box.readers) if box.readers else None
        if drawing is not None and drawing is not box.shown:
            box.shown = drawing
            with override(box.language):
                self._hold(cut_overlay(drawing.facts, self.overlay.digest))

    def _hold(self, facts: OverlayFacts | None) -> None:
        newest = self.held[-1] if self.held else self._shown
        if newest.facts != facts:
            self.held.append(HeldFacts(time.monotonic(), self._scene, facts))
            self._release()

    def _release(self) -> None:
        """Show what was held back for long enough, in the colors and the size of now."""
        due = time.monotonic() - self.overlay.delay
        while self.held and self.held[0].at <= due:
            self._shown = self.held.popleft()
        frame = self._write_frame()
        if frame != self.frame:
            self.frame = frame
            self.wake()

    def _write_frame(self) -> str:
        looks = {"theme": self.overlay.theme, "size": self.overlay.size}
        return json.dumps({**looks, "facts": self._shown.facts or {}}, separators=(",", ":"), ensure_ascii=False)


class Streams:
    """The overlays of this process' event loop, by their digest."""

    def __init__(self) -> None:
        self.streams: dict[str, Stream] = {}
        self._watcher: asyncio.Task[None] | None = None

    def join(self, overlay: Overlay, wake: Callable[[], None]) -> Stream:
        """Show an overlay to a socket. `wake` tells it to look at its stream again."""
        stream = self.streams.setdefault(overlay.digest, Stream(overlay))
        stream.wakes.add(wake)
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch())
        return stream

    def leave(self, stream: Stream, wake: Callable[[], None]) -> None:
        """Take a socket out. The stream goes on for as long as its delay, for a page that is loaded again."""
        stream.wakes.discard(wake)
        stream.left_at = time.monotonic()

    async def _watch(self) -> None:
        looks = 0
        while self.streams:
            try:
                await self._look()
            except DatabaseError:
                pass  # the database is away: pages keep what they show
            except Exception:
                logger.exception("could not look at the overlays of this process")
            looks += 1
            if looks % BEAT_EVERY == 0:
                for stream in self.streams.values():
                    stream.wake()
            await asyncio.sleep(WATCH_SECONDS)

    async def _look(self) -> None:
        asked = dict(self.streams)  # others may join while it reads; nothing was read of these
        scenes = set[int]().union(*(stream.scenes for stream in asked.values()))
        seen = await run_reading(partial(load_overlays, set(asked), scenes))
        for digest, stream in asked.items():
            overlay = seen.overlays.get(digest)
            if overlay is None:
                stream.end()
            if overlay is None or stream.is_idle():
                del self.streams[digest]
                await stream.leave()
            else:
                await stream.look(overlay, seen.open.get(overlay.series_id), seen.visible)


class OverlayViews(NamedTuple):
    """The overlays that exist by their digest, the open scene of each series, and which scenes spectators may see."""

    overlays: dict[str, Overlay]
    open: dict[int, int]
    visible: set[int]


def load_overlays(digests: Collection[str], scenes: Collection[int]) -> OverlayViews:
    """Read these overlays, and which of these scenes spectators may see. `open`: the scene to which a spectator is led,
    if there is one and its game is installed.
    """
    overlays = {
        overlay.digest: overlay for overlay in Overlay.objects.filter(digest__in=digests).select_related("series")
    }
    playable = [overlay.series for overlay in overlays.values() if overlay.series.system in SYSTEMS]
    seats = [Membership(series=series, role=Role.SPECTATOR) for series in playable]
    there = {scene.series.pk: scene.pk for scene in list_open_scenes(seats)}
    roles = load_roles([*{*scenes, *there.values()}])
    return OverlayViews(overlays, there, {scene for scene, people in roles.items() if AUDIENCE in people})


_streams: "WeakKeyDictionary[asyncio.AbstractEventLoop, Streams]" = WeakKeyDictionary()


def get_streams() -> Streams:
    """Return the overlays of the running event loop."""
    return _streams.setdefault(asyncio.get_running_loop(), Streams())
