"""A page is gone once it was sent, and what is left over is collected while nobody waits."""

import asyncio
import gc
import weakref
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.test import RequestFactory

from config import memory_care
from config.memory_care import MemoryCare


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


class Pages:
    """An application whose answers wait until they are let go."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.open.wait()


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Runs of the collector, and of what gives memory back."""
    found: list[str] = []
    monkeypatch.setattr(memory_care, "IDLE_SECONDS", 0.01)
    monkeypatch.setattr(memory_care, "REQUESTS", 3)
    monkeypatch.setattr(gc, "collect", lambda: found.append("collect"))
    monkeypatch.setattr(memory_care, "trim", lambda: found.append("trim"))
    return found


async def ask(care: MemoryCare, times: int) -> None:
    for _n in range(times):
        await care({"type": "http", "method": "GET", "path": "/"}, None, None)  # type: ignore[arg-type]


@pytest.mark.asyncio
async def test_memory_is_collected_once_nobody_has_asked_for_a_moment(runs: list[str]) -> None:
    pages = Pages()
    care = MemoryCare(pages)
    await ask(care, 2)
    await asyncio.sleep(0.05)
    assert runs == [], "too little has been answered"
    pages.open.clear()
    slow = asyncio.create_task(ask(care, 1))
    await asyncio.sleep(0.05)
    assert runs == [], "somebody waits"
    pages.open.set()
    await slow
    await asyncio.sleep(0.1)
    assert runs == ["collect", "trim"]
    await asyncio.sleep(0.05)
    assert runs == ["collect", "trim"], "nothing was asked since"


@pytest.mark.asyncio
async def test_a_process_that_has_grown_by_much_does_not_wait_for_such_a_moment(
    runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = [100_000_000, 100_000_000 + memory_care.GROWTH, 101_000_000 + memory_care.GROWTH]
    monkeypatch.setattr(memory_care, "measure_memory", lambda: held[0])
    pages = Pages()
    care = MemoryCare(pages)
    care._busy = 1  # somebody else's page is drawn all the time
    for count in (0, 0, 1):
        await ask(care, 3)
        assert runs.count("collect") == count
        held[:1] = []
        held.append(held[-1])


def test_the_memory_of_this_process_is_measured_and_given_back() -> None:
    memory_care.trim()
    assert 10_000_000 < memory_care.measure_memory() < 10_000_000_000
