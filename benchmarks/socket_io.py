"""Clients of servers that speak socket.io: as much of it as a table needs, over the websockets that we measure with.

A packet of engine.io begins with a digit: 0 opens, 2 asks whether one is there, 3 says so, 4 is a message. A message
of socket.io has a second one: 0 joins a namespace, 2 is an event, 4 says that one may not join.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from benchmarks.clients import TIMEOUT_SECONDS, Arrivals
from benchmarks.tables import PlayFigures

OPEN, PING, PONG, JOIN, EVENT, REFUSED = "0", "2", "3", "40", "42", "44"
_ASK_AGAIN = 0.2
"""Seconds after which the hand says its first word again, while somebody has not heard it."""

Event = tuple[Any, ...]
"""The name of an event, and what is said with it."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How the people of one room talk to a server."""

    port: int
    click: Callable[[int], Event]
    """What the hand says for the click of this number."""
    heard: str
    """The name of the event that tells the others."""
    counted: str
    """The key under which that event has the number of the click."""
    join: Sequence[Event] = ()
    """What each says when the socket is open."""
    begin: Sequence[Event] = ()
    """What the hand says before its first click."""
    namespace: str = "/"
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def write_packet(kind: str, namespace: str, payload: Sequence[Any] = ()) -> str:
    """A packet of socket.io as text."""
    place = "" if namespace == "/" else f"{namespace},"
    return f"{kind}{place}{json.dumps(payload, separators=(',', ':')) if payload else ''}"


@lru_cache(maxsize=64)
def parse_event(text: str) -> Event:
    """The event that a packet holds; an empty one if it holds something else. All sockets get the same text."""
    if not text.startswith(EVENT):
        return ()
    body = text.removeprefix(EVENT)
    if body.startswith("/"):
        body = body.partition(",")[2]
    return tuple(json.loads(body.lstrip("0123456789")))


class Listener(Arrivals):
    """One person at the room: says something, and notes when the number of each click came."""

    def __init__(self, speech: Speech) -> None:
        super().__init__()
        self._speech = speech
        self._socket: ClientConnection | None = None
        self._follower: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, enter the namespace, and say what one says then."""
        speech, place = self._speech, f"127.0.0.1:{self._speech.port}"
        self._socket = await connect(
            f"ws://{place}/socket.io/?EIO=4&transport=websocket{speech.query}",
            additional_headers=speech.headers,
            origin=Origin(f"http://{place}"),
            max_size=None,
            ping_interval=None,
        )
        self.count_bytes(self._socket)
        await self._expect(self._socket, OPEN)
        await self._socket.send(write_packet(JOIN, speech.namespace))
        await self._expect(self._socket, JOIN)
        self._follower = asyncio.create_task(self._follow(self._socket))
        for event in speech.join:
            await self.say(event)

    async def _expect(self, socket: ClientConnection, kind: str) -> None:
        """Wait for a packet of this kind. Events of others may come before. Raises `ConnectionError` if refused."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            async for text in socket:
                if str(text).startswith(kind):
                    return
                if str(text).startswith(REFUSED):
                    break
        raise ConnectionError(f"The server at {self._speech.port} lets nobody in.")

    async def _follow(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in socket:
                if text == PING:
                    await socket.send(PONG)
                elif (event := parse_event(str(text))) and event[0] == self._speech.heard:
                    await self.arrive(event[1][self._speech.counted])

    async def say(self, event: Event) -> None:
        """Send an event."""
        if self._socket is not None:
            await self._socket.send(write_packet(EVENT, self._speech.namespace, event))

    async def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            await self._socket.close()
        if self._follower is not None:
            await self._follower


class Room:
    """One room of another server: a hand that clicks, and others who see it."""

    def __init__(self, speech: Speech, listeners: int) -> None:
        self.clients = [Listener(speech) for _ in range(listeners)]
        self._speech = speech
        self._hand = Listener(speech)
        self._number = 0

    async def open(self) -> None:
        """Let all in, and wait until each hears the hand. Raises `ConnectionError` if somebody does not."""
        await asyncio.gather(*(client.open() for client in (self._hand, *self.clients)))
        for event in self._speech.begin:
            await self._hand.say(event)
        for _ in range(round(TIMEOUT_SECONDS / _ASK_AGAIN)):
            await self._hand.say(self._speech.click(0))
            if all(await asyncio.gather(*(client.wait_for(0, _ASK_AGAIN) for client in self.clients))):
                return
        raise ConnectionError(f"Nobody hears at {self._speech.port} what the hand says.")

    async def close(self) -> None:
        """All leave."""
        await asyncio.gather(*(client.close() for client in (self._hand, *self.clients)))

    async def click(self, measured: PlayFigures, due: float = 0.0) -> None:
        """Click at once, or when it is due, and wait until all others have heard of it."""
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        start = due or time.perf_counter()
        self._number += 1
        await self._hand.say(self._speech.click(self._number))
        measured.statuses[200] += 1
        await measured.wait(start, dict.fromkeys(self.clients, self._number))

    async def settle(self) -> int:
        """Those who are not at the last number."""
        return sum(client.number != self._number for client in self.clients)
