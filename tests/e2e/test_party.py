"""A scene without a fight, by a finger: points, boxes, a roll that is kept; and a box in a fight."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_points_boxes_and_kept_rolls_take_one_tap(sit: Callable[..., Page]) -> None:
    mira, petra = sit("mira", "quiet", phone=True), sit("petra", "quiet", phone=True)
    newest = mira.locator("#log > li").first
    spend = mira.get_by_role("button", name="Personal motes: one less")
    for _ in range(3):  # one command, by a quick finger and by a slow one
        spend.tap()
        mira.wait_for_timeout(500)
    expect(newest).to_contain_text("Personal motes 12 to 9.")
    box = mira.get_by_role("button", name="Mark box 2")
    bounds = box.bounding_box()
    assert bounds
    assert min(bounds["width"], bounds["height"]) >= 44
    box.tap()
    expect(newest).to_contain_text("Health 1 bashing to 1 lethal, 1 bashing.")
    expect(petra.locator("#log > li").first).to_contain_text("1 lethal, 1 bashing.")
    mira.get_by_role("button", name="drunk").tap()
    expect(newest).to_contain_text("mira adds a condition to Ysane of the Reeds: drunk.")
    mira.get_by_role("button", name="drunk", pressed=True).tap()
    expect(newest).to_contain_text("mira removes a condition from Ysane of the Reeds: drunk.")
    mira.locator("#rolls button.keep").tap()
    expect(mira.locator(".favs li")).to_have_count(2)
    mira.locator(".fav__roll").last.tap()
    expect(newest).to_contain_text("rolls Dexterity + Athletics")
    wound = petra.locator("#log > li", has_text="to 1 lethal, 1 bashing.")
    wound.get_by_role("link", name="Take back").tap()
    petra.locator("#undo-preview button").tap()
    expect(mira.locator(".pc--own .boxes")).to_have_attribute(
        "aria-label", "Health: 1 bashing of 7 boxes"
    )  # the boxes are those before the tap
    fight = sit("petra", "exalted2e", phone=True)
    row = fight.locator("#fighters li[id^=c-]", has_text="Captain Deruvin")
    marked = row.locator("summary .hb--l, summary .hb--b, summary .hb--a").count()
    row.locator("summary").first.tap()
    row.get_by_role("button", name="Mark box").first.tap()
    expect(fight.locator("#log > li").first).to_contain_text("The Storyteller changes Captain Deruvin: Lethal levels")
    expect(row.locator("summary .hm")).to_have_count(marked + 1)


def test_the_board_on_the_page_of_the_series_follows_the_table(sit: Callable[..., Page]) -> None:
    mira, petra = sit("mira", "quiet"), sit("petra", "quiet")
    petra.locator(".crumbs a[href^='/series/']").click()
    row = petra.locator("#party li", has_text="Ysane of the Reeds")
    link = row.get_by_role("link", name="Ysane of the Reeds")
    link.focus()
    mira.get_by_role("button", name="frightened").click()
    expect(row).to_contain_text("frightened")
    expect(link).to_be_focused()


def test_every_strand_is_in_sight_on_a_phone(sit: Callable[..., Page]) -> None:
    petra = sit("petra", "quiet", phone=True)
    petra.locator("#stranddesk-fold > summary").tap()
    petra.get_by_label("New side scene").fill("W" * 60)
    petra.locator("#strand-new").get_by_role("button", name="Open").tap()
    expect(petra.locator("#strands .strand")).to_have_count(3)
    for chip in petra.locator("#strands .strand").all():
        box = chip.bounding_box()
        assert box
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390
        assert box["height"] >= 44
