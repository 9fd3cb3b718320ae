"""What axe makes of a page: in both themes, on a phone and on a desk."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page, expect

LOOKS = ((1440, "light"), (390, "dark"))
"""Each width and each theme: what is too faint in one theme is so at every width."""
ONLY_FAULTS = {"resultTypes": ["violations"]}
"""Of what is well it need not make a list: that takes it longer than looking."""
LOOK_RULES = {
    **ONLY_FAULTS,
    "runOnly": {
        "type": "rule",
        "values": [
            "color-contrast",
            "link-in-text-block",
            "target-size",
            "scrollable-region-focusable",
            "aria-hidden-focus",
        ],
    },
}
"""What another width or theme can change."""
RULES = {**ONLY_FAULTS, "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
OPEN = "() => [...document.querySelectorAll('details')].slice(0, 8).forEach((fold) => { fold.open = true; })"
"""The first folds of a page; the rest are more of the same kinds."""
UNSTICK = """() => document.querySelectorAll('.offer__go, .odds__nums, .tally, .tabs, .menu__body').forEach((bar) => {
  bar.style.position = 'static';
})"""
"""What sticks, or is unfolded over the page, covers other things for a moment; axe takes that for good."""


def assert_axe_finds_nothing(page: Page) -> None:
    """Unfold it, and look at it in every way that matters."""
    page.evaluate(OPEN)
    if page.evaluate("document.scripts.length"):  # a page without scripts leads to what it does not show
        expect(page.locator("details[open] > .lazy > a").filter(visible=True)).to_have_count(0)
    page.evaluate(UNSTICK)
    page.evaluate(AXE_SCRIPT)
    for i, (width, theme) in enumerate(LOOKS):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = AxeResults(page.evaluate("rules => axe.run(rules)", LOOK_RULES if i else RULES))
        assert found.violations_count == 0, f"{width} {theme}\n{found.generate_report()}"
