"""A page is gone once it was drawn, and no click waits for the garbage collector."""

import asyncio
import gc
import subprocess
import sys
import weakref
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.test import RequestFactory

from config.server import memory_care
from config.server.memory_care import MemoryCare
from play.offers.hand import Hand
from play.stage.hand import find_card, make_hand
from tests.play import fixtures


class Board:
    """Something large that a page shows."""

    def __str__(self) -> str:
        return "a board"


@pytest.mark.parametrize("has_request", [True, False])
def test_what_a_page_shows_is_gone_when_it_was_drawn(has_request: bool) -> None:
    template = engines["django"].from_string("{% with other=board %}{{ other }}{% endwith %}")
    board = Board()
    held = weakref.ref(board)
    gc.disable()
    try:
        request = RequestFactory().get("/") if has_request else None
        if request:
            request.user = AnonymousUser()
        assert template.render({"board": board}, request) == "a board"
        del board
        assert held() is None, "no circle holds it until the collector comes"
    finally:
        gc.enable()


def test_the_cards_of_a_board_are_gone_when_they_were_told() -> None:
    board = fixtures.board(fixtures.turn())
    gc.disable()
    try:
        hand = Hand(board)
        assert make_hand(hand)["cards"]["card-ys"]["order"]
        assert find_card(hand, "card-ys", "en")
        held = weakref.ref(hand)
        del hand
        assert held() is None, "no circle holds them until the collector comes"
    finally:
        gc.enable()


class Doors:
    """An application whose answers wait until they are let go."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.open.wait()


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done about memory: all looked through, free memory given back."""
    found: list[str] = []
    monkeypatch.setattr(memory_care, "QUIET_SECONDS", 0.01)
    monkeypatch.setattr(memory_care, "IDLE_SECONDS", 0.02)
    monkeypatch.setattr(memory_care, "REQUESTS", 3)
    monkeypatch.setattr(memory_care, "collect_all", lambda: found.append("collect"))
    monkeypatch.setattr(memory_care, "trim", lambda: found.append("trim"))
    return found


def measure(monkeypatch: pytest.MonkeyPatch, *held: int) -> None:
    """Have each measurement of the memory find the next of these, and then the last again."""
    rest = list(held)
    monkeypatch.setattr(memory_care, "measure_memory", lambda: rest.pop(0) if len(rest) > 1 else rest[0])


async def ask(care: MemoryCare, times: int) -> None:
    for _n in range(times):
        await care({"type": "http", "method": "GET", "path": "/"}, None, None)  # type: ignore[arg-type]


@pytest.mark.asyncio
async def test_free_memory_is_given_back_once_nobody_has_asked_for_a_moment(runs: list[str]) -> None:
    doors = Doors()
    care = MemoryCare(doors)
    await ask(care, 2)
    await asyncio.sleep(0.05)
    assert runs == [], "too little has been answered"
    doors.open.clear()
    slow = asyncio.create_task(ask(care, 1))
    await asyncio.sleep(0.05)
    assert runs == [], "somebody waits"
    doors.open.set()
    await slow
    await asyncio.sleep(0.1)
    assert runs == ["trim"]
    await asyncio.sleep(0.05)
    assert runs == ["trim"], "nothing was asked since"


@pytest.mark.asyncio
async def test_all_is_looked_through_after_growth_and_only_while_nobody_asks(
    runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    much = 100_000_000 + memory_care.GROWTH + 1
    measure(monkeypatch, 100_000_000, much)
    doors = Doors()
    care = MemoryCare(doors)
    await ask(care, 3)
    await asyncio.sleep(0.1)
    assert runs == ["trim"], "it has not grown yet"
    await ask(care, 3)
    doors.open.clear()
    slow = asyncio.create_task(ask(care, 1))
    await asyncio.sleep(0.1)
    assert "collect" not in runs, "somebody waits"
    doors.open.set()
    await slow
    await asyncio.sleep(0.2)
    assert runs.count("collect") == 1
    await ask(care, 3)
    await asyncio.sleep(0.1)
    assert runs.count("collect") == 1, "it has not grown since"


@pytest.mark.asyncio
async def test_a_process_that_has_grown_by_very_much_waits_for_a_short_moment_only(
    runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_care, "IDLE_SECONDS", 60)
    much = 100_000_000 + memory_care.MUCH_GROWTH + 1
    measure(monkeypatch, 100_000_000, much)
    doors = Doors()
    care = MemoryCare(doors)
    await ask(care, 3)
    await asyncio.sleep(0.1)
    assert runs == ["trim"], "it has not grown yet"
    doors.open.clear()
    slow = asyncio.create_task(ask(care, 3))
    await asyncio.sleep(0.1)
    assert "collect" not in runs, "somebody waits"
    doors.open.set()
    await slow
    await asyncio.sleep(0.1)
    assert runs.count("collect") == 1


@pytest.mark.asyncio
async def test_what_is_new_is_put_aside_after_each_request(monkeypatch: pytest.MonkeyPatch) -> None:
    aside: list[None] = []
    monkeypatch.setattr(gc, "freeze", lambda: aside.append(None))
    care = MemoryCare(Doors())
    care.busy = 1
    for count in (1, 2, 3):
        await ask(care, 1)
        assert len(aside) == count


IN_A_CIRCLE = """
import gc, weakref
from config.server import memory_care

class Board:
    pass

circle = Board()
circle.itself = circle
held = weakref.ref(circle)
gc.freeze()
del circle
gc.collect()
assert held() is not None
memory_care.collect_all()
assert held() is None
"""
"""In a process of its own, which has little to look through."""


def test_what_was_put_aside_in_a_circle_goes_when_all_is_looked_through() -> None:
    subprocess.run([sys.executable, "-c", IN_A_CIRCLE], cwd=settings.BASE_DIR, check=True)


def test_the_memory_of_this_process_is_measured_and_given_back() -> None:
    memory_care.trim()
    assert 10_000_000 < memory_care.measure_memory() < 10_000_000_000
