"""The bare floor: what uvicorn gives without any of our code. A POST sends the next stored frame to all sockets.

The changes are those that the real server has just sent (`FLOOR_FRAMES`: a JSON list of its frames), with a number of
the floor's own: no database, no rules, no permissions, one frame for all. They were made for pages that know something
else, so `benchmarks.clients.FloorPage` reads them and applies nothing.
"""

import asyncio
import json
import os
from collections import defaultdict
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def cut_change(frame: str) -> str:
    """What follows the numbers in a frame."""
    return frame[frame.index('"change":') :]


def _stored() -> list[str]:
    path = os.environ.get("FLOOR_FRAMES")
    return [cut_change(frame) for frame in json.loads(Path(path).read_text())] if path else []


CHANGES = _stored() or ['"change":{}}']
_sockets: dict[str, set[Send]] = defaultdict(set)
_numbers: dict[str, "count[int]"] = defaultdict(lambda: count(1))


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """`/ws/scenes/<n>/` listens, `/scenes/<n>/command/` sends."""
    if scope["type"] == "websocket":
        await _listen(scope["path"].split("/")[3], receive, send)
    elif scope["type"] == "http":
        await _act(scope, receive, send)


async def _listen(scene: str, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": '{"v":1,"n":0,"facts":{}}'})
    _sockets[scene].add(send)
    try:
        while (await receive())["type"] != "websocket.disconnect":
            pass
    finally:
        _sockets[scene].discard(send)


async def _act(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    scene = scope["path"].split("/")[2]
    while (await receive()).get("more_body"):
        pass
    if scope["method"] == "GET":  # a card or a form
        await _answer(send, [])
        return
    number = next(_numbers[scene])
    text = f'{{"v":1,"from":{number - 1},"n":{number},{CHANGES[number % len(CHANGES)]}'
    await asyncio.gather(*(to({"type": "websocket.send", "text": text}) for to in _sockets[scene]))
    trigger = f'{{"table:moved": {{"number": {number}}}}}'.encode()
    await _answer(send, [(b"hx-trigger", trigger)])


async def _answer(send: Send, headers: list[tuple[bytes, bytes]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [*headers, (b"content-length", b"0")]})
    await send({"type": "http.response.body"})
