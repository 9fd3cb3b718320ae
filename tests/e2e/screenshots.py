"""`make screenshots`: the main screens at two widths, an overlay, and a short film of a tick into docs/screens/.

It starts a server of its own with the demo on a database of its own, so that it may run beside any other. `python -m
tests.e2e.screenshots overlay tick` takes these alone.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.chromium import open_chromium
from tests.e2e.conftest import DEMO_PASSWORD, ROOT, Server

SCREENS = ROOT / "docs" / "screens"
MOST = 150_000
"""Bytes of one picture."""
COMMON = 64
"""How many of the colours of a picture stay exactly as they are."""
WIDTHS = {"desk": (1440, 900), "phone": (390, 844)}
SHOTS = (
    ("sign-in", "", "/account/login/", "light"),
    ("list", "mira", "/", "dark"),
    ("series", "mira", "{series}", "light"),
    ("sheet", "mira", "{sheet}", "light"),
    ("table-2e", "mira", "{exalted2e}", "light"),
    ("table-storyteller", "petra", "{exalted2e}", "dark"),
    ("attack", "mira", "{exchange}", "light"),
    ("table-3e", "mira", "{exalted3e}", "dark"),
    ("table-wod", "petra", "{wod2004}", "light"),
    ("table-v20", "mira", "{v20da}", "dark"),
    ("staff", "host", "/staff/", "light"),
)
"""Name of the picture, who looks, where, in which theme."""
OVERLAY = "overlay"
STREAM = (1920, 1080)
"""The size of a stream's picture, as OBS shows an overlay."""
SKY = ("#3d5468", "#6b8494")
"""What lies below an overlay in place of a camera's picture: the colours at its top and its bottom."""
FILM = "tick"
LONGEST = 2_000_000
"""Bytes of the film."""
STILL, STEP = 1_600, 120
"""Milliseconds for which the film rests before and after a click, and between two pictures of it."""
PICTURES = 14
"""How many pictures are taken after each click."""
SCALE = 0.7


@contextmanager
def open_stage() -> Iterator[tuple[Server, dict[str, str]]]:
    """A server with everything that is worth a picture, and where it is."""
    with tempfile.TemporaryDirectory() as var:
        server = Server(Path(var), "--demo")
        server.start()
        environment = {**os.environ, "STORYWHEEL_VAR": var, "DEBUG": "0"}
        told = subprocess.run(
            [sys.executable, "-m", "tests.e2e.showcase"], cwd=ROOT, env=environment, capture_output=True, check=True
        )
        try:
            yield server, json.loads(told.stdout)
        finally:
            server.kill()


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def take(browser: Browser, url: str, who: str, path: str, theme: str, size: tuple[int, int]) -> bytes:
    """One picture, without motion."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    if who:
        sign_in(page, who)
    page.goto(path, wait_until="networkidle")
    read_up(page)
    # A page whose fonts come late keeps those of the system until it is loaded again.
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
    page.reload(wait_until="networkidle")
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    picture = page.screenshot()
    context.close()
    return shrink(picture)


def read_up(page: Page) -> None:
    """Read what was missed of a scene to its end, as somebody who has just played would have."""
    if page.locator(".catch").is_visible():
        page.locator(".log").evaluate("log => log.scrollTo(0, 0)")
        page.locator(".catch").wait_for(state="detached")


def shrink(picture: bytes) -> bytes:
    """The same picture with 256 colours: those that most of it has stay as they are."""
    packed, palette = io.BytesIO(), Image.new("P", (1, 1))
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    common: Any = sorted(drawn.getcolors(drawn.width * drawn.height) or (), reverse=True)[:COMMON]
    others = drawn.quantize(256 - COMMON, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).getpalette() or []
    palette.putpalette([*(part for _count, colour in common for part in colour), *others])
    drawn.quantize(palette=palette, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def take_overlay(browser: Browser, url: str, path: str) -> bytes:
    """An overlay over a picture, as people who watch a stream see it, at two thirds of its size."""
    context = browser.new_context(
        base_url=url, viewport={"width": STREAM[0], "height": STREAM[1]}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(path)
    page.locator(".shown svg:visible").first.wait_for()
    drawn = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
    context.close()
    below = ImageOps.colorize(Image.linear_gradient("L").resize(STREAM), *SKY)
    below.paste(drawn, mask=drawn.getchannel("A"))
    packed = io.BytesIO()
    below.resize((STREAM[0] * 2 // 3, STREAM[1] * 2 // 3), Image.Resampling.LANCZOS).save(packed, "PNG")
    return shrink(packed.getvalue())


def film(browser: Browser, url: str, path: str) -> bytes:
    """A player strikes on a phone, the Storyteller acts and defends at a desk; each sees the other's act at once."""
    pages = []
    for who, theme, width in (("petra", "light", 1280), ("mira", "dark", 390)):
        context = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": 800},
            color_scheme="dark" if theme == "dark" else "light",
        )
        page = context.new_page()
        sign_in(page, who)
        page.goto(path, wait_until="networkidle")
        read_up(page)
        page.evaluate("scrollTo(0, 0)")
        pages.append(page)
    desk, phone = pages
    frames, times = [join(pages)], [STILL]
    for page in (phone, desk, desk):
        page.locator(".hand .btn--go:visible").first.click()
        for _ in range(PICTURES):
            frames.append(join(pages))
            times.append(STEP)
        phone.evaluate("scrollTo(0, 0)")
        frames.append(join(pages))
        times.append(STILL)
    for page in pages:
        page.context.close()
    packed = io.BytesIO()
    first, *later = frames
    first.save(packed, "WEBP", save_all=True, append_images=later, duration=times, loop=0, quality=60, method=6)
    return packed.getvalue()


def join(pages: list[Page]) -> Image.Image:
    """What the pages show now, side by side."""
    shown = [Image.open(io.BytesIO(page.screenshot())).convert("RGB") for page in pages]
    whole = Image.new("RGB", (sum(one.width for one in shown), shown[0].height))
    left = 0
    for one in shown:
        whole.paste(one, (left, 0))
        left += one.width
    return whole.resize((round(whole.width * SCALE), round(whole.height * SCALE)), Image.Resampling.LANCZOS)


def main(wanted: Collection[str]) -> None:
    """Take every picture anew, or those that are named."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with open_stage() as (server, paths), sync_playwright() as playwright:
        browser = open_chromium(playwright)
        for name, who, where, theme in SHOTS:
            for width, size in WIDTHS.items():
                if not wanted or name in wanted:
                    picture = take(browser, server.url, who, where.format(**paths), theme, size)
                    keep(f"{name}-{width}.png", picture, MOST)
        if not wanted or OVERLAY in wanted:
            keep(f"{OVERLAY}.png", take_overlay(browser, server.url, paths["overlay"]), MOST)
        if not wanted or FILM in wanted:
            keep(f"{FILM}.webp", film(browser, server.url, paths["exalted2e"]), LONGEST)
        browser.close()


def keep(name: str, picture: bytes, most: int) -> None:
    """Write a picture. Raises `AssertionError` if it has more than `most` bytes."""
    assert len(picture) < most, f"{name} has {len(picture)} bytes"
    (SCREENS / name).write_bytes(picture)


if __name__ == "__main__":
    main(sys.argv[1:])
