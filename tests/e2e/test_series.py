"""The page of a series and the first page: short, with one way on, and all that is seldom used within two taps."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.conftest import DESK, PHONE, Server, enter
from tests.ready import DEMO

SALT_ROAD = "/series/1/"
TALL, LINKS = 1200, 40
"""The most height and links that the page of the demo's large series has on a desk."""
EVERYBODY = """
/ /about/ /account/ /account/logout/ /characters/1/ /characters/2/ /characters/3/ /characters/4/
/characters/5/ /downtime/1/ /downtime/2/ /episode/1/ /episode/2/ /notices/ /scenes/1/ /scenes/2/ /scenes/3/
/scenes/4/ /scenes/4/unread/ /series/1/ /series/1/boundaries/ /series/1/calendar/ /series/1/handouts/
/series/1/members/ /series/1/notes/ /series/1/people/ /series/1/pictures/ /series/1/sessions/
/series/1/statistics/ /series/1/threads/ /series/1/ties/ /sessions/1/ /story/1/ /story/2/ /series/1/search/
"""
PLAYERS = """
/characters/1/experience/ /scene/3/ /scene/4/ /series/1/characters/import/ /series/1/characters/new/
/series/1/characters/text/
"""
STORYTELLERS = """
/characters/1/experience/ /characters/2/experience/ /characters/3/experience/ /characters/6/ /downtime/1/edit/
/downtime/2/edit/ /episode/1/downtime/new/ /episode/1/edit/ /episode/1/scene/new/ /episode/2/downtime/new/
/episode/2/edit/ /episode/2/scene/new/ /episode/3/ /episode/3/downtime/new/ /episode/3/edit/
/episode/3/scene/new/ /scene/1/edit/ /scene/2/edit/ /scene/3/edit/ /scene/4/edit/ /scene/5/edit/
/scene/6/edit/ /scenes/5/ /scenes/6/ /series/1/?arrange=1#chronicle /series/1/characters/import/
/series/1/characters/new/ /series/1/characters/text/ /series/1/clock/ /series/1/discord/ /series/1/edit/
/series/1/experience/ /series/1/library/ /series/1/overlay/ /series/1/public/ /series/1/remove/
/series/1/rulings/ /series/1/series.gz /series/1/story/new/ /story/1/downtime/new/ /story/1/edit/
/story/1/episode/new/ /story/2/downtime/new/ /story/2/edit/ /story/2/episode/new/
"""
REACHED = {"petra": f"{EVERYBODY} {STORYTELLERS}".split(), "mira": f"{EVERYBODY} {PLAYERS}".split()}
"""What the page led to by one tap, when it had 95 links."""
SEEN = """() => [...document.querySelectorAll('a[href]')].filter((link) => link.checkVisibility()).map((link) =>
link.getAttribute('href'))"""


@pytest.fixture(scope="module")
def demo(make_server: Callable[..., Server]) -> Iterator[Server]:
    server = make_server(on=DEMO)
    yield server
    server.kill()


@pytest.fixture
def come(browser: Browser, demo: Server) -> Iterator[Callable[..., Page]]:
    """Gives the page of somebody of the demo, at an address."""
    pages: list[Page] = []

    def come_in(name: str, path: str, size: ViewportSize) -> Page:
        phone = size == PHONE
        context = browser.new_context(base_url=demo.url, viewport=size, has_touch=phone, is_mobile=phone)
        pages.append(page := context.new_page())
        enter(page, name, path)
        page.wait_for_url(f"**{path}")
        return page

    yield come_in
    for page in pages:
        page.context.close()


def seen(page: Page) -> set[str]:
    """Where the links lead that are in sight."""
    found: list[str] = page.evaluate(SEEN)
    return set(found)


@pytest.mark.parametrize("name", ["petra", "mira"])
def test_the_page_of_a_series_is_short_and_has_one_way_on(come: Callable[..., Page], name: str) -> None:
    page = come(name, SALT_ROAD, DESK)
    assert page.evaluate("document.documentElement.scrollHeight") <= TALL
    assert len(page.evaluate(SEEN)) <= LINKS
    primary = page.locator(".btn--go")
    expect(primary).to_have_count(1)
    expect(primary).to_have_text("Go to the table: The Toll Bridge")
    expect(primary).to_have_attribute("href", "/scenes/4/")
    for shown in ("Next session", "Here now"):
        expect(page.get_by_text(shown, exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", ["petra", "mira"])
def test_what_the_page_led_to_is_within_two_taps(come: Callable[..., Page], name: str, size: ViewportSize) -> None:
    page = come(name, SALT_ROAD, size)
    if size == DESK:
        expect(page.locator(".rooms [role=search]")).to_be_visible()
    found = seen(page) | ({f"{SALT_ROAD}search/"} if size == DESK else set())
    doors = [href for href in seen(page) if "#chronicle" in href]
    for fold in page.locator("summary").all():
        fold.click()
        page.wait_for_load_state("networkidle")
        found |= seen(page)
        fold.click()
    for href in doors:
        page.goto(href)
        found |= seen(page)
    assert [href for href in REACHED[name] if href not in found] == []


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_stranger_to_the_page_needs_few_taps(come: Callable[..., Page], size: ViewportSize) -> None:
    mira = come("mira", "/", size)
    expect(mira.locator(".btn--go")).to_have_count(1)
    mira.locator(".btn--go").click()  # one tap to the roll that waits for her
    expect(mira.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(mira.locator(".hand__head h2")).to_be_visible()
    mira.goto("/")
    mira.get_by_role("link", name="Proposed:").click()  # one tap to the next session
    mira.wait_for_url("**/sessions/1/")
    petra = come("petra", "/", size)
    petra.get_by_role("link", name="The Salt Road").click()
    petra.get_by_role("link", name="Invite").click()
    petra.locator("form[action$='/invites/new/'] button").click()  # the third tap has made the link
    expect(petra.locator("input[value*='/join/']").first).to_be_visible()


def test_the_fold_of_rooms_covers_nothing_and_is_opened_by_a_key(come: Callable[..., Page]) -> None:
    for size in (PHONE, DESK):
        page = come("petra", SALT_ROAD, size)
        title, more = page.get_by_role("heading", level=1), page.locator(".rooms summary")
        more.focus()
        page.keyboard.press("Enter")
        last = page.get_by_role("link", name="Delete series")
        expect(last).to_be_visible()
        below, above = title.bounding_box(), last.bounding_box()
        assert below
        assert above
        assert above["y"] + above["height"] <= below["y"]
        expect(more).to_be_focused()
        assert_axe_finds_nothing(page)
        page.keyboard.press("Enter")
        expect(last).to_be_hidden()


def test_an_earlier_story_unfolds_in_its_place(come: Callable[..., Page]) -> None:
    page = come("mira", SALT_ROAD, DESK)
    expect(page.get_by_role("link", name="Fire on the Landing")).to_have_count(0)
    page.locator("summary", has_text="Out of the Reeds").click()
    expect(page.get_by_role("link", name="Fire on the Landing", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Downtime: Ten Days Upriver")).to_be_visible()
    assert_axe_finds_nothing(page)


@pytest.mark.parametrize("who", ["petra", "mira"])
@pytest.mark.parametrize(
    "path", ["/", f"{SALT_ROAD}?whole=1", "/downtime/2/", "/downtime/1/", "/characters/3/experience/"]
)
def test_pages_between_have_one_primary_button_at_most(come: Callable[..., Page], who: str, path: str) -> None:
    page = come(who, "/", DESK)
    page.goto(path)
    primary = partial(page.locator(".btn--go").filter, visible=True)
    assert primary().count() <= 1
