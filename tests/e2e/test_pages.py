"""What every page keeps to: few kilobytes over the wire, no width too narrow, and nothing that shuts people out."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.axe import RULES, assert_axe_finds_nothing
from tests.e2e.conftest import DEMO_PASSWORD, Server, Stage
from tests.e2e.sights import SIGHTS, Sight
from tests.ready import DEMO, EMPTY

FONTS = 120_000
"""Bytes over the wire that a page may take with an empty cache (its scripts among them), and its fonts beside them."""
SIZE = ViewportSize(width=1280, height=720)
"""Of the window when a page is opened."""
BETWEEN = "/app.webmanifest"
"""What is open while the browser forgets: no scripts, and of our address, so that the next page has its process."""
WIDTHS = (320, 390, 720, 820, 1440)
"""Of which 320 is the narrowest phone and 720 a desk's window at twice the size."""
SPILLS = """() => [...document.querySelectorAll('body *')].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && node.checkVisibility() && !node.closest('.scrollx, .vh, dialog');
}).slice(0, 3).map((node) => node.outerHTML.slice(0, 160))"""


@pytest.fixture(scope="session")
def come(browser: Browser, gallery: Stage) -> Iterator[Callable[[str], Page]]:
    """Gives the page of a person of the gallery as on a first visit: it keeps the sign-in and nothing else.

    All tests of a worker share it: a context for each would cost 0.2 s of processor time more.
    """
    pages: dict[str, Page] = {}

    def come_in(who: str) -> Page:
        if who not in pages:
            context = browser.new_context(
                base_url=gallery.url,
                storage_state=gallery.sign_in(who),
                reduced_motion="reduce",
                service_workers="block",
            )
            pages[who] = context.new_page()
        page = pages[who]
        page.goto(BETWEEN)
        forget(page, gallery.url)
        page.set_viewport_size(SIZE)
        page.emulate_media(color_scheme="light")
        return page

    yield come_in
    for page in pages.values():
        page.context.close()


def forget(page: Page, url: str) -> None:
    """Throws away what pages of this address have kept in the browser. Its cookies stay."""
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "local_storage,indexeddb,cache_storage"})
    session.detach()


@contextmanager
def weighed(page: Page) -> Iterator[dict[str, int]]:
    """Counts what comes over the wire within the block, by kind, for a page that nothing is cached for."""
    sizes: dict[str, int] = {"Script": 0, "all": 0}
    kinds: dict[str, str] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))

    def count(event: dict[str, float | str]) -> None:
        kind = kinds.get(str(event["requestId"]), "")
        sizes[kind] = sizes.get(kind, 0) + int(event["encodedDataLength"])
        sizes["all"] += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", count)
    yield sizes
    session.detach()


@pytest.mark.parametrize("sight", SIGHTS, ids=lambda sight: sight.name)
def test_every_page_is_light_fits_every_width_and_shuts_nobody_out(
    gallery: Stage, come: Callable[[str], Page], sight: Sight
) -> None:
    seen = come(sight.who)
    with weighed(seen) as sizes:
        answer = seen.goto(sight.where(gallery.places))
        assert answer is not None
        assert answer.status == sight.status
        if sight.is_table:
            expect(seen.locator("#link-state")).to_have_attribute("data-state", "live")
        for width in WIDTHS:
            seen.set_viewport_size({"width": width, "height": 800})
            assert seen.evaluate("document.documentElement.scrollWidth") <= width, (width, seen.evaluate(SPILLS))
        if not sight.is_crowded:
            assert_axe_finds_nothing(seen)
    assert 0 < sizes["all"] - sizes.get("Font", 0) < sight.weight, sizes
    assert sizes.get("Font", 0) < FONTS, sizes
    assert sizes["Script"] < sight.scripts, sizes


def test_the_page_of_the_first_account_fits_every_width_and_shuts_nobody_out(
    make_server: Callable[..., Server], browser: Browser
) -> None:
    context = browser.new_context(base_url=make_server(on=EMPTY).url, reduced_motion="reduce")
    seen = context.new_page()
    seen.goto("/")
    expect(seen).to_have_url(re.compile("/first/"))
    for width in WIDTHS:
        seen.set_viewport_size({"width": width, "height": 800})
        assert seen.evaluate("document.documentElement.scrollWidth") <= width, (width, seen.evaluate(SPILLS))
    assert_axe_finds_nothing(seen)
    context.close()


def test_axe_would_find_something(browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_content('<html lang="en"><title>t</title><main><h1>t</h1><img src="x"><p style="color:#aaa">faint</p>')
    found = {violation["id"] for violation in Axe().run(page, options=RULES).response["violations"]}
    context.close()
    assert {"image-alt", "color-contrast"} <= found


def test_a_page_of_ours_says_that_nobody_answers(make_server: Callable[..., Server], browser: Browser) -> None:
    server = make_server(on=DEMO)
    context = browser.new_context(base_url=server.url)
    seen = context.new_page()
    seen.goto("/account/login/")
    seen.get_by_label("Username").fill("mira")
    seen.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    seen.get_by_role("button", name="Sign in").click()
    seen.goto("/scenes/4/")
    seen.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.kill()
    seen.goto("/series/1/")
    expect(seen.get_by_role("heading", level=1)).to_have_text("Can’t reach the table")
    assert seen.evaluate("getComputedStyle(document.querySelector('.btn')).borderRadius") == "3px", "without its style"
    server.start()
    seen.get_by_role("link", name="Try again").click()
    expect(seen.get_by_role("heading", level=1)).to_have_text("The Salt Road")
    context.close()


@pytest.mark.parametrize("sheet", ["{sheet}", "{exalted3e_sheet}", "{wod2004_sheet}", "{v20da_sheet}"])
def test_a_sheet_of_every_game_is_printed_on_one_page(gallery: Stage, come: Callable[[str], Page], sheet: str) -> None:
    seen = come("mira")
    seen.goto(sheet.format(**gallery.places))
    assert len(re.findall(rb"/Type\s*/Page\b", seen.pdf(prefer_css_page_size=True))) == 1


@pytest.mark.parametrize("page", ["/episode/1/played/", "/episode/2/", "/people/4/", "{series}calendar/"])
def test_paper_has_no_buttons_and_no_forms(gallery: Stage, come: Callable[[str], Page], page: str) -> None:
    seen = come("petra")
    seen.goto(page.format(**gallery.places))
    controls = seen.locator("main").locator(".btn, form, summary").filter(visible=True)
    expect(controls.first).to_be_visible()
    seen.emulate_media(media="print")
    printed = controls.count()
    seen.emulate_media(media="screen")  # the next test has the same page
    assert printed == 0
