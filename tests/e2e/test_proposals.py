"""A player asks for dice on a phone, the Storyteller allows them at a desk, and strikes others that counted at once."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def ask_for(mira: Page, dice: int, why: str) -> None:
    """Roll with more dice than the sheet gives."""
    mira.locator(".tabs a").nth(1).tap()
    row = mira.locator(".people li.p", has_text="Ysane")
    if not row.locator(".ctl").count():
        row.locator(".p__name").tap()
    row.locator("[data-roll]").tap()
    form = mira.locator(".hand form[data-act^='roll ']")
    form.locator("[name=why]").wait_for(state="attached")
    if (fold := form.locator(".extra__fold[aria-expanded=false]", has_text="Ask for a ruling")).count():
        fold.tap()
    form.locator("[name='r.bonus']").fill(str(dice))
    form.locator("[name=why]").fill(why)
    mira.locator(".hand .btn--go").tap()


def test_a_player_asks_and_the_storyteller_answers(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "exalted2e", phone=True), at_table("petra", "exalted2e")
    ask_for(mira, 5, "the whole cliff above her")
    expect(petra.locator("#hand-h")).to_have_text("mira asks for a ruling")
    hand = petra.locator(".hand")
    expect(hand.locator(".said")).to_contain_text("the whole cliff above her")
    expect(hand.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    hand.locator("[name='n.bonus']").fill("4")
    hand.get_by_role("button", name="Accept").click()
    expect(petra.locator("#hand-h")).not_to_have_text("mira asks for a ruling")
    expect(mira.locator(".log li.e", has_text="petra allows")).to_have_count(1)

    ask_for(mira, 2, "high ground")
    expect(petra.locator(".log li.e", has_text="Bonus dice +2 by mira: high ground")).to_have_count(1)
    counted = petra.locator(".hand .res .counted")
    expect(counted).to_contain_text("high ground")
    counted.get_by_role("button", name="Strike").click()
    for page in (mira, petra):
        expect(page.locator(".log li.e", has_text="from the same dice")).to_have_count(1)
    expect(petra.locator(".counted")).to_have_count(0)
