"""A relay for spectators: it listens to a scene once, and passes what it hears on to many sockets.

    python -m benchmarks.relay --sockets 1000        a thousand spectators at the server, then at a relay; half a minute

The relay is an ASGI application in the server's own uvicorn, so that a push is compressed once for all. It sends who
comes the whole facts, put together from the frames so far. It does not ask who somebody is: that is the server's.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.clients import Browser
from benchmarks.live import prepare_scenes
from benchmarks.tables import Measured, Table, play
from benchmarks.usage import cpu_seconds, resident_bytes
from deploy.processes import UNTHROTTLED, CannotStart, Embedded, Part, Web
from play.server.websocket_deflate import Line

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Source(Browser):
    """The one page that listens to the server, and the sockets that want what it hears."""

    def __init__(self, port: int, scene: int, session: str) -> None:
        super().__init__(port, scene, session)
        self.sockets: dict[Line, Send] = {}
        self.opened = asyncio.create_task(self.open())

    async def hear(self, frame: dict[str, Any], text: str) -> None:
        """Take in facts or a change of them. `text`: the frame as it came."""
        await super().hear(frame, text)
        for line, send in list(self.sockets.items()):
            if line.is_free():
                line.push(text)
            else:  # it is behind: what it gets next does not build on what it missed
                await send({"type": "websocket.send", "text": self.whole()})

    def whole(self) -> str:
        """Return the whole facts as the newest frames leave them."""
        frame = {"v": self.facts["v"], "n": self.facts["n"], "facts": self.facts}
        return json.dumps(frame, separators=(",", ":"), ensure_ascii=False)


_source: list[Source] = []


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Let a socket in; anything else is answered with 404."""
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body"})
        return
    if not _source:
        port, scene, session = os.environ["RELAY_SOURCE"].split()
        _source.append(Source(int(port), int(scene), session))
    source = _source[0]
    await source.opened
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": source.whole()})
    line: Line = scope["state"]["line"]
    source.sockets[line] = send
    try:
        while (await receive())["type"] != "websocket.disconnect":
            pass
    finally:
        del source.sockets[line]


def main() -> None:
    """Measure the spectators at the server and at a relay."""
    parser = argparse.ArgumentParser(prog="benchmarks.relay", description=__doc__.partition("\n")[0])
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=8.0)
    options = parser.parse_args()
    os.environ |= UNTHROTTLED
    with tempfile.TemporaryDirectory(prefix="storywheel-relay-", ignore_cleanup_errors=True) as name:
        site = Embedded(Path(name))
        try:
            site.start()
            rows = asyncio.run(_measure(site, Path(name), options))
        except CannotStart as reason:
            sys.exit(str(reason))
        finally:
            site.stop()
    columns = {key: report.COLUMNS[key] for key in ("ticks_s", "p50", "p99", "bytes", "lost")}
    columns |= {
        "site": "server: CPU ms/click",
        "relay": "relay: CPU ms/click",
        "each": "CPU ms/delivery",
        "kb": "KB a socket",
    }
    print(f"{options.sockets} spectators, 1 click/s\n\n{report.table(rows, columns)}\n\n{report.machine()}")
    sys.exit(any(row["lost"] or row["failed"] for row in rows))


async def _measure(site: Embedded, folder: Path, options: argparse.Namespace) -> list[report.Row]:
    stage = prepare_scenes(site.environment, 1)
    scene, (hand, *_players, watcher) = stage["scenes"][0], stage["sessions"].values()
    source = {"RELAY_SOURCE": f"{site.port} {scene} {watcher}"}
    relay = Web("relay", folder, source, application="benchmarks.relay:application")
    rows = []
    for name, part, crowd in (
        ("none", site, 1),
        ("at the server", site, options.sockets),
        ("at a relay", relay, options.sockets),
    ):
        if part is relay:
            await asyncio.to_thread(relay.start)
        table = Table([site.port], scene, [hand], 1, stage["number"])
        spectators = [Browser(part.port, scene, watcher) for _ in range(crowd)]
        table.browsers += spectators[:1]
        await table.open()
        held = _memory(part)
        table.browsers += spectators[1:]
        await asyncio.gather(*(browser.open() for browser in spectators[1:]))
        each = (_memory(part) - held) / 1000 / max(crowd - 1, 1)
        found = await play([table], options.seconds, lambda: (_cpu(site), _cpu(relay)), 1.0)
        rows.append(_row(name, found) | {"kb": round(each)})
        await asyncio.gather(*(browser.close() for browser in table.browsers))
    await asyncio.to_thread(relay.stop)
    return rows


def _row(name: str, found: Measured) -> report.Row:
    clicks, both = max(len(found.times), 1), found.cpu + found.cpu_all
    told = {"site": found.cpu / clicks, "relay": found.cpu_all / clicks, "each": both / max(found.deliveries, 1)}
    return report.summarise(name, found) | {key: round(value * 1000, 3) for key, value in told.items()}


def _cpu(part: Part) -> float:
    return cpu_seconds([part.process.pid]) if part.process is not None else 0.0


def _memory(part: Part) -> float:
    return resident_bytes([part.process.pid]) if part.process is not None else 0.0


if __name__ == "__main__":
    main()
