"""The table keeps to its laws in every window: what is asked is in sight, no text meets another, nothing shuts out."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.conftest import Server, Stage
from tests.e2e.laws import ENTRIES, WINDOWS, find_faults, find_overlay_faults
from tests.e2e.looks import LOOKS, OVERLAY, Look, Viewer, list_all
from tests.ready import SITUATIONS

MOST = 40
DESK = (1440, 900)


@pytest.fixture(scope="session")
def viewer(browser: Browser, make_server: Callable[..., Server]) -> Iterator[Viewer]:
    viewer = Viewer(browser, Stage(browser, make_server(on=SITUATIONS)))
    yield viewer
    viewer.close()


def list_pairs(look: Look) -> set[tuple[str, str]]:
    """Each two of what makes a look."""
    return set(combinations((look.game, look.situation, look.seat, look.theme), 2))


def test_every_pair_that_can_be_is_looked_at() -> None:
    every = set[tuple[str, str]]().union(*map(list_pairs, list_all()))
    assert every == set[tuple[str, str]]().union(*map(list_pairs, LOOKS))
    assert len(set(LOOKS)) == len(LOOKS) <= MOST
    assert set(LOOKS) <= set(list_all())


def use(page: Page) -> None:
    """Scroll the parts, open what opens, and begin to write, as somebody does whose table has just moved on."""
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.locator(".people .p__name").first.click()
    page.locator(".log .e__line").last.click()
    if page.locator("#say").is_visible():
        page.locator("#say").fill("Hold the rope, whoever has it.")
    page.locator(".people").evaluate("part => part.scrollTo(0, part.scrollHeight)")
    page.locator(".log").evaluate("part => part.scrollTo(0, -part.scrollHeight)")


@pytest.mark.parametrize("look", [look for look in LOOKS if look.seat != OVERLAY], ids=lambda look: look.name)
def test_a_table_keeps_to_its_laws_in_every_window(viewer: Viewer, look: Look) -> None:
    page = viewer.open(look)
    faults = [fault for window in ENTRIES for fault in find_faults(page, window)]
    use(page)
    faults += [f"{fault}, in use" for window in WINDOWS for fault in find_faults(page, window, is_used=True)]
    assert not faults, "\n".join(map(str, faults))
    assert_axe_finds_nothing(page)


@pytest.mark.parametrize("look", [look for look in LOOKS if look.seat == OVERLAY], ids=lambda look: look.name)
def test_an_overlay_fits_every_window(viewer: Viewer, look: Look) -> None:
    page = viewer.open(look)
    faults = [fault for window in WINDOWS for fault in find_overlay_faults(page, window)]
    assert not faults, "\n".join(map(str, faults))
