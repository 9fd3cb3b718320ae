"""How fast the live table is: real browsers' sockets at real servers, a fight clicked through, and the bare floor.

    python -m benchmarks.live                        the quick run: embedded and shared, about 90 seconds
    python -m benchmarks.live --embedded --scenes 100 --seconds 20
    python -m benchmarks.live --embedded --minutes 20     a soak: memory must stay flat
    python -m benchmarks.live --embedded --crowd 1000     one scene and its spectators

Each server is measured twice: one scene clicked at `--rate`, which shows how long a click takes, and all scenes at
once without a pause, which shows what the server holds. Then the same frames go through the same uvicorn without our
code; what stands below as a ratio compares with that, in the same minute, on the same machine.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.callers import load_pages
from benchmarks.crowd import come_back, seat_crowd, watch
from benchmarks.tables import FloorTable, PlayFigures, Table, play
from benchmarks.usage import cpu_seconds, resident_bytes
from deploy.processes import UNTHROTTLED, CannotStart, EmbeddedSite, Part, Web, manage
from deploy.shared import SharedServer

WARM_SECONDS = 2.0
MAX_FRAMES = 400
"""The most stored frames that the floor sends in turn. They are of all browsers, so that their mean is that of all."""
READERS = 32
"""How many connections load pages during a soak."""
GROWTH = 1.25
"""How much more memory than after its first quarter a server may hold at the end of a soak."""


class Server:
    """Something to measure: where its sockets are, and what it consists of."""

    def __init__(self, name: str, webs: Sequence[Part], stores: Sequence[Part], ports: Sequence[int]) -> None:
        self.name = name
        self.ports = ports
        self._webs, self._stores = _processes(webs), _processes(stores)

    def ports_of(self, scene: int, *, scattered: bool) -> list[int]:
        """Where a scene's browsers sit: all at one process, as Caddy sends them, or at all in turn."""
        first = scene % len(self.ports)
        return [*self.ports[first:], *self.ports[:first]] if scattered else [self.ports[first]]

    def usage(self) -> tuple[float, float]:
        """CPU seconds so far: of the web processes, and of all."""
        webs = cpu_seconds(self._webs)
        return webs, webs + cpu_seconds(self._stores)

    def memory(self) -> float:
        """Megabytes that the web processes hold."""
        return resident_bytes(self._webs) / 1e6


def _processes(parts: Sequence[Part]) -> list[int]:
    return [part.process.pid for part in parts if part.process is not None]


