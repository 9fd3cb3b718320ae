"""What is too big is refused before it is kept, whether it says so beforehand or not."""

import asyncio
from typing import Any

import pytest

from campaigns import imports
from campaigns.core import pictures
from config import transfer
from config.asgi import pages
from config.server.limits import body_limit
from config.server.limits.body_limit import MAX_BYTES, limit_body
from deploy.processes import ROOT
from play.fast_path import FastPath

PIECE = 1_000_000


async def bring(application: Any, path: str, size: int, declared: bytes | None) -> tuple[list[Any], int]:
    """Send so many bytes, in pieces; gives the answer, and how many were taken."""
    sent: list[Any] = []
    left = size

    async def receive() -> Any:
        nonlocal left
        if not left:
            return {"type": "http.disconnect"}
        piece = min(left, PIECE)
        left -= piece
        return {"type": "http.request", "body": bytes(piece), "more_body": bool(left)}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), *([(b"content-length", declared)] if declared is not None else [])]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    await limit_body(application)(scope, receive, send)
    return sent, size - left


async def read_all(_scope: Any, receive: Any, send: Any) -> None:
    """An application that keeps whatever it is given."""
    kept = 0
    while (message := await receive())["type"] == "http.request":
        kept += len(message["body"])
        if not message["more_body"]:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"%d" % kept})
            return


@pytest.mark.parametrize("declared", [None, b"nonsense", b"10", str(MAX_BYTES).encode()])
def test_what_fits_goes_through_whole(declared: bytes | None) -> None:
    sent, _taken = asyncio.run(bring(read_all, "/", MAX_BYTES, declared))
    assert sent[1]["body"] == b"%d" % MAX_BYTES


def test_what_says_that_it_is_too_big_is_not_even_read() -> None:
    sent, taken = asyncio.run(bring(read_all, "/", 100 * MAX_BYTES, b"%d" % (100 * MAX_BYTES)))
    assert (sent[0]["status"], taken) == (413, 0)
    assert (b"connection", b"close") in sent[0]["headers"]


@pytest.mark.parametrize("path", ["/series/import/", "/scenes/1/command/", "/account/login/"])
@pytest.mark.parametrize("declared", [None, b"10"])
def test_what_does_not_say_so_is_cut_off(path: str, declared: bytes | None) -> None:
    for application in (read_all, FastPath(pages, lambda _request: True)):
        sent, taken = asyncio.run(bring(application, path, 100 * MAX_BYTES, declared))
        assert [message.get("status") for message in sent] == [413, None]
        assert b"12 MB at most" in sent[1]["body"]
        assert taken <= MAX_BYTES + PIECE


def test_what_was_answered_already_is_not_answered_again() -> None:
    async def hasty(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        while (await receive())["type"] == "http.request":
            pass

    sent, taken = asyncio.run(bring(hasty, "/", 100 * MAX_BYTES, None))
    assert [message.get("status") for message in sent] == [200, None]
    assert taken <= MAX_BYTES + PIECE


class Drip:
    """A body that comes byte by byte, with a pause before each, and never ends."""

    def __init__(self, pause: float, most: int = 10**9) -> None:
        self.pause, self.most, self.sent = pause, most, 0

    async def receive(self) -> Any:
        await asyncio.sleep(self.pause)
        self.sent += 1
        return {"type": "http.request", "body": b"x", "more_body": self.sent < self.most}


async def send_slowly(application: Any, drip: Drip, address: str = "192.0.2.7") -> list[Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/account/login/", "query_string": b""}
    await application({**scope, "headers": [(b"host", b"localhost")], "client": (address, 1)}, drip.receive, send)
    return sent


@pytest.mark.parametrize("pause", [60.0, 0.01], ids=["nothing comes", "it comes byte by byte"])
def test_what_does_not_arrive_in_time_is_given_up(pause: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "TIMEOUT_SECONDS", 0.05)
    for application in (read_all, FastPath(pages, lambda _request: True)):
        head, body = asyncio.run(asyncio.wait_for(send_slowly(limit_body(application), Drip(pause)), 5))
        assert head["status"] == 408
        assert (b"connection", b"close") in head["headers"]
        assert b"Send it again" in body["body"]


def test_a_big_file_on_a_slow_line_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(body_limit, "SLOWEST", 5)
    head, body = asyncio.run(send_slowly(limit_body(read_all), Drip(0.01, most=20)))
    assert (head["status"], body["body"]) == (200, b"20")


def test_who_waits_for_an_answer_may_wait_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "TIMEOUT_SECONDS", 0.02)
    drip = Drip(0, most=1)

    async def ponder(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        drip.pause = 0.1
        await read_all(scope, receive, send)

    assert asyncio.run(send_slowly(limit_body(ponder), drip))[0]["status"] == 200


def test_one_address_has_only_so_much_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limit, "MAX_ARRIVING", 2)
    monkeypatch.setattr(body_limit, "TIMEOUT_SECONDS", 0.1)

    async def run() -> list[int]:
        limited = limit_body(read_all)
        held = [asyncio.create_task(send_slowly(limited, Drip(60))) for _ in range(2)]
        await asyncio.sleep(0)
        answers = [await send_slowly(limited, Drip(0, 3), address) for address in ("192.0.2.7", "192.0.2.8")]
        held_up = await asyncio.gather(*held)
        return [one[0]["status"] for one in (*answers, *held_up, await send_slowly(limited, Drip(0, 3)))]

    assert asyncio.run(run()) == [503, 200, 408, 408, 200]


def test_every_file_that_a_form_takes_fits_and_caddy_says_the_same() -> None:
    biggest = max(transfer.MAX_BYTES, pictures.MAX_BYTES, imports.MAX_BYTES)
    assert biggest < MAX_BYTES - 100_000
    assert f"max_size {MAX_BYTES // 1_000_000}MB" in (ROOT / "deploy" / "storywheel.caddy").read_text()
    assert f"{MAX_BYTES // 1_000_000} MB".encode() in body_limit.TOO_BIG[1]
