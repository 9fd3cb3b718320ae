"""How soon every page is at the newest number after its link returns: real Chromium, real faults.

    python -m benchmarks.links --rounds 3

Eight pages of one scene at an embedded server, each by a cable that can be cut. While they are away, or as soon as the
server is back, the Storyteller's hand says something; what is measured is the time from the moment at which the link
was whole again to the moment at which the line stands in the page.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from benchmarks.clients import TOKEN, Hand
from benchmarks.live import prepare_scenes
from benchmarks.report import machine
from deploy.processes import UNTHROTTLED, CannotStart, EmbeddedSite
from tests.e2e.cable import Cable
from tests.e2e.chromium import find_chromium

Fault = Callable[["Group"], Awaitable[float]]
PAGES = 8
TIMEOUT_MS = 60_000
"""Milliseconds after which a page is lost."""
WATCH = """
window.seen = {};
new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes) {
    if (node.id && node.id.startsWith("log-")) window.seen[node.id] ??= Date.now();
  }
}).observe(document.getElementById("main"), { childList: true, subtree: true });
"""


class Group:
    """The pages of a scene, and the hand that says something at it."""

    def __init__(self, site: EmbeddedSite, cable: Cable, pages: list[Page], hand: Hand, number: int) -> None:
        self.site, self.cable, self.pages = site, cable, pages
        self._hand, self._number = hand, number

    async def say(self) -> None:
        """Say something that all must come to see."""
        form = {"move": ["Say"], "text": ["Is anybody there?"], "to": [""]}
        self._hand.close()  # a connection that was idle for long, or whose server has gone, is no longer one
        answer = await self._hand.post(self._number, form)
        if answer.status != 200:
            raise CannotStart(f"The server answered {answer.status}: {answer.body[:300]}")
        self._number = answer.number

    async def times_since(self, moment: float) -> list[float]:
        """Seconds from that moment to the newest line, page by page."""
        entry = f"log-{self._number}"
        for page in self.pages:
            await page.wait_for_function("(id) => window.seen[id]", arg=entry, timeout=TIMEOUT_MS)
        return [await page.evaluate("(id) => window.seen[id]", entry) / 1000 - moment for page in self.pages]


def _cut_for(seconds: float) -> Fault:
    async def broken(group: Group) -> float:
        group.cable.cut()
        await asyncio.sleep(seconds / 2)
        await group.say()
        await asyncio.sleep(seconds / 2)
        group.cable.mend()
        return time.time()

    return broken


def _kill_for(seconds: float) -> Fault:
    async def killed(group: Group) -> float:
        group.site.kill()
        return await _start_again(group, seconds)

    return killed


async def _restart(group: Group) -> float:
    group.site.stop()
    return await _start_again(group, 0)


async def _start_again(group: Group, seconds: float) -> float:
    await asyncio.sleep(seconds)
    group.site.start()
    moment = time.time()
    await group.say()
    return moment


FAULTS: dict[str, Fault] = {
    "line cut for 2 s": _cut_for(2),
    "line cut for 20 s": _cut_for(20),
    "server restarted": _restart,
    "server killed, started again after 10 s": _kill_for(10),
}


def main() -> None:
    """Measure and print a line for each fault."""
    parser = argparse.ArgumentParser(prog="benchmarks.links", description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    os.environ |= UNTHROTTLED
    with tempfile.TemporaryDirectory(prefix="storywheel-links-") as folder:
        site = EmbeddedSite(Path(folder))
        try:
            site.start()
            asyncio.run(_measure(site, rounds))
        except CannotStart as reason:
            sys.exit(str(reason))
        finally:
            site.stop()
    print(machine())


async def _measure(site: EmbeddedSite, rounds: int) -> None:
    async with _group(site) as group:
        print("| fault | median s | slowest s | pages |\n|---|---|---|---|")
        for name, fault in FAULTS.items():
            times = []
            for _ in range(rounds):
                times += await group.times_since(await fault(group))
            print(f"| {name} | {statistics.median(times):.2f} | {max(times):.2f} | {len(times)} |", flush=True)


@contextlib.asynccontextmanager
async def _group(site: EmbeddedSite) -> AsyncIterator[Group]:
    stage = prepare_scenes(site.environment, 1)
    cable, scene, sessions = Cable(site.port), stage["scenes"][0], list(stage["sessions"].values())
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium())
        pages = [await _open(browser, cable, sessions[place % len(sessions)], scene) for place in range(PAGES)]
        yield Group(site, cable, pages, Hand(site.port, scene, sessions[0]), stage["number"])
        await browser.close()


async def _open(browser: Browser, cable: Cable, session: str, scene: int) -> Page:
    context = await browser.new_context()
    for name, value in (("sessionid", session), ("csrftoken", TOKEN)):
        await context.add_cookies([{"name": name, "value": value, "url": cable.url}])
    page = await context.new_page()
    await page.goto(f"{cable.url}/scenes/{scene}/")
    await page.wait_for_selector("#link-state[data-state=live]")
    await page.evaluate(WATCH)
    return page


if __name__ == "__main__":
    main()