def main() -> None:
    """Measure, print, and fail if anything was lost, at the floor too."""
    options = _parse_options()
    os.environ |= UNTHROTTLED  # a few people click for hundreds
    rows: list[report.Row] = []
    lines: list[str] = []
    with tempfile.TemporaryDirectory(prefix="storywheel-bench-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)  # PostgreSQL's own user must enter
        try:
            for kind in options.kinds:
                folder = Path(name) / kind
                folder.mkdir(mode=0o755)
                new_rows, new_lines = _measure(kind, folder, options)
                rows += new_rows
                lines += new_lines
                if not options.json:
                    print("\n".join(new_lines), flush=True)
        except CannotStart as reason:
            sys.exit(str(reason))
    if options.json:
        found = {"machine": report.machine(), "options": vars(options), "rows": rows, "told": lines}
        print(json.dumps(found, default=str))
    else:
        print(report.machine())
    report.fail_if_unsound(rows)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks.live", description=__doc__.partition("\n")[0])
    parser.add_argument("--scenes", type=int, default=20, help="that are played at once")
    parser.add_argument("--browsers", type=int, default=8, help="at each scene")
    parser.add_argument("--seconds", type=float, default=6.0, help="of each measurement")
    parser.add_argument("--rate", type=float, default=20.0, help="clicks a second where one scene is measured")
    parser.add_argument("--minutes", type=float, default=0.0, help="minutes to play on, with a look at the memory")
    parser.add_argument("--crowd", type=int, default=0, help="measure one scene with this many spectators instead")
    parser.add_argument(
        "--scattered", action="store_true", help="seat the browsers of a scene at all processes in turn"
    )
    parser.add_argument(
        "--embedded", dest="kinds", action="append_const", const="embedded", help="measure this one only"
    )
    parser.add_argument("--shared", dest="kinds", action="append_const", const="shared", help="measure this one only")
    parser.add_argument("--json", action="store_true", help="print figures for programs")
    options = parser.parse_args()
    options.kinds = options.kinds or ["embedded", "shared"]
    return options


def _measure(kind: str, folder: Path, options: argparse.Namespace) -> tuple[list[report.Row], list[str]]:
    if kind == "embedded":
        site = EmbeddedSite(folder)
        site.start()
        try:
            server = Server(kind, [site], [], [site.port])
            return asyncio.run(_run(server, prepare_scenes(site.environment, options.scenes), folder, options))
        finally:
            site.stop()
    shared = SharedServer(folder)
    try:
        shared.start(background=False)
        server = Server(kind, shared.webs, [shared.postgres, shared.redis], [web.port for web in shared.webs])
        return asyncio.run(_run(server, prepare_scenes(shared.environment, options.scenes), folder, options))
    finally:
        shared.stop()


def prepare_scenes(environment: dict[str, str], scenes: int) -> dict[str, Any]:
    """Begin the same fight in this many scenes of a server, and sign people in: what `benchmarks.stage` prints."""
    code = f"from benchmarks.stage import set_stage; set_stage({scenes})"
    stage: dict[str, Any] = json.loads(manage(environment, "shell", "-v", "0", "-c", code).splitlines()[-1])
    return stage


async def _run(
    server: Server, stage: dict[str, Any], folder: Path, options: argparse.Namespace
) -> tuple[list[report.Row], list[str]]:
    if options.crowd:
        return await _watch(server, stage, folder, options)
    sessions = list(stage["sessions"].values())
    tables = [
        Table(server.ports_of(scene, scattered=options.scattered), scene, sessions, options.browsers, stage["number"])
        for scene in stage["scenes"]
    ]
    before = server.memory()
    for table in tables:
        await table.open()
    opened = (
        f"{server.name}: {server.memory():.0f} MB with {len(tables) * options.browsers} sockets, {before:.0f} before"
    )
    try:
        if options.minutes:
            places = [(server.ports[0], scene) for scene in stage["scenes"]]
            readers = asyncio.create_task(load_pages(places, sessions, READERS))
            return await _soak(server, tables, readers, options)
        rows = await _figures(server, tables, options)
        frames = [frame for table in tables for browser in table.browsers for frame in browser.frames]
    finally:
        await asyncio.gather(*(table.close() for table in tables))
    floor = await _floor(frames, folder, options)
    compared = [report.ratios(row, beside) for row, beside in zip(rows[:2], floor, strict=True)]
    columns = {"ticks_s": "ticks/s to floor's", "p50": "floor's p50 to ours", "cpu_tick": "floor's CPU/tick to ours"}
    lines = [
        f"### {server.name}",
        "",
        report.table([*rows, *floor]),
        *(f"- {row['name']}: {failure}" for row in [*rows, *floor] for failure in row["failures"]),
        "",
        report.table(compared, columns),
        "",
        opened,
        "",
    ]
    return [*rows, *floor], lines


async def _figures(server: Server, tables: list[Table], options: argparse.Namespace) -> list[report.Row]:
    first, size = tables[:1], f"{len(tables)} x {options.browsers}"
    await play(first, WARM_SECONDS, server.usage)
    calm = await play(first, options.seconds, server.usage, options.rate)
    full = await play(tables, options.seconds, server.usage)
    asleep = await _with_a_sleeper(first, server, options)
    names = (f"1 x {options.browsers}, {options.rate:g} clicks/s", f"{size}, without a pause", "the first, one asleep")
    return [report.summarise(name, found) for name, found in zip(names, (calm, full, asleep), strict=True)]


async def _with_a_sleeper(first: list[Table], server: Server, options: argparse.Namespace) -> PlayFigures:
    sleeper = first[0].asleep = first[0].browsers[-1]
    sleeper.is_awake.clear()
    return await play(first, options.seconds, server.usage, options.rate)


async def _watch(
    server: Server, stage: dict[str, Any], folder: Path, options: argparse.Namespace
) -> tuple[list[report.Row], list[str]]:
    """A crowd at our server, and the same at the floor."""
    hand, *_players, watcher = stage["sessions"].values()
    scene = stage["scenes"][0]
    ports = server.ports_of(scene, scattered=options.scattered)
    table = seat_crowd(Table, ports, scene, hand, watcher, options.crowd, stage["number"])
    try:
        row, opened = await watch(table, options.seconds, server.usage, server.memory)
        frames = table.browsers[1].frames
        late, back = await come_back(table)
        row["lost"] += late
    finally:
        await table.close()
    async with _floor_server(frames, folder) as bare:
        beside = seat_crowd(FloorTable, bare.ports, 1, "nobody", "nobody", options.crowd, 0)
        floor, bare_opened = await watch(beside, options.seconds, bare.usage, bare.memory)
        await beside.close()
    rows = [row, {**floor, "name": "floor, the same"}]
    lines = [f"{server.name}: {opened}; {back}", f"floor: {bare_opened}"]
    return rows, [f"### {server.name}", "", report.table(rows), "", *lines, ""]


def floor_process(frames: list[str], folder: Path) -> Web:
    """Start uvicorn without our code: it sends these frames."""
    path = folder / "frames.json"
    path.write_text(json.dumps(random.Random(1).sample(frames, min(len(frames), MAX_FRAMES))))
    return Web("floor", folder, {"FLOOR_FRAMES": str(path)}, application="benchmarks.floor:application")


@contextlib.asynccontextmanager
async def _floor_server(frames: list[str], folder: Path) -> AsyncIterator[Server]:
    web = floor_process(frames, folder)
    await asyncio.to_thread(web.start)
    try:
        yield Server("floor", [web], [], [web.port])
    finally:
        await asyncio.to_thread(web.stop)


async def _floor(frames: list[str], folder: Path, options: argparse.Namespace) -> list[report.Row]:
    """Take both measurements without our code."""
    async with _floor_server(frames, folder) as server:
        scenes = range(1, options.scenes + 1)
        tables = [FloorTable(server.ports, scene, ["nobody"], options.browsers, 0) for scene in scenes]
        await asyncio.gather(*(table.open() for table in tables))
        calm = await play(tables[:1], options.seconds / 2, server.usage, options.rate)
        full = await play(tables, options.seconds / 2, server.usage)
        await asyncio.gather(*(table.close() for table in tables))
    return [report.summarise(f"floor, {place}", found) for place, found in (("calm", calm), ("full", full))]


async def _soak(
    server: Server, tables: list[Table], readers: asyncio.Task[Counter[int]], options: argparse.Namespace
) -> tuple[list[report.Row], list[str]]:
    """Play on at a human pace while others load pages; what a process holds after its first quarter it should hold at
    the end."""
    rows, lines, held = [], [f"### {server.name}, {options.minutes:g} minutes", ""], [server.memory()]
    for minute in range(1, max(1, round(options.minutes)) + 1):
        measured = await play(tables, min(60.0, options.minutes * 60), server.usage, 1.0)
        held.append(server.memory())
        row = report.summarise(f"minute {minute}", measured)
        rows.append(row)
        line = f"minute {minute}: {held[-2]:.0f} MB at its start, {held[-1]:.0f} MB at its end"
        line += f", {row['ticks']} clicks, p99 {row['p99']} ms, {row['lost']} lost, {row['failed']} failed"
        failures: Counter[str] = Counter(row["failures"])
        news = [line, *(f"- {words}: {count} times" for words, count in failures.most_common(3))]
        print(*news, sep="\n", file=sys.stderr, flush=True)
        lines += news
    readers.cancel()
    pages = await readers
    lines.append(f"Pages: {pages[200]} loaded, {pages.total() - pages[200]} not.")
    rows.append({"name": "pages", "lost": pages.total() - pages[200], "loaded": pages[200]})
    settled = held[max(1, len(held) // 4)]
    if held[-1] > settled * GROWTH:
        lines.append(f"Memory grew from {settled:.0f} to {held[-1]:.0f} MB.")
        rows.append({"name": "memory", "lost": 1})
    return rows, lines


if __name__ == "__main__":
    main()
