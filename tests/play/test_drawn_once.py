"""A scene is drawn once for each number, under load too: by the thread that commits it, and by no look at the log."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio
from django.conf import LazySettings
from django.db import connections

from play.commands.moves import Say
from play.live import hub as hubs
from play.live import room as rooms
from play.live.frames import Drawing, draw_board
from play.live.hub import Hub
from play.seats.board import Board
from play.server import threads
from tests.conftest import LIVE
from tests.play.conftest import TableInPlay
from tests.play.test_hub import settle, sit

pytestmark = LIVE
LOOKS = 4
"""How often the log is looked at while one class is drawn, as on a machine that is busy."""


class Busy:
    """Counts looks and drawings, and lets no drawing end before a few more looks."""

    def __init__(self) -> None:
        self.looks = 0
        self.drawings: Counter[tuple[int, bool]] = Counter()
        self._read = hubs.load_tables

    def look(self, scene_ids: list[int]) -> list[hubs.TableNumber]:
        self.looks += 1
        return self._read(scene_ids)

    def draw(self, board: Board) -> Drawing:
        self.drawings[board.count, board.storyteller] += 1
        until, end = self.looks + LOOKS, time.monotonic() + 5
        while self.looks < until and time.monotonic() < end:
            time.sleep(0.001)
        return draw_board(board)


@pytest_asyncio.fixture
async def busy(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Busy]:
    """A process with its own threads, as a server has them."""
    busy, writer = Busy(), threads.GroupWriter()
    settings.TABLE_THREADS, settings.ONE_WRITER = 1, True
    monkeypatch.setattr(threads, "_group_writer", lambda: writer)
    monkeypatch.setattr(hubs, "load_tables", busy.look)
    monkeypatch.setattr(hubs, "WATCH_SECONDS", 0.002)
    yield busy
    for run in (threads.write, threads.run_reading, threads.run_drawing):
        await run(connections.close_all)


async def test_each_class_is_drawn_once_for_each_number_however_often_the_log_is_looked_at(
    coins: TableInPlay, busy: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub()
    room, boxes = await sit(hub, coins, "storyteller", "co_storyteller", "player")
    while {box.readers for box in boxes} != set(room.drawings):
        await asyncio.sleep(0.01)
    monkeypatch.setattr(rooms, "draw_board", busy.draw)
    for number in range(1, 4):
        await threads.write(partial(coins.act, coins.cast.storyteller, Say(f"Line {number}")))
        await settle(room, number)
    await threads.run_drawing(int)  # behind whatever else is to be drawn
    for box in boxes:
        await hub.leave(room, box)
    assert busy.drawings == {(number, storyteller): 1 for number in range(1, 4) for storyteller in (True, False)}


async def test_a_number_that_nobody_has_told_of_is_found_in_the_log(
    coins: TableInPlay, busy: Busy, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub()
    room, (box,) = await sit(hub, coins, "player")
    await settle(room, 0)
    monkeypatch.setattr("play.commands.submit.publish", lambda _scene, _number: None)  # the process died before it
    await threads.write(partial(coins.act, coins.cast.storyteller, Say("One")))
    await asyncio.wait_for(settle(room, 1), 5)
    await hub.leave(room, box)
