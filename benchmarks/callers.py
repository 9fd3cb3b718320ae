"""Connections that ask for pages, as browsers and those who load a server do."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence

from benchmarks.clients import cookie

PAUSE = 4.0
"""Seconds between two pages of one reader, in the mean."""


class Caller:
    """A kept connection that asks for one page after the other."""

    def __init__(self, port: int, session: str) -> None:
        self._port, self._session = port, session
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, method: str = "GET", body: bytes = b"", kind: str = "") -> int:
        """Return the status of an answer, read whole."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {cookie(self._session)}\r\n"
            f"Accept-Encoding: gzip\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        if "content-length" in headers:
            await reader.readexactly(int(headers["content-length"]))
        if "content-length" not in headers or headers.get("connection") == "close":
            writer.close()
            self._streams = None
        return int(lines[0].split()[1])


async def load_pages(places: Sequence[tuple[int, int]], sessions: Sequence[str], readers: int) -> Counter[int]:
    """Load the pages of tables by this many connections until the task is cancelled. Return how often each status came.

    `places`: ports and scenes.
    """
    statuses: Counter[int] = Counter()

    async def keep_loading(number: int) -> None:
        port, scene = places[number % len(places)]
        session, path = sessions[number % len(sessions)], f"/scenes/{scene}/"
        caller = Caller(port, session)
        while True:
            try:
                status = await caller.ask(path)
            except (OSError, asyncio.IncompleteReadError):  # the server has closed an idle connection
                caller = Caller(port, session)
                status = await caller.ask(path)
            statuses[status] += 1
            await asyncio.sleep(random.uniform(0, 2 * PAUSE))

    tasks = [asyncio.create_task(keep_loading(number)) for number in range(readers)]
    try:
        await asyncio.gather(*tasks)
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
    return statuses
