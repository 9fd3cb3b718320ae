"""A small router: sends what is asked of a scene to the process that has its lease, sockets and requests alike.

    python -m benchmarks.router --port 9000 --processes 8001 8002 8003 8004 --redis redis://127.0.0.1:6379/0

It reads the head of a request and nothing else: answers and frames pass as they are. Several may run side by side.
"""

import argparse
import asyncio
import contextlib
import re
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import count

import uvloop

from benchmarks.lease_store import RedisStore
from benchmarks.owners import LEASE_SECONDS, LOOK_SECONDS, NobodyThere, Owners

SCENE = re.compile(rb"[A-Z]+ (?:/ws)?/scenes/(\d{1,18})/")
REPEATABLE = re.compile(rb"GET |POST /scenes/\d+/command/")
"""Requests that may be sent twice: commands too, for their ids."""
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
UPGRADE = re.compile(rb"\r\nupgrade: *websocket", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)
LOOK = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
AWAY = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

Link = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Broken = (OSError, asyncio.IncompleteReadError)


class Router:
    """The connections of browsers, and those to the processes. A process is called by its port."""

    def __init__(self, owners: Owners) -> None:
        self._owners = owners
        self._idle: defaultdict[str, list[Link]] = defaultdict(list)
        self._used: defaultdict[int, set[tuple[str, asyncio.StreamWriter]]] = defaultdict(set)
        """The connections that serve a scene now: sockets, and requests that wait for their answers."""
        self._turn = count()

    async def look(self, process: str) -> None:
        """Ask a process again and again whether it lives. Renew its leases; move what is no longer its own."""
        while True:
            asked_at = time.monotonic()
            try:
                async with asyncio.timeout(LEASE_SECONDS):
                    await self._exchange(process, LOOK, None)
                await self._owners.answered(process, asked_at, list(self._used))
            except ConnectionRefusedError:
                self._owners.refused(process)
            except (*Broken, TimeoutError):
                pass  # it is silent: its leases lapse
            await self._hang_up()
            await asyncio.sleep(LOOK_SECONDS)

    async def _hang_up(self) -> None:
        """End the connections of scenes that another process has now. Browsers come back, and are sent there."""
        for scene in list(self._used):
            with contextlib.suppress(NobodyThere):
                owner = await self._owners.owner_of(scene)
                for process, writer in list(self._used.get(scene, ())):
                    if process != owner:
                        writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one browser's connection, request by request."""
        with contextlib.suppress(*Broken, asyncio.LimitOverrunError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                if UPGRADE.search(head):
                    await self._open_socket(head, (reader, writer))
                    break
                length = LENGTH.search(head)
                body = await reader.readexactly(int(length[1])) if length else b""
                writer.write(await self._answer(head, body))
                await writer.drain()
        writer.close()

    async def _answer(self, head: bytes, body: bytes) -> bytes:
        """Ask the owner; where its connection breaks, ask again if that does no harm: by then another may own it."""
        scene = _scene_of(head)
        until = time.monotonic() + 2 * LEASE_SECONDS
        while time.monotonic() < until:
            try:
                process = await self._find(scene)
                return await self._exchange(process, head + body, scene)
            except NobodyThere:
                await asyncio.sleep(LOOK_SECONDS)
            except ConnectionRefusedError:
                self._owners.refused(process)
            except Broken:
                if not REPEATABLE.match(head):
                    break
        return AWAY

    async def _find(self, scene: int | None) -> str:
        if scene is not None:
            return await self._owners.owner_of(scene)
        living = self._owners.living()
        if not living:
            raise NobodyThere
        return living[next(self._turn) % len(living)]

    async def _exchange(self, process: str, request: bytes, scene: int | None) -> bytes:
        """Send a request by a kept connection, and return its answer."""
        idle = self._idle[process]
        link = idle.pop() if idle and REPEATABLE.match(request) else await _connect(process)
        with self._note(scene, process, link[1]):
            try:
                link[1].write(request)
                answer = await _read_answer(link[0])
            except BaseException:
                link[1].close()
                _close_all(idle)
                raise
        idle.append(link)
        return answer

    async def _reach(self, scene: int | None) -> tuple[str, Link]:
        """Connect to the owner of a scene; where nobody listens, to the next one. Raises `NobodyThere`."""
        while True:
            process = await self._find(scene)
            try:
                return process, await _connect(process)
            except ConnectionRefusedError:
                self._owners.refused(process)

    async def _open_socket(self, head: bytes, browser: Link) -> None:
        """Join a browser's socket to its owner until one of them hangs up."""
        scene = _scene_of(head)
        try:
            process, owner = await self._reach(scene)
        except (NobodyThere, OSError):
            browser[1].write(AWAY)
            return
        with self._note(scene, process, owner[1]):
            owner[1].write(head)
            await asyncio.gather(_pass_on(browser[0], owner[1]), _pass_on(owner[0], browser[1]))

    @contextlib.contextmanager
    def _note(self, scene: int | None, process: str, writer: asyncio.StreamWriter) -> Iterator[None]:
        if scene is None:
            yield
            return
        used = self._used[scene]
        used.add((process, writer))
        try:
            yield
        finally:
            used.discard((process, writer))
            if not used:
                self._used.pop(scene, None)


def _scene_of(head: bytes) -> int | None:
    found = SCENE.match(head)
    return int(found[1]) if found else None


async def _connect(process: str) -> Link:
    return await asyncio.open_connection("127.0.0.1", int(process))


async def _read_answer(reader: asyncio.StreamReader) -> bytes:
    head = answer = await reader.readuntil(b"\r\n\r\n")
    if CHUNKED.search(head):
        while not answer.endswith(b"\r\n0\r\n\r\n"):
            size = await reader.readuntil(b"\r\n")
            answer += size + await reader.readexactly(int(size, 16) + 2)
        return answer
    length = LENGTH.search(head)
    return head + await reader.readexactly(int(length[1])) if length else head


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


def _close_all(links: list[Link]) -> None:
    while links:
        links.pop()[1].close()


async def _run(options: argparse.Namespace) -> None:
    router = Router(Owners(RedisStore(options.redis), options.processes))
    looks = [asyncio.create_task(router.look(process)) for process in options.processes]
    server = await asyncio.start_server(router.serve, "127.0.0.1", options.port, backlog=2048)
    end = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end.set)
    await end.wait()
    server.close()
    for look in looks:
        look.cancel()


def main() -> None:
    """Route until the process is told to end."""
    parser = argparse.ArgumentParser(prog="benchmarks.router", description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--processes", nargs="+", required=True, help="the ports of the web processes")
    parser.add_argument("--redis", required=True, help="the address of Redis")
    uvloop.run(_run(parser.parse_args()))


if __name__ == "__main__":
    main()
