"""The line between a page and its server: lost without a word, and found again."""

from playwright.sync_api import Browser, expect

from tests.e2e.cable import Cable
from tests.e2e.conftest import Stage

STILL, SOON = 46_000, 6_000
"""Milliseconds: longer than a page believes a line that says nothing, and than it waits between two questions."""


def test_a_line_that_dies_silently_is_noticed_and_found_again(browser: Browser, stage: Stage) -> None:
    cable = Cable(stage.server.port)
    context = browser.new_context(base_url=cable.url, storage_state=stage.sign_in("aino"))
    page = context.new_page()
    page.clock.install()
    page.goto(stage.places["exchange"])
    link = page.locator("#link-state")
    expect(link).to_have_attribute("data-state", "live")
    cable.hush()
    page.clock.fast_forward(STILL)
    expect(link).to_have_attribute("data-state", "offline")
    cable.mend()
    page.wait_for_timeout(200)
    page.clock.fast_forward(SOON)
    expect(link).to_have_attribute("data-state", "live")
    context.close()
