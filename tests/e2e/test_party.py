"""A scene without a fight, by a finger: points, boxes, a roll that is kept; and a box in a fight."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.e2e.test_stage_tools import open_tool

YSANE = "Ysane of the Reeds"


def open_row(page: Page, name: str) -> Locator:
    """Open the controls of somebody, on a phone behind their own tab."""
    if (tab := page.locator(".tabs a").nth(1)).is_visible():
        tab.tap()
    row = page.locator(".people li.p", has_text=name)
    row.locator(".p__name").click()
    row.locator(".ctl").wait_for()
    return row


def test_points_boxes_and_kept_rolls_take_one_tap(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "quiet", phone=True), at_table("petra", "quiet", phone=True)
    newest = mira.locator(".log li.e").last
    hers = open_row(mira, YSANE)
    hers.get_by_role("button", name="Personal motes: less").tap()
    expect(newest).to_contain_text("Personal motes 12 to 11.")
    motes = hers.get_by_label("Personal motes: how many")
    motes.fill("2")
    motes.press("Enter")
    expect(newest).to_contain_text("Personal motes 11 to 9.")
    expect(motes).to_have_value("")
    harm = hers.get_by_role("button", name="Lethal", exact=True)
    bounds = harm.bounding_box()
    assert bounds
    assert min(bounds["width"], bounds["height"]) >= 44
    harm.tap()
    expect(newest).to_contain_text("Health 1 bashing to 1 lethal, 1 bashing.")
    expect(petra.locator(".log li.e").last).to_contain_text("1 lethal, 1 bashing.")
    hers.get_by_role("button", name="drunk").tap()
    expect(newest).to_contain_text("mira adds a condition to Ysane of the Reeds: drunk.")
    hers.get_by_role("button", name="drunk", pressed=True).tap()
    expect(newest).to_contain_text("mira removes a condition from Ysane of the Reeds: drunk.")
    hers.locator("[data-roll]").tap()
    mira.get_by_role("button", name="Save roll").tap()
    mira.locator(".hand__head .unfold").tap()
    saved = mira.locator(".at-rest form", has=mira.locator("[name=favorite]"))
    expect(saved).to_have_count(2)
    saved.last.get_by_role("button", name="Roll").tap()
    expect(newest).to_contain_text("rolls Dexterity + Athletics")
    petra.locator(".tabs a").nth(2).tap()
    petra.locator(".log li.e", has_text="to 1 lethal, 1 bashing.").locator(".e__line").tap()
    petra.get_by_role("button", name="Undo to here").tap()
    petra.locator(".hand__foot .btn--go").tap()
    boxes = mira.locator(".me__boxes svg")
    expect(boxes).to_have_attribute("aria-label", "Health: 1 bashing of 7 boxes")  # those before the tap
    fight = at_table("petra", "exalted2e", phone=True)
    row = open_row(fight, "Captain Deruvin")
    marks = row.locator(".p__boxes .hm")
    marked = marks.count()
    row.get_by_role("button", name="Lethal", exact=True).tap()
    expect(fight.locator(".log li.e").last).to_contain_text("The Storyteller changes Captain Deruvin: Lethal levels")
    expect(marks).to_have_count(marked + 1)


def test_the_board_on_the_page_of_the_series_follows_the_table(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "quiet"), at_table("petra", "quiet")
    petra.locator(".crumbs a[href^='/series/']").click()
    row = petra.locator("#party li", has_text=YSANE)
    link = row.get_by_role("link", name=YSANE)
    link.focus()
    open_row(mira, YSANE).get_by_role("button", name="frightened").click()
    expect(row).to_contain_text("frightened")
    expect(link).to_be_focused()


def test_every_side_scene_is_in_sight_on_a_phone(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "quiet", phone=True)
    open_tool(petra, "Side scenes")
    petra.get_by_label("New side scene").fill("W" * 60)
    petra.locator(".hand__foot .btn--go").tap()
    petra.locator(".tabs a").nth(2).tap()
    chips = petra.locator(".sides .chip")
    expect(chips).to_have_count(3)
    for chip in chips.all():
        box = chip.bounding_box()
        assert box
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390
        assert box["height"] >= 44
