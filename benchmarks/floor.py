"""The bare floor: what uvicorn gives without any of our code. A POST sends the next stored frame to all sockets.

The frames are those that the real server has just sent (`FLOOR_FRAMES`: a JSON list of them), with a number of the
floor's own: no database, no rules, no permissions, one frame for all. They were made for pages at other numbers, so
`benchmarks.tables.FloorTable` reads them and draws nothing.
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


def _stored() -> list[str]:
    """What follows the number in each stored frame."""
    path = os.environ.get("FLOOR_FRAMES")
    frames = json.loads(Path(path).read_text()) if path else ['{"n":0}']
    return [frame.partition(",")[2] for frame in frames]


FRAMES = _stored()
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
    await send({"type": "websocket.send", "text": '{"n":0,"whole":true,"regions":{},"log":[]}'})
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
    if scope["method"] == "GET":  # a fold
        await _answer(send, [])
        return
    number = next(_numbers[scene])
    text = f'{{"n":{number},{FRAMES[number % len(FRAMES)]}'
    await asyncio.gather(*(to({"type": "websocket.send", "text": text}) for to in _sockets[scene]))
    told = f'{{"table:moved": {{"number": {number}}}}}'.encode()
    await _answer(send, [(b"hx-trigger", told)])


async def _answer(send: Send, headers: list[tuple[bytes, bytes]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [*headers, (b"content-length", b"0")]})
    await send({"type": "http.response.body"})
