"""A scene whose people do not give up: pages that come back, and a hand that sends a form until it is answered."""

import asyncio
import contextlib
import random
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from websockets.exceptions import WebSocketException

from benchmarks.clients import Answer, Browser, Hand
from benchmarks.script import Filled
from benchmarks.tables import Measured, Table

RETRY_SECONDS = 0.575
"""From a try of the page's script to its next one, in the mean. The first is made at once."""
SEND_AGAIN_SECONDS = 0.1
"""Until the hand clicks again what was not answered, with the same command id."""
Broken = (OSError, asyncio.IncompleteReadError)


class SteadyPage(Browser):
    """A page that opens its socket again as the script does: once the server has answered a look."""

    went_back = 0
    """How often it was sent a lower number than it showed."""
    back_at = 0.0
    """When a new socket last brought the whole facts."""
    _keeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and wait for the first facts."""
        self._keeper = asyncio.create_task(self._keep())
        await self.wait_for(0)

    async def _keep(self) -> None:
        while True:
            heard = self.deliveries
            with contextlib.suppress(OSError, EOFError, WebSocketException):
                self._socket = await self._link
                self.count_bytes(self._socket)
                await self._follow(self._socket)
            if self.deliveries == heard:
                await asyncio.sleep(RETRY_SECONDS)
            while not await _answers(self._place[0]):
                await asyncio.sleep(RETRY_SECONDS)

    async def hear(self, frame: dict[str, Any], text: str) -> None:
        """Take in facts or a change of them. `text`: the frame as it came."""
        shown = self.number
        await super().hear(frame, text)
        self.went_back += self.number < shown
        if "facts" in frame:
            self.back_at = time.perf_counter()

    async def close(self) -> None:
        """Close the page for good."""
        if self._keeper is not None:
            self._keeper.cancel()
        if self._socket is not None:
            await self._socket.close()


async def _answers(port: int) -> bool:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        line = await reader.readline()
    except OSError:
        return False
    writer.close()
    return b" 200 " in line


class SteadyHand(Hand):
    """A hand that sends what was not answered again."""

    answered_at = 0.0
    sent_again = 0

    def __init__(self, port: int, scene: int, session: str) -> None:
        super().__init__(port, scene, session)
        self.acknowledged: list[tuple[str, Filled]] = []
        """The ids and forms of all commands that were answered as done."""

    async def post(self, number: int, form: Filled, key: str = "") -> Answer:
        """Send a form until it is answered, always with one command id."""
        key = key or str(uuid.uuid4())
        send = super().post
        answer = await self._until_answered(lambda: send(number, form, key))
        self.answered_at = time.perf_counter()
        if answer.status == 200:
            self.acknowledged.append((key, form))
        return answer

    async def fetch(self, place: str) -> Answer:
        """Fetch what the page has not got, until it is answered."""
        fetch = super().fetch
        return await self._until_answered(lambda: fetch(place))

    async def _until_answered(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        while True:
            with contextlib.suppress(*Broken):
                answer = await ask()
                if answer.status < 500:
                    return answer
            self.close()
            self.sent_again += 1
            await asyncio.sleep(SEND_AGAIN_SECONDS)


class Click(NamedTuple):
    """A click that every page has shown: when it was answered and shown, and how long that took. In seconds."""

    answered: float
    shown: float
    took: float


class SteadyTable(Table):
    """A scene that is clicked on and on. While `hurried` is set, without a pause."""

    page = SteadyPage
    own_hand = SteadyHand
    hand: SteadyHand

    def __init__(self, ports: Sequence[int], scene: int, *given: Any) -> None:
        super().__init__(ports, scene, *given)
        self.scene = scene
        self.clicks: list[Click] = []
        self.measured = Measured()
        self.hurried = asyncio.Event()

    async def keep_clicking(self, rate: float, end: asyncio.Event) -> None:
        """Click `rate` times a second until the end."""
        due = time.perf_counter() + random.random() / rate
        while not end.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.hurried.wait(), max(0.0, due - time.perf_counter()))
            due = max(due + 1 / rate, time.perf_counter())
            done = len(self.measured.times)
            await self.click(self.measured)
            for took in self.measured.times[done:]:
                self.clicks.append(Click(self.hand.answered_at, time.perf_counter(), took))

    @property
    def pages(self) -> list[SteadyPage]:
        """The pages of the scene."""
        return [page for page in self.browsers if isinstance(page, SteadyPage)]
