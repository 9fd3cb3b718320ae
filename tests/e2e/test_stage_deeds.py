"""What the Storyteller does with tasks, stunts and steps at the drawn table, and what a player sees of it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.test_stage_tools import assert_it_fits, at_bridge, open_tool

__all__ = ["at_bridge"]
YSANE = "Ysane of the Reeds"


def set_task(page: Page, title: str) -> None:
    """Ask Ysane for extended work of 20 successes."""
    open_tool(page, "New task")
    form = page.locator("#f-tool-new-StartTask")
    form.locator("[name=title]").fill(title)
    form.locator("[name=action][value=extended]").check()
    form.locator(".tickbox", has_text=YSANE).first.click()
    form.locator("[name=traits]").fill("Wits + Awareness")
    form.locator("[name=target]").fill("20")
    form.locator("[name=interval]").fill("6")
    page.locator(".hand__foot .btn--go").click()
    expect(page.locator(".task h3").first).to_have_text(title)


def open_rulings(page: Page) -> None:
    """Open what can be done with the newest task, unless it is open."""
    fold = page.locator(".task").first.locator("> details")
    if fold.get_attribute("open") is None:
        fold.locator("> summary").click()


def test_tasks_stunts_and_steps_are_ruled_where_they_stand(at_bridge: Callable[..., Page]) -> None:
    petra, mira = at_bridge("petra"), at_bridge("mira", phone=True)
    open_tool(petra, "Fight and foes")
    petra.get_by_role("button", name="End the fight").click()
    expect(petra.locator(".scene__head h2")).to_be_visible()

    # A stunt is awarded, is said to both, and is taken back.
    open_tool(petra, "Stunt reward")
    petra.locator(".hand .opt", has_text=YSANE).click()
    petra.locator(".hand__foot .btn--go").click()
    said = f"{YSANE} has a stunt rated 1 for the next roll."
    row = petra.locator(".at-rest li", has_text=said)
    expect(row).to_be_visible()
    expect(mira.locator(".at-rest li", has_text=said)).to_have_count(1)
    row.get_by_role("button", name="Take back").click()
    expect(mira.locator(".at-rest li", has_text=said)).to_have_count(0)

    # Her total is set, an interval is interrupted, the task is cancelled and set again.
    set_task(petra, "The wet lock")
    expect(mira.locator(".hand.is-asking #hand-h")).to_contain_text(YSANE)
    assert_it_fits(mira)
    task = petra.locator(".task").first
    open_rulings(petra)
    task.locator("[name=total]").fill("5")
    task.get_by_role("button", name="Set", exact=True).click()
    expect(mira.locator(".task .n").first).to_have_text("5 / 20")
    task.locator("summary", has_text=f"Interrupt {YSANE}").click()
    task.get_by_role("button", name=f"Interrupt {YSANE}").click()
    expect(petra.locator(".log li", has_text="is interrupted with 3 of 6 parts").last).to_be_visible()
    task.get_by_role("button", name="Cancel task").click()
    expect(mira.locator(".hand.is-asking")).to_have_count(0)
    open_rulings(petra)
    task.get_by_role("button", name="Try again").click()
    expect(mira.locator(".hand.is-asking")).to_have_count(1)

    # What an undo takes back is said before it is done.
    petra.locator(".just [data-undo]").click()
    expect(petra.locator(".hand .cap")).to_contain_text("Taken back: entry")
    petra.locator(".hand__foot .btn--go").click()
    expect(mira.locator(".hand.is-asking")).to_have_count(0)
    open_rulings(petra)
    assert_axe_finds_nothing(petra)
