"""The list of what I can do, on a phone and by touch: it stands still, and no form forgets what was typed into it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE

TOP = "node => node.getBoundingClientRect().top"
STILL = 2
"""px that are no jump."""


@pytest.mark.parametrize("system", ["exalted2e", "exalted3e", "wod2004", "v20da"])
def test_the_list_stands_still_under_the_finger(sit: Callable[..., Page], system: str) -> None:
    page, fetched = sit("mira", system, phone=True), list[str]()
    page.on("request", lambda request: fetched.append(request.url) if "/folds/o-" in request.url else None)
    card = page.locator("#mine .mine")
    place, words = card.locator(".choose__place"), card.locator(".offer:not([hidden]) textarea")
    assert card.locator(".choose__list").bounding_box()["height"] <= PHONE["height"] / 2  # type: ignore[index]
    if written := words.count():
        words.first.fill("Over the rail")
    if card.locator(".choose__more").count():
        card.locator(".choose__more > summary").tap()
        card.locator(".choose__more .choose__row").first.wait_for()
    rows = card.locator(".choose__row").all()
    for row in [*rows[1:], rows[0]]:
        label = row.locator("label")
        label.scroll_into_view_if_needed()
        before = label.evaluate(TOP), place.evaluate(TOP)
        label.tap()
        place.locator("> .offer:not([hidden]) form").wait_for()
        page.wait_for_timeout(30)
        after = label.evaluate(TOP), place.evaluate(TOP)
        assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < STILL, label.inner_text()
        assert row.locator("input[type=radio]").is_checked()
    assert len(fetched) == len(rows) - 1  # the first form came with the page, and none comes twice
    if written:
        expect(words.first).to_have_value("Over the rail")


def test_a_form_is_weighed_when_somebody_asks_and_follows_what_is_chosen(sit: Callable[..., Page]) -> None:
    page, asked = sit("mira", "exalted2e", phone=True), list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/weigh/" in request.url else None)
    form = page.locator("#mine .choose__place > .offer:not([hidden]) form")
    targets, fold = form.locator("input[name='m.target']"), form.locator("details[id$='-weigh']")
    targets.nth(1).check(force=True)
    assert asked == []
    fold.locator("> summary").press("Enter")
    number = fold.locator(".weigh__rows b").first
    expect(number).to_have_text(form.locator("[id$='-target-2-when']").inner_text())
    targets.nth(0).check(force=True)
    expect(number).to_have_text(form.locator("[id$='-target-1-when']").inner_text())
