"""Light browsers: a socket that knows what the page's script would, and a hand that posts forms."""

import asyncio
import contextlib
import json
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from benchmarks.script import Filled
from play.stage.changes import apply_change

TOKEN = "b" * 32
"""The form token: any will do, as long as cookie and form carry the same."""
TIMEOUT_SECONDS = 20.0
"""Seconds after which what has not arrived is lost."""


def cookie(session: str) -> str:
    """The cookies of somebody who is signed in."""
    return f"sessionid={session}; csrftoken={TOKEN}"


@lru_cache(maxsize=512)
def _parse(text: str) -> dict[str, Any]:
    """Frames are shared by a class of seats, so that most have been read already."""
    frame: dict[str, Any] = json.loads(text)
    return frame


class Arrivals:
    """At which number a client is, and when each number came to it."""

    def __init__(self) -> None:
        self.number = -1
        self.arrivals: list[tuple[int, float]] = []
        self.bytes = self.deliveries = 0
        self._moved = asyncio.Condition()

    def count_bytes(self, socket: ClientConnection) -> None:
        """Count what comes over the wire: compressed, with the headers of frames."""
        receive = socket.data_received

        def counted(data: bytes) -> None:
            self.bytes += len(data)
            receive(data)

        protocol: Any = socket.transport
        protocol.get_protocol().data_received = counted

    async def arrive(self, number: int) -> None:
        """Note that a number has come now."""
        self.number = number
        self.deliveries += 1
        self.arrivals.append((number, time.perf_counter()))
        async with self._moved:
            self._moved.notify_all()

    async def wait_for(self, number: int, patience: float = TIMEOUT_SECONDS) -> bool:
        """Wait until the client is at this number; False if it does not come there within `patience` seconds."""
        async with self._moved:
            try:
                await asyncio.wait_for(self._moved.wait_for(lambda: self.number >= number), patience)
            except TimeoutError:
                return False
        return True

    def reached(self, number: int) -> float:
        """When the client came to this number."""
        back = len(self.arrivals)
        while back and self.arrivals[back - 1][0] >= number:
            back -= 1
        return self.arrivals[back][1]

    def forget(self) -> None:
        """Count from now on."""
        self.arrivals = self.arrivals[-1:]
        self.bytes = self.deliveries = 0


class Browser(Arrivals):
    """One page: the facts that it has, and when each number came. Numbers count the entries that its person may see."""

    def __init__(self, port: int, scene: int, session: str) -> None:
        super().__init__()
        self.facts: dict[str, Any] = {}
        self.frames: list[str] = []
        """Some of the changes that it was sent."""
        self.is_awake = asyncio.Event()
        self.is_awake.set()
        self.session = session
        self._place = port, scene
        self._link = connect(
            f"ws://127.0.0.1:{port}/ws/scenes/{scene}/",
            additional_headers={"Cookie": cookie(session)},
            origin=Origin(f"http://127.0.0.1:{port}"),
            max_size=None,
            ping_interval=None,
            open_timeout=60,
            max_queue=4,
        )
        self._socket: ClientConnection | None = None
        self._follower: asyncio.Task[None] | None = None

    def again(self) -> "Browser":
        """Load the page again."""
        return Browser(*self._place, self.session)

    async def open(self) -> None:
        """Connect, and wait for the first facts."""
        self._socket = await self._link
        self.count_bytes(self._socket)
        self._follower = asyncio.create_task(self._follow(self._socket))
        await self.wait_for(0)

    async def _follow(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                await self.is_awake.wait()
                frame = _parse(str(text))
                if "facts" in frame or "change" in frame:
                    await self.hear(frame, str(text))

    async def hear(self, frame: dict[str, Any], text: str) -> None:
        """Take in facts or a change of them. `text`: the frame as it came."""
        self._take(frame)
        if len(self.frames) < 50 and "change" in frame:
            self.frames.append(text)
        await self.arrive(self.facts["count"])

    def _take(self, frame: dict[str, Any]) -> None:
        """Know what a frame tells. After one that does not follow on the facts, no further number arrives."""
        if "facts" in frame:
            self.facts = frame["facts"]
        elif frame["from"] == self.facts["n"]:
            self.facts = {**apply_change(self.facts, frame["change"]), "n": frame["n"]}

    async def close(self) -> None:
        """Close the page."""
        self.is_awake.set()
        if self._socket is not None:
            await self._socket.close()
        if self._follower is not None:
            await self._follower


class FloorPage(Browser):
    """A page at the floor. The changes that it gets were made for other pages, so it takes their numbers alone."""

    def _take(self, frame: dict[str, Any]) -> None:
        self.facts = {"count": frame["n"]}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered. `number`: that which an accepted command brought the hand's log to, or -1."""

    status: int
    number: int
    body: str


class Hand:
    """A kept connection that posts one form after the other, as a browser does."""

    def __init__(self, port: int, scene: int, session: str) -> None:
        self.session = session
        self._port = port
        self._path = f"/scenes/{scene}/"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, number: int, form: Filled, key: str = "") -> Answer:
        """Send a form, with a command id of its own unless one is given."""
        data = {"csrfmiddlewaretoken": TOKEN, "command": key or str(uuid.uuid4()), "number": number, **form}
        body = urlencode(data, doseq=True).encode()
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return await self._ask("POST", "command/", kind, body)

    async def fetch(self, place: str) -> Answer:
        """Fetch what the page has not got: a closed card, or the form of a move."""
        return await self._ask("GET", f"stage/{place}")

    async def _ask(self, method: str, path: str, kind: str = "", body: bytes = b"") -> Answer:
        head = (
            f"{method} {self._path}{path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Cookie: {cookie(self.session)}\r\nHX-Request: true\r\n{kind}\r\n"
        )
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(head.encode() + body)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await self._answer(reader)

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        body = b""
        if "content-length" in headers:
            body = await reader.readexactly(int(headers["content-length"]))
        else:
            self.close()
        trigger = headers.get("hx-trigger")
        number = json.loads(trigger)["table:moved"]["number"] if trigger else -1
        return Answer(int(lines[0].split()[1]), number, body.decode())

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def agree(browsers: Sequence[Browser]) -> bool:
    """Whether all pages of one person know the same, whatever the place in its row at which each came to know it."""
    by_person: dict[str, dict[str, Any]] = {}
    for browser in browsers:
        known = {**browser.facts, "n": 0}
        if by_person.setdefault(browser.session, known) != known:
            return False
    return True
