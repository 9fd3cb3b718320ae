"""The moves that I can choose from, on a phone and by touch: they stand still, and no form forgets what was typed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE

TOP = "node => node.getBoundingClientRect().top"
STILL = 2
"""px that are no jump."""


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004", "v20da"])
def test_the_moves_stand_still_under_the_finger(at_table: Callable[..., Page], system: str) -> None:
    page, fetched = at_table("mira", system, phone=True), list[str]()
    page.on("request", lambda request: fetched.append(request.url) if "/stage/offers/" in request.url else None)
    moves, hand = page.locator("#moves"), page.locator(".hand__box")
    assert (moves.bounding_box() or {"height": PHONE["height"]})["height"] <= PHONE["height"] / 2
    words = page.locator(".hand textarea").first
    if written := words.count():
        if (closed := page.locator(".hand .extra:has(textarea) .extra__open").first).is_visible():
            closed.tap()
        words.fill("Over the rail")
    if moves.locator(".more").count():
        moves.locator(".more").tap()
    values = moves.locator("input").evaluate_all("all => all.map(one => one.value)")
    for value in [*values[1:], values[0]]:
        move = moves.locator(f"label:has([value='{value}'])")
        move.scroll_into_view_if_needed()
        before = move.evaluate(TOP), hand.evaluate(TOP)
        move.tap()
        expect(page.locator(".hand .btn--go")).to_have_attribute("aria-disabled", "false")
        after = move.evaluate(TOP), hand.evaluate(TOP)
        assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < STILL, move.inner_text()
        expect(move.locator("input")).to_be_checked()
    assert len(fetched) == len(values) - 1  # the first form came with the page, and none comes twice
    if written:
        expect(words).to_have_value("Over the rail")


def test_a_move_is_compared_when_somebody_asks_and_never_as_it_was_before(at_table: Callable[..., Page]) -> None:
    page, asked = at_table("mira", "exalted2e", phone=True), list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/stage/outlook/" in request.url else None)
    targets, number = page.locator(".whom label"), page.locator(".way.is-on b").first
    for place in (1, 0):
        target = targets.nth(place)
        target.tap()
        chance = str(target.locator(".n").get_attribute("title"))
        expect(number).to_have_count(0)
        assert len(asked) == 1 - place
        page.locator("[data-compare]").tap()
        expect(number).to_have_text(chance)
        page.locator("[data-compare]").tap()
