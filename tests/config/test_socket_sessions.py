"""A socket ends when its session does, and only then."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from config.server import socket_sessions


async def sit(watched: socket_sessions.SessionGuard, key: str, sent: list[Any], *, known: bool = True) -> None:
    """One socket, until it is closed."""
    closed = asyncio.Event()

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] == "websocket.close":
            closed.set()

    async def receive() -> Any:
        await closed.wait()
        return {"type": "websocket.disconnect"}

    scope = {"session": SimpleNamespace(session_key=key), "user": SimpleNamespace(is_authenticated=known)}
    await watched(scope, receive, send)


async def listen(_scope: Any, receive: Any, send: Any) -> None:
    """An application that goes on talking after it was closed, as one may that does not know it yet."""
    await receive()
    await send({"type": "websocket.send", "text": "too late"})


def test_a_socket_goes_with_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    left = {"here", "there"}
    monkeypatch.setattr(socket_sessions, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(socket_sessions, "still_signed_in", lambda keys: keys & left)

    async def look(job: Any) -> Any:
        return job()

    monkeypatch.setattr(socket_sessions, "run_reading", look)

    async def run() -> tuple[list[Any], list[Any], list[Any]]:
        watched = socket_sessions.SessionGuard(listen)
        here: list[Any] = []
        there: list[Any] = []
        nobody: list[Any] = []
        tasks = [
            asyncio.create_task(sit(watched, "here", here)),
            asyncio.create_task(sit(watched, "there", there)),
            asyncio.create_task(sit(watched, "", nobody, known=False)),
        ]
        await asyncio.sleep(0.01)
        left.discard("there")
        await asyncio.wait_for(tasks[1], 5)
        assert not tasks[0].done()
        for task in tasks:
            task.cancel()
        return here, there, nobody

    here, there, nobody = asyncio.run(run())
    assert there == [{"type": "websocket.close", "code": 1012}]
    assert here == nobody == []


def test_while_the_database_is_away_nobody_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_sessions, "LOOK_SECONDS", 0.001)
    asked = 0

    async def fail(_job: Any) -> Any:
        nonlocal asked
        asked += 1
        raise OSError

    monkeypatch.setattr(socket_sessions, "run_reading", fail)

    async def run() -> list[Any]:
        sent: list[Any] = []
        task = asyncio.create_task(sit(socket_sessions.SessionGuard(listen), "here", sent))
        async with asyncio.timeout(5):
            while asked < 3:
                await asyncio.sleep(0.001)
        assert not task.done()
        task.cancel()
        return sent

    assert asyncio.run(run()) == []
