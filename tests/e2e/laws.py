"""The laws of the live table that hold in every window: what a page of it breaks, in sentences."""

from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page

Window = tuple[int, int]
"""Width and height."""
WINDOWS: tuple[Window, ...] = (
    (320, 256),
    (360, 560),
    (390, 664),
    (390, 450),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1180, 820),
    (1366, 625),
    (1440, 764),
    (1440, 900),
    (1920, 1080),
)
"""A desk's window at four times the size, phones (one with its keyboard open), tablets, desks."""
LEAST_HEIGHT = 390
"""From here up what is asked is in the window before anybody scrolls."""
ENTRIES = {(1440, 900): 5, (1366, 625): 4, (820, 1180): 4}
"""How many entries of the log are in sight."""
SETTLED = 250
"""Milliseconds after which a page has drawn what came."""
LAWS = (Path(__file__).parent / "laws.js").read_text()


def find_faults(page: Page, window: Window, *, is_used: bool = False) -> list[str]:
    """What the table breaks in this window; on a phone, at each of its parts.

    `is_used`: its log was scrolled back, so that it need not show the newest entries.
    """
    width, height = window
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("scrollTo(0, 0)")
    asked = {"entries": 0 if is_used else ENTRIES.get(window, 0), "isAskedInSight": height >= LEAST_HEIGHT}
    tabs = page.locator("#tabs a")
    found = look(page, asked)
    if tabs.first.is_visible():
        for tab in (*tabs.all()[1:], tabs.first):
            tab.click()
            found += look(page, asked)
    return [f"{width}x{height}: {says}" for says in dict.fromkeys(found)]


def look(page: Page, asked: Mapping[str, object]) -> list[str]:
    """What the page breaks now, and still a moment later: it may just be drawing what was said at the table."""
    found: list[str] = page.evaluate(LAWS, asked)
    if found:
        page.wait_for_timeout(SETTLED)
        found = page.evaluate(LAWS, asked)
    return found


def find_overlay_faults(page: Page, window: Window) -> list[str]:
    """What the overlay of a stream breaks in this window."""
    width, height = window
    page.set_viewport_size({"width": width, "height": height})
    found = look(page, {"isWhole": True})
    return [f"{width}x{height}: {says}" for says in found]
