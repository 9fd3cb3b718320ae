"""Many who watch one scene: how soon a click reaches all of them, what a socket holds, how all come back at once."""

import asyncio
import time
from collections.abc import Callable, Sequence

from benchmarks import report
from benchmarks.clients import Browser
from benchmarks.tables import PlayFigures, Table, Usage, play

RATE = 1.0
"""Clicks a second; a crowd does not make the Storyteller quicker."""
FIRST = 4
"""Spectators who are there already: the first in each process cost more than the next."""
MISSED = 3
"""Clicks while all are away."""


def seat_crowd(
    kind: type[Table], ports: Sequence[int], scene: int, hand: str, watcher: str, size: int, begin: int
) -> Table:
    """A scene with the Storyteller and this many spectators."""
    return kind(ports, scene, [hand, *[watcher] * size], size + 1, begin)


async def watch(table: Table, seconds: float, usage: Usage, memory: Callable[[], float]) -> tuple[report.Row, str]:
    """Open all pages at once, and click."""
    crowd = table.browsers[FIRST:]
    await _open(table.browsers[:FIRST])
    held = memory()
    opened = await _open(crowd)
    each = (memory() - held) * 1000 / len(crowd)
    found = await play([table], seconds, usage, RATE)
    row = report.summarise(f"1 x {len(table.browsers) - 1} spectators, {RATE:g} click/s", found)
    return row, f"all there {opened:.1f} s after they came at once, {each:.0f} KB of memory each"


async def come_back(table: Table) -> tuple[int, str]:
    """Send all away, click, and have them back at once: how many are not at the newest number then."""
    crowd = table.browsers[1:]
    shown = crowd[0].number
    await asyncio.gather(*(browser.close() for browser in crowd))
    missed = await _click_alone(table)
    table.browsers = [table.browsers[0], *(browser.again() for browser in crowd)]
    back = await _open(table.browsers[1:])
    numbers = [browser.number for browser in table.browsers[1:]]
    newest = max(*numbers, shown + len(missed.times))  # they see at least one entry of each click
    late = sum(number < newest for number in numbers)
    summary = f"sent away while {len(missed.times)} clicks were made, all back {back:.1f} s after they came at once"
    return late + missed.lost, f"{summary}, {late} of them not at the newest number"


async def _open(crowd: Sequence[Browser]) -> float:
    """Seconds until every page has its first facts."""
    start = time.perf_counter()
    await asyncio.gather(*(browser.open() for browser in crowd))
    return time.perf_counter() - start


async def _click_alone(table: Table) -> PlayFigures:
    """A few clicks that only the Storyteller sees."""
    measured, crowd = PlayFigures(), table.browsers
    table.browsers = crowd[:1]
    for _ in range(MISSED):
        await table.click(measured)
    table.browsers = crowd
    return measured
