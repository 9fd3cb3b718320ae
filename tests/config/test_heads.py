"""Heads of requests have an end, however they come."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from config.heads import MOST_BYTES, LimitedHeads

PIECE = 1000
REFUSED = b"HTTP/1.1 400 Bad Request"


async def tell_size(scope: Any, receive: Any, send: Any) -> None:
    """An application that says how much it was sent."""
    size, more = 0, True
    while more:
        message = await receive()
        size += len(message["body"])
        more = message["more_body"]
    words = f"{scope['path']} {size}".encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(words))]})
    await send({"type": "http.response.body", "body": words})


def ask(*pieces: bytes, answers: int = 1) -> bytes:
    """All that a server answers to a line on which these pieces come, one after the other."""

    async def run() -> bytes:
        loop = asyncio.get_running_loop()
        config = uvicorn.Config(tell_size, lifespan="off", log_level="critical")
        config.load()
        server = await loop.create_server(lambda: LimitedHeads(config, ServerState(), {}), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
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
        server.close()
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
    head = b"GET /%s HTTP/1.1\r\nHost: here\r\nCookie: %s\r\n\r\n" % (b"a" * 3000, b"c" * (MOST_BYTES - 4000))
    assert ask(*cut(head)).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: here\r\nCookie: %s\r\n\r\n" % (b"c" * MOST_BYTES),
        b"GET / HTTP/1.1\r\nHost: here\r\n%s\r\n" % (b"Accept: all\r\n" * (MOST_BYTES // 10)),
        b"GET /%s HTTP/1.1\r\nHost: here\r\n\r\n" % (b"a" * MOST_BYTES),
    ],
    ids=["one header", "many headers", "an address"],
)
@pytest.mark.parametrize("split", [cut, lambda head: [head]], ids=["in pieces", "in one"])
def test_a_head_that_is_too_long_is_refused(head: bytes, split: Any) -> None:
    pieces: Sequence[bytes] = split(head)
    assert is_refused(ask(*pieces))


def test_a_header_that_does_not_end_is_refused_while_it_comes() -> None:
    endless = b"GET / HTTP/1.1\r\nHost: here\r\nCookie: " + b"c" * (2 * MOST_BYTES)
    assert is_refused(ask(*cut(endless)))


@pytest.mark.parametrize("line", [b"GET /\xff HTTP/1.1\r\n\r\n", b"GET http://[ HTTP/1.1\r\n\r\n", b"\x00\x01\r\n\r\n"])
def test_what_is_no_request_is_refused(line: bytes) -> None:
    assert ask(line).startswith(REFUSED)
