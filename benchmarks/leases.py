"""Four web processes with scenes leased among them, behind routers; one is killed in the middle of clicks.

    python -m benchmarks.leases                      about 90 seconds
    python -m benchmarks.leases --kills 1 --hangs 0  only that

First what one, two and four processes give, with and without a router between. Then a process with scenes is killed,
again and again, and one stands still for a while. A process that has started opens a few pages before it gets scenes.
The run ends with 1 if a scene of a killed process was not answered and pushed by another one within 2 s, if an
acknowledged command was lost or done twice, or if a page went back.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks import report
from benchmarks.clients import Browser, Hand, agree
from benchmarks.house import House, measure_speed, start_house
from benchmarks.live import prepare_scenes
from benchmarks.log_check import Written, count_written, find_faults, tell_sizes
from benchmarks.steady import SteadyTable
from deploy.processes import UNTHROTTLED, CannotStart, Web

LIMIT = 2.0
"""Seconds within which a killed process' scenes must live elsewhere."""
LONGEST = 6.0
"""Seconds that a scene is waited for, and that a process stands still at most."""
CALM_SECONDS, HURRY_SECONDS = 3.0, 0.3
"""How long other scenes are watched before and after a fault, and how long the doomed are clicked before it."""
Fault = Callable[[Web], contextlib.AbstractAsyncContextManager[None]]


