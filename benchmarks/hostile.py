"""What one person can take from everybody: memory by pictures and pages, and the time of somebody else's click.

    python -m benchmarks.hostile [pictures] [clicks] [pages]

An embedded server is attacked by a player. `pictures`: eight at once, each of one pixel by 19,900,000, then of 4460
by 4460. `clicks`: how long a click of somebody else takes beside each of `benchmarks.loads`, right after the same with
nobody and with as many connections that ask for `/healthz`, which is what this client costs on the same processor; and
how long `/healthz` takes at the same time. `pages`: the memory after 4,000 pages by 150 connections, and ten seconds
later.
`LIMIT_AT_ONCE=0` shows what it is without a line for each person.
"""

import argparse
import asyncio
import contextlib
import os
import struct
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.callers import Caller
from benchmarks.clients import TOKEN, Hand
from benchmarks.live import prepare_scenes
from benchmarks.loads import LOADS, Load
from benchmarks.usage import list_family, resident_bytes_of
from deploy.processes import UNTHROTTLED, EmbeddedSite

PARTS = ("pictures", "clicks", "pages")
CLICKS = 25
COLUMNS = ("connections", "alone", "beside `/healthz`", "beside it", "slowest", "`/healthz`", "x alone", "x `/healthz`")
"""Times of a click in ms, the slowest answer of `/healthz` at the same time, and ratios."""


class Siege:
    """A server with a scene in which somebody plays, and somebody who loads it."""

    def __init__(self, site: EmbeddedSite, stage: dict[str, Any]) -> None:
        self.site, self.scene = site, stage["scenes"][0]
        self.number, self.sessions = stage["number"], stage["sessions"]
        self.player, self.hostile = list(self.sessions.values())[1:3]
        self.places = {"scene": self.scene}

    def memory(self) -> float:
        """Megabytes that the server and what it has started hold. A child that is still a copy of it does not count."""
        root = self.site.process.pid if self.site.process else 0
        held = 0.0
        for process in list_family([root]):
            with contextlib.suppress(OSError):
                is_copy = process != root and get_command_line(process) == get_command_line(root)
                held += 0 if is_copy else resident_bytes_of(process) / 1e6
        return held

    async def load(self, load: Load, ends: asyncio.Event, most: float = float("inf")) -> Counter[int]:
        """Load the server in this way until the event. Return how often each status came."""
        statuses: Counter[int] = Counter()
        session, numbers = self.hostile if load.is_signed_in else "", count(1)

        async def go_on() -> None:
            caller = Caller(self.site.port, session)
            while not ends.is_set() and statuses[200] < most:
                try:
                    status = await caller.ask(*load.write(self.places, next(numbers)))
                except (OSError, asyncio.IncompleteReadError):
                    caller, status = Caller(self.site.port, session), 0
                statuses[status] += 1
                if status not in (200, 422):
                    await asyncio.sleep(0.5)

        await asyncio.gather(*(go_on() for _n in range(load.connections)))
        return statuses

    async def find_places(self) -> None:
        """Find out which series and which character are the attacker's."""
        asker = Caller(self.site.port, self.hostile)
        for name, path in (("series", "/series/{}/"), ("character", "/characters/{}/edit/")):
            found = [key for key in range(1, 40) if await asker.ask(path.format(key)) == 200]
            self.places[name] = found[0]

    async def click(self, count: int) -> list[float]:
        """Say something so often, and return how long each answer took."""
        hand, times = Hand(self.site.port, self.scene, self.player), []
        for n in range(count):
            began = time.perf_counter()
            answer = await hand.post(0, {"move": ["Say"], "text": [f"Word {n}"]})
            times.append(time.perf_counter() - began)
            if answer.status != 200:
                sys.exit(f"A click was answered {answer.status}: {answer.body[:200]}")
            await asyncio.sleep(0.05)
        return times


def get_command_line(process: int) -> bytes:
    """Return the command line of a process."""
    return Path(f"/proc/{process}/cmdline").read_bytes()


