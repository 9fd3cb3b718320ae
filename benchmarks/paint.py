"""What a tick costs the browser: main-thread CPU of real pages in a fight of twelve, from the frame to what is painted.

    python -m benchmarks.paint
    python -m benchmarks.paint --against main       this state of the code in turns with another (`benchmarks.turns`)
    python -m benchmarks.paint --slowed 4           with the processor slowed four times, as a phone's

The Storyteller at a desk (1440 px) and a player at a phone (390 px), headless Chromium, the fight of
`benchmarks.live` with dice from a seed. Between two clicks everything settles: dice fall, what moved has faded in.
Chromium's counters tell the CPU time of the page's main thread: **task** is all of it, **script**, **style** and
**layout** are parts, **styles** and **layouts** count how often the two were worked out. A busy machine draws fewer
pictures of each motion, so figures are compared in turns only.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from playwright.async_api import Browser, CDPSession, async_playwright

from benchmarks import turns
from benchmarks.clients import TOKEN
from benchmarks.live import prepare_scenes
from benchmarks.tables import PlayFigures, Table
from deploy.processes import UNTHROTTLED, CannotStart, EmbeddedSite
from tests.e2e.chromium import find_chromium

PAGES = {"Storyteller 1440": (0, 1440, 900), "player 390": (1, 390, 844)}
"""Whose page, by their place among the sessions, and its width and height."""
WARM = 5
SETTLED = 0.8
"""Seconds after a click: dice fall for 0.7."""
TIMES = {
    "task": "TaskDuration",
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}
COUNTS = {"styles": "RecalcStyleCount", "layouts": "LayoutCount"}


class SeededSite(EmbeddedSite):
    """The embedded server with dice from a seed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        place = self.command.index("manage.py")
        self.command[place : place + 1] = ["-m", "tests.e2e.manage"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.paint", description=__doc__.partition("\n")[0])
    parser.add_argument("--clicks", type=int, default=30)
    parser.add_argument("--slowed", type=float, default=1.0, help="how many times slower the processor seems to pages")
    turns.add_options(parser)
    options = parser.parse_args()
    if options.against:
        turns.compare("paint", options, ["--clicks", str(options.clicks), "--slowed", str(options.slowed)])
        return
    os.environ |= UNTHROTTLED
    with tempfile.TemporaryDirectory(prefix="storywheel-paint-") as folder:
        site = SeededSite(Path(folder))
        try:
            site.start()
            asyncio.run(_measure(site, options))
        except CannotStart as reason:
            sys.exit(str(reason))
        finally:
            site.stop()


async def _measure(site: EmbeddedSite, options: argparse.Namespace) -> None:
    stage = prepare_scenes(site.environment, 1)
    sessions, scene = list(stage["sessions"].values()), stage["scenes"][0]
    table = Table([site.port], scene, sessions, 1, stage["number"])
    await table.open()
    async with _open_pages(site, scene, sessions, options.slowed) as pages:
        await _click(table, WARM)
        before = {name: await _count(page) for name, page in pages.items()}
        await _click(table, options.clicks)
        after = {name: await _count(page) for name, page in pages.items()}
    await table.close()
    for name in pages:
        spent = {key: (value - before[name][key]) / options.clicks for key, value in after[name].items()}
        for said, key in TIMES.items():
            print(f"{name} {said:10} {spent[key] * 1000:7.2f} ms")
        for said, key in COUNTS.items():
            print(f"{name} {said:10} {spent[key]:7.2f} a tick")


async def _click(table: Table, clicks: int) -> None:
    """Click so often, and let the pages settle each time."""
    measured = PlayFigures()
    while len(measured.times) < clicks:
        await table.click(measured)
        await asyncio.sleep(SETTLED)
        if measured.lost or measured.failures:
            raise CannotStart(f"A click was lost or failed: {measured.failures}")


async def _count(page: CDPSession) -> dict[str, float]:
    """Return what the page's counters say so far, times in seconds."""
    answer = await page.send("Performance.getMetrics")
    return {metric["name"]: metric["value"] for metric in answer["metrics"]}


@contextlib.asynccontextmanager
async def _open_pages(
    site: EmbeddedSite, scene: int, sessions: list[str], slowed: float
) -> AsyncIterator[dict[str, CDPSession]]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium())
        yield {
            name: await _open(browser, site, sessions[place], scene, size, slowed)
            for name, (place, *size) in PAGES.items()
        }
        await browser.close()


async def _open(
    browser: Browser, site: EmbeddedSite, session: str, scene: int, size: list[int], slowed: float
) -> CDPSession:
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
    for name, value in (("sessionid", session), ("csrftoken", TOKEN)):
        await context.add_cookies([{"name": name, "value": value, "url": site.url}])
    page = await context.new_page()
    await page.goto(f"{site.url}/scenes/{scene}/")
    await page.wait_for_selector("#link-state[data-state=live]", state="attached")
    counters = await context.new_cdp_session(page)
    await counters.send("Performance.enable", {"timeDomain": "threadTicks"})
    await counters.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    return counters


if __name__ == "__main__":
    main()
