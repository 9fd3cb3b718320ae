"""The end of a series: its owner takes the file and removes it, and whoever sat there is told; and clocks and words
that would have been lost on the way."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.e2e.conftest import Server, enter
from tests.ready import DEMO

SERIES = "The Salt Road"
HOUR = """() => new Date(Object.values(JSON.parse(document.getElementById("facts").textContent).log)[0].at)
  .toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })"""
"""When the oldest entry of the page was made, by the clock of its browser."""


@pytest.fixture(scope="module")
def demo(make_server: Callable[..., Server]) -> Server:
    """A server of its own: what goes here would be missing elsewhere."""
    return make_server(on=DEMO)


@pytest.fixture
def come(browser: Browser, demo: Server) -> Iterator[Callable[..., Page]]:
    pages: list[Page] = []

    def come_in(name: str, zone: str, width: int) -> Page:
        size = ViewportSize(width=width, height=844)
        context = browser.new_context(base_url=demo.url, timezone_id=zone, viewport=size)
        pages.append(page := context.new_page())
        enter(page, name)
        page.get_by_role("link", name=SERIES, exact=True).click()
        return page

    yield come_in
    for page in pages:
        page.context.close()


def test_a_series_from_its_deadline_to_its_end(come: Callable[..., Page], tmp_path: Path) -> None:
    petra, mira = come("petra", "Europe/Helsinki", 1440), come("mira", "America/New_York", 390)
    series = petra.url

    # A deadline is typed by one clock and read by another.
    petra.get_by_role("link", name="Open downtime:").click()
    expect(petra.locator("main")).to_contain_text("In your time zone, Europe/Helsinki")
    petra.locator("summary", has_text="Deadline, edit, cancel").click()
    petra.get_by_label("Close automatically at").fill("2030-01-15T18:00")
    petra.get_by_role("button", name="Set").click()
    expect(petra.locator("main")).to_contain_text("It closes on 15 January 2030, 18:00 (Europe/Helsinki).")
    mira.get_by_role("link", name="Open downtime:").click()
    expect(mira.locator("main")).to_contain_text("It closes on 15 January 2030, 11:00 (America/New York).")

    # A project begun among the days leads back to them, and its form is fresh.
    mira.get_by_role("link", name="Plan the days").click()
    mira.get_by_role("link", name="Start a project").click()
    mira.get_by_label("What you are making").fill("A raft")
    for box in mira.locator("main select").all():
        box.select_option(index=1)
    mira.get_by_role("button", name="Start", exact=True).click()
    expect(mira.get_by_label("Work on a project")).to_be_checked()
    expect(mira.locator("[name=project] option:checked")).to_have_text("A raft")
    mira.go_back()
    expect(mira.get_by_label("What you are making")).to_have_value("")

    # A picture that a player uploads on a phone stands in the notes of all who know of it.
    Image.new("RGB", (900, 600), "teal").save(tmp_path / "IMG_2041.png")
    mira.goto(series)
    mira.locator("summary", has_text="More").click()
    mira.get_by_role("link", name="Pictures").click()
    mira.get_by_text("Add", exact=True).click()
    mira.get_by_label("File", exact=True).set_input_files(tmp_path / "IMG_2041.png")
    mira.get_by_label("Title").fill("The weir")
    mira.get_by_label("Everyone", exact=True).check()
    mira.get_by_role("button", name="Upload").click()
    code = mira.get_by_label("Code of The weir").input_value()
    petra.locator("summary", has_text="Deadline, edit, cancel").click()
    petra.get_by_role("link", name="Edit", exact=True).click()
    petra.get_by_label("Notes for everyone").fill(f"They rest below @Deruvin’s tower.\n\n{code}")
    petra.get_by_role("button", name="Save").click()
    mira.goto(petra.url)
    picture = mira.get_by_role("img", name="The weir")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
    expect(mira.locator("main")).not_to_contain_text("IMG_2041")

    # The table's hours are those of this browser.
    mira.goto(series)
    mira.get_by_role("link", name="Go to the table").click()
    expect(mira.locator("#link-state")).to_have_attribute("data-state", "live")
    mira.locator(".tabs a").nth(2).click()
    mira.locator("#say").fill("What time is it?")
    mira.keyboard.press("Enter")
    expect(mira.locator(".log li.e").last).to_contain_text("What time is it?")
    assert mira.locator(".log li.turn").filter(has_text=mira.evaluate(HOUR)).count()

    # Meanwhile a sheet stands half filled in another tab when the series goes.
    sheet = mira.context.new_page()
    sheet.goto(series)
    sheet.get_by_role("link", name="Ysane of the Reeds", exact=True).click()
    sheet.get_by_role("link", name="Edit", exact=True).first.click()
    sheet.get_by_role("button", name="Story", exact=True).click()
    sheet.get_by_role("textbox", name="Notes").first.fill("She counts the arches.")

    petra.goto(series)
    petra.locator("summary", has_text="More").click()
    petra.get_by_role("link", name="Delete series").click()
    expect(petra.locator("main")).to_contain_text("They will lose it too: mira")
    with petra.expect_download() as taken:
        petra.get_by_role("link", name="Export the whole series").click()
    assert taken.value.suggested_filename == "the-salt-road.storywheel.gz"
    remove = petra.get_by_role("button", name="Delete it for everyone")
    remove.click()
    expect(petra.get_by_label("Name of the series")).to_have_attribute("aria-invalid", "true")
    petra.get_by_label("Name of the series").fill("the salt road")
    remove.dblclick()
    expect(petra.locator("main")).to_contain_text("was deleted with everything in it.")
    expect(petra.get_by_role("link", name=SERIES, exact=True)).to_have_count(0)

    expect(mira.locator("#link-state")).to_have_text("You are signed out, or no longer at this table. Reload.")
    expect(mira.locator("#link-state")).to_be_in_viewport(ratio=1)
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.get_by_label("What you typed, to copy")).to_have_value(re.compile("She counts the arches"))
