"""Scenes being played: all browsers of a scene, the Storyteller's hand, and what was measured of them."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks.clients import Browser, Hand, agree
from benchmarks.script import Filled, choose

LOST_AFTER = 20.0
"""Seconds that a scene whose numbers do not arrive is waited for."""


@dataclass(slots=True)
class Measured:
    """What one stretch of play gave. Times in seconds, of the clicks that reached everybody."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    """Browsers that a number did not reach in time, and scenes whose browsers did not end alike."""
    deliveries: int = 0
    wire: int = 0
    cpu: float = 0.0
    cpu_all: float = 0.0
    """Of the web processes, and with PostgreSQL and Redis."""
    client_cpu: float = 0.0


class Table:
    """One scene. The first browser is the Storyteller's, whose hand clicks."""

    def __init__(self, ports: Sequence[int], scene: int, sessions: Sequence[str], browsers: int, begin: int) -> None:
        who = [sessions[place % len(sessions)] for place in range(browsers)]
        self.browsers = [Browser(ports[place % len(ports)], scene, name) for place, name in enumerate(who)]
        self.hand = Hand(ports[scene % len(ports)], scene, sessions[0])
        self.begin = begin
        self.turn = scene
        self.asleep: Browser | None = None

    async def open(self) -> None:
        """Open all pages."""
        await asyncio.gather(*(browser.open() for browser in self.browsers))

    async def close(self) -> None:
        """Close them."""
        self.hand.close()
        await asyncio.gather(*(browser.close() for browser in self.browsers))

    def next_form(self) -> Filled:
        """What the Storyteller clicks now."""
        self.turn += 1
        pieces = self.browsers[0].pieces
        form = choose(pieces.get("mine", "") + pieces.get("waiting", ""), self.turn)
        if form is not None:
            return {"move": ["BattleMove"], **form}
        return {"move": ["Rewind"], "entry": [str(self.begin + 1)]} if pieces else {}

    async def click(self, measured: Measured, since: float | None = None) -> None:
        """Post a form and wait until every browser that is awake shows what it did; `since`: when it was wanted."""
        start = since or time.perf_counter()
        number = self.browsers[0].number
        try:
            status, number = await self.hand.post(number, self.next_form())
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.hand.close()
            status = 0
        measured.statuses[status] += 1
        if status != 200:
            return
        measured.answers.append(time.perf_counter() - start)
        awake = [browser for browser in self.browsers if browser is not self.asleep]
        arrived = await asyncio.gather(*(browser.wait_for(number) for browser in awake))
        measured.lost += arrived.count(False)
        if all(arrived):
            measured.times.append(max(browser.reached(number) for browser in awake) - start)


Usage = Callable[[], tuple[float, float]]
"""The CPU seconds of the web processes, and of all parts, so far."""


async def play(tables: Sequence[Table], seconds: float, usage: Usage, rate: float = 0.0) -> Measured:
    """Play all scenes: each clicks again as soon as everybody has seen it, or `rate` times a second."""
    measured = Measured()
    for table in tables:
        for browser in table.browsers:
            browser.forget()
    (cpu, cpu_all), mine, start = usage(), time.process_time(), time.perf_counter()
    await asyncio.gather(*(_keep_clicking(table, start + seconds, rate, measured) for table in tables))
    measured.seconds = time.perf_counter() - start
    cpu_after, all_after = usage()
    measured.cpu, measured.cpu_all = cpu_after - cpu, all_after - cpu_all
    measured.client_cpu = time.process_time() - mine
    browsers = [browser for table in tables for browser in table.browsers]
    measured.deliveries = sum(browser.deliveries for browser in browsers)
    measured.wire = sum(browser.bytes for browser in browsers)
    for table in tables:
        if table.asleep:
            table.asleep.is_awake.set()
            await table.asleep.wait_for(table.browsers[0].number)
            table.asleep = None
        measured.lost += not agree(table.browsers)
    return measured


async def _keep_clicking(table: Table, end: float, rate: float, measured: Measured) -> None:
    due = time.perf_counter()
    while due < end and time.perf_counter() < end:
        if not rate:
            await table.click(measured)
            continue
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await table.click(measured, due)
        due += 1 / rate