def make_png(width: int, height: int) -> bytes:
    """Return a black picture."""
    rows = zlib.compress(bytes((1 + width) * height), 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    packed = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


async def try_pictures(siege: Siege) -> bool:
    """Send eight pictures at once, and watch the memory."""
    return all([await _send_eight(siege, *size) for size in ((1, 19_900_000), (4460, 4460))])


async def _send_eight(siege: Siege, width: int, height: int) -> bool:
    mark = b"--x\r\nContent-Disposition: form-data; name="
    body = mark + b'"csrfmiddlewaretoken"\r\n\r\n' + TOKEN.encode() + b"\r\n"
    body += mark + b'"picture"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n'
    body += make_png(width, height) + b"\r\n--x--\r\n"
    storyteller, kind = next(iter(siege.sessions.values())), "multipart/form-data; boundary=x"
    callers = [Caller(siege.site.port, storyteller) for _n in range(8)]
    before = most = siege.memory()
    posts = [asyncio.create_task(caller.ask("/characters/1/portrait/", "POST", body, kind)) for caller in callers]
    while not all(post.done() for post in posts):
        most = max(most, siege.memory())
        await asyncio.sleep(0.01)
    statuses, after = Counter(post.result() for post in posts), siege.memory()
    print(
        f"{width} x {height}: {before:.0f} MB, {most:.0f} at most, {after:.0f} after; answers {dict(statuses)}",
        flush=True,
    )
    return most - before < 150


async def try_clicks(siege: Siege) -> bool:
    """Click while somebody goes each way, and say how many times as long that takes."""
    await siege.find_places()
    await siege.click(10)
    print(f"| load | {' | '.join(COLUMNS)} | answers |\n|{'---|' * (len(COLUMNS) + 2)}", flush=True)
    return all([await _try_load(siege, load) for load in LOADS])


async def _try_load(siege: Siege, load: Load) -> bool:
    alone = median(await siege.click(CLICKS))
    beside, _statuses, _slowest = await _click_beside(siege, Load("", "/healthz", load.connections))
    times, statuses, slowest = await _click_beside(siege, load)
    control, taken = median(beside), median(times)
    spans = (alone, control, taken, max(times), slowest)
    figures = [f"{load.connections}", *(f"{seconds * 1000:.0f}" for seconds in spans)]
    ratios = f"{taken / alone:.1f}", f"{taken / control:.1f}"
    answers = ", ".join(f"{status}: {times}" for status, times in sorted(statuses.items()))
    print(f"| {load.name} | {' | '.join((*figures, *ratios, answers))} |", flush=True)
    return slowest < 0.3


async def _click_beside(siege: Siege, load: Load) -> tuple[list[float], Counter[int], float]:
    """Return how long clicks took, how often each status came, and the slowest answer of ten of `/healthz`."""
    ends, probes = asyncio.Event(), []
    loading = asyncio.create_task(siege.load(load, ends))
    await asyncio.sleep(1)
    times = await siege.click(CLICKS)
    for _n in range(10):
        began = time.perf_counter()
        await Caller(siege.site.port, "").ask("/healthz")
        probes.append(time.perf_counter() - began)
    ends.set()
    return times, await loading, max(probes)


async def try_pages(siege: Siege) -> bool:
    """Load 4,000 pages, and say what the server holds then."""
    hand = Hand(siege.site.port, siege.scene, siege.player)
    for n in range(40):
        await hand.post(0, {"move": ["Say"], "text": [f"{n} {'Of the river and its reeds. ' * 700}"[:18_000]]})
    page = Load("", "/scenes/{scene}/", 150)
    await siege.load(replace(page, connections=2), asyncio.Event(), 20)
    before = siege.memory()
    for rounds in range(4):
        statuses = await siege.load(page, asyncio.Event(), 1000)
        print(
            f"pages: {siege.memory():.0f} MB after {rounds + 1},000 ({before:.0f} before); answers {dict(statuses)}",
            flush=True,
        )
    await asyncio.sleep(10)
    after = siege.memory()
    print(f"pages: {after:.0f} MB ten seconds later")
    return after - before < 150


TRY = {"pictures": try_pictures, "clicks": try_clicks, "pages": try_pages}


async def _run(siege: Siege, parts: Sequence[str]) -> bool:
    return all([await TRY[part](siege) for part in parts])


def main() -> None:
    """Measure, print, and fail if a goal is missed."""
    parser = argparse.ArgumentParser(prog="benchmarks.hostile", description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    parts = parser.parse_args().parts or PARTS
    os.environ |= UNTHROTTLED
    with tempfile.TemporaryDirectory(prefix="storywheel-bench-", ignore_cleanup_errors=True) as name:
        site = EmbeddedSite(Path(name))
        site.start()
        try:
            done = asyncio.run(_run(Siege(site, prepare_scenes(site.environment, 1)), parts))
        finally:
            site.stop()
    sys.exit(not done)


if __name__ == "__main__":
    main()
