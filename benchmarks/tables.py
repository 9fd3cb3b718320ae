"""Scenes being played: all browsers of a scene, the Storyteller's hand, and what was measured of them."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from benchmarks.clients import Answer, Arrivals, Browser, FloorPage, Hand, agree
from benchmarks.script import Filled, choose

LOST_AFTER = 20.0
"""Seconds that a scene whose numbers do not arrive is waited for."""


@dataclass(slots=True)
class PlayFigures:
    """What one stretch of play gave. Times in seconds, of the clicks that reached everybody."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    spreads: list[float] = field(default_factory=list)
    """From the first browser that showed a click to the last."""
    answers: list[float] = field(default_factory=list)
    fetches: list[float] = field(default_factory=list)
    """How long it took to fetch a card or a form, for the clicks that needed one."""
    statuses: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    """What was answered that was neither accepted nor refused."""
    lost: int = 0
    """Browsers that a click did not reach in time, and scenes where browsers of one person did not end alike."""
    deliveries: int = 0
    wire: int = 0
    cpu: float = 0.0
    cpu_all: float = 0.0
    """Of the web processes, and with PostgreSQL and Redis."""
    client_cpu: float = 0.0

    async def wait(self, start: float, awaited: Mapping[Arrivals, int]) -> None:
        """Wait until each client is at its number, and note how long that took since the click."""
        arrived = await asyncio.gather(*(client.wait_for(number) for client, number in awaited.items()))
        self.lost += arrived.count(False)
        if all(arrived):
            reached = [client.reached(number) for client, number in awaited.items()]
            self.times.append(max(reached) - start)
            self.spreads.append(max(reached) - min(reached))


class PlayableScene(Protocol):
    """A scene that can be clicked through, of ours or of another server."""

    @property
    def clients(self) -> Sequence[Arrivals]:
        """All who are to see each click."""

    async def click(self, measured: PlayFigures, due: float = 0.0) -> None:
        """Click at once, or when it is due, and wait until all have seen it."""

    async def settle(self) -> int:
        """End a stretch of play: how many clients do not show what they should."""


class Table:
    """One scene. The first browser is the Storyteller's, whose hand clicks.

    `ports`: those of the processes at which its browsers sit in turn; the hand clicks at the first.
    """

    page: type[Browser] = Browser
    own_hand: type[Hand] = Hand

    def __init__(self, ports: Sequence[int], scene: int, sessions: Sequence[str], browsers: int, begin: int) -> None:
        who = [sessions[place % len(sessions)] for place in range(browsers)]
        self.browsers = [self.page(ports[place % len(ports)], scene, name) for place, name in enumerate(who)]
        self.hand = self.own_hand(ports[0], scene, sessions[0])
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

    async def find_form(self, measured: PlayFigures) -> Filled:
        """What the Storyteller clicks next: a form that the page has, or one that is fetched for it."""
        self.turn += 1
        facts, fetched = self.browsers[0].facts, dict[str, Any]()
        form = choose(facts, self.turn, fetched)
        while isinstance(form, str):
            answer = await self._fetch(form, measured)
            if answer.status != 200:
                return {}
            fetched[form] = json.loads(answer.body)
            form = choose(facts, self.turn, fetched)
        return form or {"move": ["Rewind"], "entry": [str(self.begin + 1)]}

    async def _fetch(self, place: str, measured: PlayFigures) -> Answer:
        start = time.perf_counter()
        answer = await self.hand.fetch(place)
        measured.fetches.append(time.perf_counter() - start)
        return answer

    async def click(self, measured: PlayFigures, due: float = 0.0) -> None:
        """Post a form at once, or when it is due, and wait until every browser that is awake shows what it did.

        The time counts from the click that sends the form, or from when it was due; what it fetches comes before.
        """
        try:
            form = await self.find_form(measured)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            start = due or time.perf_counter()
            awake = {browser: browser.number for browser in self.browsers if browser is not self.asleep}
            answer = await self.hand.post(self.browsers[0].number, form)
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            self.hand.close()
            answer = Answer(0, -1, repr(error))
        measured.statuses[answer.status] += 1
        if answer.status != 200:
            if answer.status != 409:
                measured.failures.append(f"{answer.status}: {answer.body[:200]}")
            return
        measured.answers.append(time.perf_counter() - start)
        # Others may not see every entry, and count fewer. One at least they all see of whatever this script clicks, and
        # a frame holds all that the click wrote.
        awaited: dict[Arrivals, int] = {
            browser: answer.number if browser.session == self.hand.session else number + 1
            for browser, number in awake.items()
        }
        await measured.wait(start, awaited)

    async def wake(self) -> bool:
        """Let the page that sleeps go on, and wait until it is where one that is opened now is; False: too long."""
        if self.asleep is None:
            return True
        sleeper, fresh = self.asleep, self.asleep.again()
        self.asleep = None
        sleeper.is_awake.set()
        await fresh.open()
        arrived = await sleeper.wait_for(fresh.number)
        await fresh.close()
        return arrived

    @property
    def clients(self) -> Sequence[Browser]:
        """Its browsers."""
        return self.browsers

    async def settle(self) -> int:
        """Wake who sleeps, and compare: 1 for a sleeper that stayed behind, 1 for pages that do not agree."""
        return (not await self.wake()) + (not agree(self.browsers))


class FloorTable(Table):
    """A scene at the floor, clicked as ours: something is fetched, and a form of the usual length sent."""

    page = FloorPage

    async def find_form(self, measured: PlayFigures) -> Filled:
        await self._fetch("offers/o-1", measured)
        return {"move": ["BattleMove"], "kind": ["TakeGuard"], "m.actor": ["guard-1"]}


Usage = Callable[[], tuple[float, float]]
"""The CPU seconds of the web processes, and of all parts, so far."""


async def play(tables: Sequence[PlayableScene], seconds: float, usage: Usage, rate: float = 0.0) -> PlayFigures:
    """Play all scenes: each clicks again as soon as everybody has seen it, or `rate` times a second.

    At a rate, scenes take turns within its interval: groups do not click at the same moment.
    """
    measured = PlayFigures()
    for table in tables:
        for client in table.clients:
            client.forget()
    (cpu, cpu_all), mine, start = usage(), time.process_time(), time.perf_counter()
    turns = [place / len(tables) / rate if rate else 0.0 for place in range(len(tables))]
    ends = start + seconds
    await asyncio.gather(
        *(_keep_clicking(table, start + turn, ends, rate, measured) for table, turn in zip(tables, turns, strict=True))
    )
    measured.seconds = time.perf_counter() - start
    cpu_after, all_after = usage()
    measured.cpu, measured.cpu_all = cpu_after - cpu, all_after - cpu_all
    measured.client_cpu = time.process_time() - mine
    clients = [client for table in tables for client in table.clients]
    measured.deliveries = sum(client.deliveries for client in clients)
    measured.wire = sum(client.bytes for client in clients)
    for table in tables:
        measured.lost += await table.settle()
    return measured


async def _keep_clicking(table: PlayableScene, due: float, end: float, rate: float, measured: PlayFigures) -> None:
    await asyncio.sleep(due - time.perf_counter())
    while due < end and time.perf_counter() < end:
        if not rate:
            await table.click(measured)
            continue
        await table.click(measured, due)
        due += 1 / rate
