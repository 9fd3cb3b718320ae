"""The processes of `benchmarks.leases`, and what they give with and without a router between."""

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from benchmarks import report
from benchmarks.lease_store import lease_key
from benchmarks.owners import choose
from benchmarks.tables import Table, play
from benchmarks.usage import cpu_seconds
from deploy.processes import Part, Site, free_port
from deploy.shared import SharedServer

PROCESSES = 4
ROUTERS = 2


class House:
    """The processes of the trial."""

    def __init__(self, folder: Path) -> None:
        self.shared = SharedServer(folder, (0,) * PROCESSES)
        self.webs = {str(web.port): web for web in self.shared.webs}
        command = ["--processes", *self.webs, "--redis", self.shared.redis.url]
        self.routers = [_router(place, folder, command) for place in range(1, ROUTERS + 1)]
        self.redis = Redis.from_url(self.shared.redis.url, decode_responses=True)

    def usage(self) -> tuple[float, float]:
        """CPU seconds so far: of the web processes, and of all parts."""
        used = self.cpu_by_part()
        return used["web"], sum(used.values())

    def cpu_by_part(self) -> dict[str, float]:
        """CPU seconds so far, by kind of part."""
        shared = self.shared
        parts: dict[str, Sequence[Part]] = {"web": shared.webs, "router": self.routers}
        parts |= {"postgres": [shared.postgres], "redis": [shared.redis]}
        return {name: cpu_seconds(part.process.pid for part in some if part.process) for name, some in parts.items()}

    async def owners(self, scenes: Sequence[int]) -> dict[int, str]:
        """Return who has the lease of each scene."""
        return {scene: str(await self.redis.get(lease_key(scene))) for scene in scenes}


@contextlib.contextmanager
def start_house(folder: Path) -> Iterator[House]:
    """Start all of them, with the files in a folder, and stop them in the end."""
    house = House(folder)
    try:
        house.shared.start(background=False)
        for router in house.routers:
            router.start()
        yield house
    finally:
        for router in house.routers:
            router.stop()
        house.shared.stop()


def _router(place: int, folder: Path, command: Sequence[str]) -> Site:
    port = free_port()
    start = [sys.executable, "-m", "benchmarks.router", "--port", str(port), *command]
    return Site(f"router-{place}", folder, start, {}, port)


async def measure_speed(house: House, stage: dict[str, Any], options: argparse.Namespace) -> None:
    """Print what the web processes give, and what a router between takes."""
    ports, rows = list(house.webs), []
    straight = {f"{number} of the processes": ports[:number] for number in (1, 2, PROCESSES)}
    routed = {f"{PROCESSES}, through a router": ports}
    last = list(straight)[-1]
    for name in (*straight, *routed, last, *routed):
        tables = []
        for scene in stage["scenes"]:
            port = house.routers[0].port if name in routed else int(choose(scene, straight[name]))
            tables.append(Table([port], scene, list(stage["sessions"].values()), options.browsers, stage["number"]))
        await asyncio.gather(*(table.open() for table in tables))
        await play(tables, 1.0, house.usage)
        before = house.cpu_by_part()
        full = await play(tables, options.seconds, house.usage)
        cpu = {part: seconds - before[part] for part, seconds in house.cpu_by_part().items()}
        calm = report.summarise("", await play(tables[:1], options.seconds / 2, house.usage, 10.0))
        await asyncio.gather(*(table.close() for table in tables))
        each = {part: round(seconds * 1000 / max(len(full.times), 1), 2) for part, seconds in cpu.items()}
        rows.append(report.summarise(name, full) | each | {"calm": calm["p50"], "answer": calm["answer_p50"]})
    columns = {"ticks_s": "ticks/s", "p50": "p50 ms", "p99": "p99 ms", "cpu_tick": "CPU ms/tick"}
    columns |= {part: f"of {part}" for part in before}
    columns |= {"calm": "one scene, 10 clicks/s: p50 ms", "answer": "its answer ms", "lost": "lost"}
    print(f"{options.scenes} x {options.browsers}, without a pause\n\n{report.table(rows, columns)}\n", flush=True)
