"""Seats that play themselves, in a browser: they act while somebody watches, and a fight is rehearsed."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_axe_finds_nothing

SECONDS = 1000


def open_fight_tool(page: Page) -> None:
    if (tools := page.locator(".hand__head").get_by_role("button", name="Tools", exact=True)).is_visible():
        tools.click()
    page.locator(".hand .chip", has_text="Fight and foes").click()
    expect(page.locator("form[data-act='tool-let-play']")).to_be_visible(timeout=20 * SECONDS)


def test_a_fight_plays_itself_while_the_storyteller_watches_and_stops_at_one_tap(
    at_table: Callable[..., Page],
) -> None:
    petra, aino = at_table("petra", "exalted2e"), at_table("aino", "exalted2e")
    open_fight_tool(petra)
    form = petra.locator("form[data-act='tool-let-play']")
    for label in ("Everyone", "Your own steps"):
        form.get_by_label(label).check()
    form.get_by_role("button", name="Let them play by themselves").click()
    expect(petra.get_by_role("button", name="Stop all").first).to_be_visible()
    expect(petra.locator(".p__note", has_text="plays itself").first).to_be_visible()
    acts = petra.locator(".log__list .by", has_text="automatic: weakest first")
    expect(acts.nth(1)).to_be_visible(timeout=30 * SECONDS)
    expect(aino.locator(".log__list .by", has_text="automatic").first).to_be_visible()
    assert not aino.get_by_role("button", name="Stop").count(), "who only watches stops nobody"
    petra.get_by_role("button", name="Stop all").first.click()
    expect(petra.get_by_role("button", name="Stop all")).to_have_count(0)
    before = petra.locator(".log__list .e").count()
    petra.wait_for_timeout(5 * SECONDS)
    assert petra.locator(".log__list .e").count() == before
    assert_axe_finds_nothing(petra)


def test_a_rehearsal_shows_a_fight_to_its_end(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "exalted2e")
    table = petra.url
    open_fight_tool(petra)
    petra.get_by_role("link", name="Rehearse this fight").click()
    expect(petra.locator("h1")).to_contain_text("Rehearsal:")
    expect(petra.locator(".log__list .e").nth(3)).to_be_visible(timeout=20 * SECONDS)
    expect(petra.get_by_role("button", name="X-Card")).to_have_count(0)
    petra.get_by_role("button", name="Stop").click()
    expect(petra.locator("#link-state")).to_have_attribute("data-state", "stopped")
    assert_axe_finds_nothing(petra)
    petra.get_by_role("link", name="Delete rehearsal").click()
    petra.wait_for_url(table)
