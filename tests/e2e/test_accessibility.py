"""axe finds nothing on any page, in both themes, on a phone and on a desk."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, StorageState, expect

from tests.e2e.conftest import Server
from tests.e2e.sights import SIGHTS, Sight

LOOKS = ((1440, "light"), (390, "dark"))
"""Each width and each theme: what is too faint in one theme is so at every width."""
LOOK_RULES = {
    "runOnly": {
        "type": "rule",
        "values": [
            "color-contrast",
            "link-in-text-block",
            "target-size",
            "scrollable-region-focusable",
            "aria-hidden-focus",
        ],
    }
}
"""What another width or theme can change."""
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
OPEN = "() => [...document.querySelectorAll('details')].slice(0, 8).forEach((fold) => { fold.open = true; })"
"""The first folds of a page; the rest are more of the same kinds."""
UNSTICK = """() => document.querySelectorAll('.offer__go, .odds__nums, .savebar, .tabs, .menu__body').forEach((bar) => {
  bar.style.position = 'static';
})"""
"""What sticks, or is unfolded over the page, covers other things for a moment; axe takes that for good."""
LOOKED_AT = [sight for sight in SIGHTS if not sight.is_crowded]


@pytest.mark.parametrize("sight", LOOKED_AT, ids=lambda sight: sight.name)
def test_axe_finds_nothing(
    browser: Browser,
    stage: tuple[Server, dict[str, str]],
    doors: Callable[[str], StorageState | None],
    sight: Sight,
) -> None:
    context = browser.new_context(base_url=stage[0].url, storage_state=doors(sight.who), reduced_motion="reduce")
    page = context.new_page()
    page.goto(sight.where(stage[1]))
    if sight.is_table:
        expect(page.locator("#link-state")).to_contain_text("Live")
    page.evaluate(OPEN)
    expect(page.locator("details[open] > .fold > a").filter(visible=True)).to_have_count(0)
    page.evaluate(UNSTICK)
    for i, (width, theme) in enumerate(LOOKS):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        found = Axe().run(page, options=LOOK_RULES if i else RULES)
        assert found.violations_count == 0, f"{width} {theme}\n{found.generate_report()}"
    context.close()


def test_axe_would_find_something(browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_content('<html lang="en"><title>t</title><main><h1>t</h1><img src="x"><p style="color:#aaa">faint</p>')
    found = {violation["id"] for violation in Axe().run(page, options=RULES).response["violations"]}
    context.close()
    assert {"image-alt", "color-contrast"} <= found