def main() -> None:
    """Try, print, and fail if something was lost or took too long."""
    parser = argparse.ArgumentParser(prog="benchmarks.leases", description=__doc__.partition("\n")[0])
    parser.add_argument("--scenes", type=int, default=10)
    parser.add_argument("--browsers", type=int, default=8, help="at each scene")
    parser.add_argument("--rate", type=float, default=1.0, help="clicks a second at each scene, between the faults")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement of speed; 0 leaves them out")
    parser.add_argument("--kills", type=int, default=3, help="how often a process is killed")
    parser.add_argument("--hangs", type=int, default=1, help="how often one stands still")
    options = parser.parse_args()
    # A process takes four connections to PostgreSQL for each of these and nine; PostgreSQL has a hundred.
    os.environ |= {**UNTHROTTLED, "TABLE_THREADS": "3"}
    with tempfile.TemporaryDirectory(prefix="storywheel-leases-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)  # PostgreSQL's own user must enter
        try:
            with start_house(Path(name)) as house:
                faults = asyncio.run(_run(house, prepare_scenes(house.shared.environment, options.scenes), options))
        except CannotStart as reason:
            sys.exit(str(reason))
    print(report.machine())
    sys.exit("\n".join(faults) or 0)


async def _run(house: House, stage: dict[str, Any], options: argparse.Namespace) -> list[str]:
    if options.seconds:
        await measure_speed(house, stage, options)
    trial = Trial(house, stage, options)
    return await trial.run()


class Trial:
    """Scenes that are clicked through the routers while processes die."""

    def __init__(self, house: House, stage: dict[str, Any], options: argparse.Namespace) -> None:
        self.house, self.options, self.scenes = house, options, stage["scenes"]
        ports = [router.port for router in house.routers]
        self.sessions = sessions = list(stage["sessions"].values())
        self.tables = [
            SteadyTable([*ports[scene % 2 :], *ports[: scene % 2]], scene, sessions, options.browsers, stage["number"])
            for scene in self.scenes
        ]
        self.faults: list[str] = []
        self.took: list[float] = []
        """Seconds until each scene of a killed process lived elsewhere."""

    async def run(self) -> list[str]:
        """Play, break things, look at what is left. Return what is wrong."""
        url, end = self.house.shared.postgres.url, asyncio.Event()
        await asyncio.gather(*(table.open() for table in self.tables))
        print("scenes at each process:", dict(Counter((await self.house.owners(self.scenes)).values())))
        await asyncio.gather(*(self._warm(web) for web in self.house.webs.values()))
        written = count_written(url)
        hands = [asyncio.create_task(table.keep_clicking(self.options.rate, end)) for table in self.tables]
        for fault in [_killed] * self.options.kills + [_stands_still] * self.options.hangs:
            await self._break(fault)
        end.set()
        await asyncio.gather(*hands)
        await self._look_at_what_is_left(url, written)
        return self.faults

    async def _break(self, fault: Fault) -> None:
        """Break the process that has the most scenes, and watch until its scenes live elsewhere."""
        await asyncio.sleep(CALM_SECONDS)
        owners = await self.house.owners(self.scenes)
        port = Counter(owners.values()).most_common(1)[0][0]
        doomed = [table for table in self.tables if owners[table.scene] == port]
        for table in doomed:
            table.hurried.set()
        await asyncio.sleep(HURRY_SECONDS)
        at = time.perf_counter()
        async with fault(self.house.webs[port]):
            took = await _wait_until_alive(doomed, at, time.perf_counter())
            for table in doomed:
                table.hurried.clear()
            await asyncio.sleep(max(0.0, at + CALM_SECONDS - time.perf_counter()))
            homes = Counter((await self.house.owners([table.scene for table in doomed])).values())
            told = f"process {port} {fault.__name__.strip('_')}: its {len(doomed)} scenes are at {dict(homes)}"
            told += f", whole facts at all pages after {_list(_seen_again(table) - at for table in doomed)} s, a click"
            told += f" answered and shown after {_list(took)} s"
        print(f"- {told}; {self._tell_of_others(doomed, at)}", flush=True)
        await self._warm(self.house.webs[port])
        if port in homes:
            self.faults.append(f"process {port} still has scenes")
        if fault is _killed:
            self.took += took
            self.faults += [f"a scene was away for {one:.2f} s" for one in took if one > LIMIT]

    async def _warm(self, web: Web) -> None:
        """Open pages at a process that has shown none yet: its first ones take twice the time."""
        pages = [Browser(web.port, self.scenes[0], session) for session in self.sessions]
        await asyncio.gather(*(page.open() for page in pages))
        await asyncio.gather(*(page.close() for page in pages))

    def _tell_of_others(self, doomed: Sequence[SteadyTable], at: float) -> str:
        clicks = [click for table in self.tables if table not in doomed for click in table.clicks]
        told = []
        for name, begin in (("before", at - CALM_SECONDS), ("after", at)):
            times = [click.took for click in clicks if begin < click.shown < begin + CALM_SECONDS]
            told.append(f"{name} it {report.percentile(times, 0.5)} and {report.percentile(times, 0.99)} ms")
        return f"clicks at other scenes, p50 and p99: {', '.join(told)}"

    async def _look_at_what_is_left(self, url: str, before: Written) -> None:
        """Compare pages and logs, and send every command that was acknowledged once more."""
        clicks = sum(len(table.hand.acknowledged) for table in self.tables)
        print("\n" + tell_sizes(url, before, clicks))
        numbers = [table.browsers[0].number for table in self.tables]
        await asyncio.gather(*(self._send_again(table) for table in self.tables))
        keys = [key for table in self.tables for key, _form in table.hand.acknowledged]
        self.faults += find_faults(url, self.scenes, keys)
        written = count_written(url).rows["play_command"] - before.rows["play_command"]
        if written != clicks:
            self.faults.append(f"{clicks} commands were acknowledged and sent again, {written} were written")
        for table, number in zip(self.tables, numbers, strict=True):
            if not await _all_agree(table) or table.browsers[0].number != number:
                self.faults.append(f"the pages of scene {table.scene} do not agree")
        lost = sum(table.measured.lost for table in self.tables)
        back = sum(page.went_back for table in self.tables for page in table.pages)
        failures = [failure for table in self.tables for failure in table.measured.failures]
        self.faults += [f"{lost} pages did not get a number"] * bool(lost) + failures[:5]
        self.faults += [f"{back} times a page was sent an older number"] * bool(back)
        again = sum(table.hand.sent_again for table in self.tables)
        refused = sum(table.measured.statuses[409] for table in self.tables)
        print(
            f"{clicks} clicks acknowledged, {again} times a hand had to ask again, {refused} clicks refused; "
            f"each sent once more at the end: {written} commands in the logs, {lost} lost, {back} older pushed\n"
            f"scenes of killed processes: alive elsewhere after {report.percentile(self.took, 0.5)} ms (p50), "
            f"{report.percentile(self.took, 1.0)} ms (slowest of {len(self.took)})"
        )

    async def _send_again(self, table: SteadyTable) -> None:
        for key, form in list(table.hand.acknowledged):
            answer = await Hand.post(table.hand, table.browsers[0].number, form, key)
            if answer.status != 200:
                self.faults.append(f"a command that was sent again was answered {answer.status}: {answer.body[:200]}")


async def _all_agree(table: SteadyTable) -> bool:
    """Return whether all pages of each person know the same, a fresh one too."""
    fresh = table.browsers[0].again()
    await fresh.open()
    await fresh.close()
    return agree([*table.browsers, fresh])


@contextlib.asynccontextmanager
async def _killed(web: Web) -> AsyncIterator[None]:
    await asyncio.to_thread(web.kill)
    yield
    await asyncio.to_thread(web.start)


@contextlib.asynccontextmanager
async def _stands_still(web: Web) -> AsyncIterator[None]:
    with web.asleep():
        yield


async def _wait_until_alive(tables: Sequence[SteadyTable], at: float, gone: float) -> list[float]:
    """Return how long each scene took, from `at`, to a click that was answered after `gone` and that all pages show."""
    took = []
    for table in tables:
        while not (alive := [click.shown for click in table.clicks if click.answered > gone]):
            if time.perf_counter() > at + LONGEST:
                alive = [float("inf")]
                break
            await asyncio.sleep(0.01)
        took.append(alive[0] - at)
    return took


def _seen_again(table: SteadyTable) -> float:
    return max(page.back_at for page in table.pages)


def _list(seconds: Iterable[float]) -> str:
    return ", ".join(f"{one:.2f}" for one in sorted(seconds))


if __name__ == "__main__":
    main()
