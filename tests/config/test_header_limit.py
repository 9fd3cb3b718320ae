"""Heads of requests have an end, however they come."""

import asyncio
import contextlib
import functools
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from config.server.limits import body_limit, header_limit
from config.server.limits.header_limit import MAX_BYTES, HeaderLimitProtocol

PIECE = 1000
REFUSED = b"HTTP/1.1 400 Bad Request"


async def tell_size(scope: Any, receive: Any, send: Any) -> None:
    """An application that says how much it was sent."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        size += len(message["body"])
        more = message["more_body"]
    words = f"{scope['path']} {size}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(words))]})
    await send({"type": "http.response.body", "body": words})


@contextlib.asynccontextmanager
async def served(application: Any, state: ServerState | None = None) -> AsyncIterator[tuple[str, int]]:
    """Where a server with this application listens."""
    config = uvicorn.Config(application, lifespan="off", log_level="critical")
    config.load()
    make = functools.partial(HeaderLimitProtocol, config, state or ServerState(), {})
    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()
    server.close()


def ask(*pieces: bytes, answers: int = 1, application: Any = tell_size) -> bytes:
    """All that a server answers to a line on which these pieces come, one after the other."""

    async def run() -> bytes:
        async with served(application) as address:
            reader, writer = await asyncio.open_connection(*address)
            told = b""
            with contextlib.suppress(ConnectionError):  # cut while it still wrote
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
                while told.count(b"HTTP/1.1 ") < answers or not told.rpartition(b"\r\n\r\n")[2]:
                    more = await asyncio.wait_for(reader.read(4096), 5)
                    if not more:
                        break
                    told += more
            writer.close()
            return told

    return asyncio.run(run())


def is_refused(told: bytes) -> bool:
    """Whether the answer was 400, or the line was cut before whoever still wrote could read it."""
    return told == b"" or told.startswith(REFUSED)


def cut(text: bytes) -> list[bytes]:
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def test_an_ordinary_request_is_answered_and_so_is_the_next_on_the_same_line() -> None:
    request = b"POST /tables/ HTTP/1.1\r\nHost: here\r\nContent-Length: 300000\r\n\r\n" + b"x" * 300_000
    told = ask(*cut(request), request, b"GET /then/ HTTP/1.1\r\nHost: here\r\n\r\n", answers=3)
    assert told.count(b"/tables/ 300000") == 2
    assert told.endswith(b"/then/ 0")


def test_a_long_head_is_taken_where_it_is_not_too_long() -> None:
    head = b"GET /%s HTTP/1.1\r\nHost: here\r\nCookie: %s\r\n\r\n" % (b"a" * 3000, b"c" * (MAX_BYTES - 4000))
    assert ask(*cut(head)).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: here\r\nCookie: %s\r\n\r\n" % (b"c" * MAX_BYTES),
        b"GET / HTTP/1.1\r\nHost: here\r\n%s\r\n" % (b"Accept: all\r\n" * (MAX_BYTES // 10)),
        b"GET /%s HTTP/1.1\r\nHost: here\r\n\r\n" % (b"a" * MAX_BYTES),
    ],
    ids=["one header", "many headers", "an address"],
)
@pytest.mark.parametrize("split", [cut, lambda head: [head]], ids=["in pieces", "in one"])
def test_a_head_that_is_too_long_is_refused(head: bytes, split: Any) -> None:
    pieces: Sequence[bytes] = split(head)
    assert is_refused(ask(*pieces))


def test_a_header_that_does_not_end_is_refused_while_it_comes() -> None:
    endless = b"GET / HTTP/1.1\r\nHost: here\r\nCookie: " + b"c" * (2 * MAX_BYTES)
    assert is_refused(ask(*cut(endless)))


@pytest.mark.parametrize("line", [b"GET /\xff HTTP/1.1\r\n\r\n", b"GET http://[ HTTP/1.1\r\n\r\n", b"\x00\x01\r\n\r\n"])
def test_what_is_no_request_is_refused(line: bytes) -> None:
    assert ask(line).startswith(REFUSED)


async def answer_at_once(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET / HTTP/1.1\r\nHost: he", b"GET / HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\nHost: he"],
    ids=["nothing", "half a head", "half a second head"],
)
def test_a_head_that_does_not_come_is_not_waited_for(begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_limit, "TIMEOUT_SECONDS", 0.05)
    assert ask(begun, answers=9).count(b"200 OK") == begun.count(b"\r\n\r\n")


def test_who_was_answered_and_still_sends_is_cut_off() -> None:
    body = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 300000\r\n\r\nx"
    assert ask(body, answers=9, application=answer_at_once).count(b"200 OK") == 1


def test_a_thousand_unfinished_posts_keep_no_newcomer_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """In small: they come from one address, the newcomer from another; in the end they are all let go."""
    monkeypatch.setattr(body_limit, "TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(body_limit, "MAX_ARRIVING", 20)

    async def run() -> tuple[bytes, list[bytes]]:
        async with served(body_limit.limit_body(tell_size)) as address:
            lines = [await asyncio.open_connection(*address) for _ in range(100)]
            for _reader, writer in lines:
                writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nx")
            await asyncio.sleep(0.05)
            reader, writer = await asyncio.open_connection(*address, local_addr=("127.0.0.2", 0))
            writer.write(b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\nConnection: close\r\n\r\nxx")
            newcomer = await asyncio.wait_for(reader.read(), 5)
            told = [await asyncio.wait_for(reader.read(), 5) for reader, _writer in lines]
            for _reader, line in lines:
                line.close()
            writer.close()
            return newcomer, told

    newcomer, told = asyncio.run(run())
    assert newcomer.endswith(b"/ 2")
    statuses = Counter(answer[9:12] for answer in told)
    assert statuses == {b"408": 20, b"503": 80}


def test_the_news_of_a_scene_hear_that_the_server_stops_and_other_answers_do_not() -> None:
    heard: list[tuple[str, str]] = []

    async def go_on(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        with contextlib.suppress(TimeoutError):
            heard.append((scope["path"], (await asyncio.wait_for(receive(), 0.2))["type"]))
        await send({"type": "http.response.body", "body": b"last"})

    async def run(path: str) -> bytes:
        state = ServerState()
        async with served(go_on, state) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            told = await reader.readuntil(b"first")
            for connection in list(state.connections):
                connection.shutdown()
            told += await asyncio.wait_for(reader.read(), 5)
            writer.close()
            return told

    for path in ("/api/v1/scenes/4/events", "/series/1/"):
        assert b"last" in asyncio.run(run(path))
    assert heard == [("/api/v1/scenes/4/events", "http.request")]
