"""The scene's page in a browser without scripts: what can be done at the table is done here by links and forms."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE, Stage


@pytest.fixture
def without_scripts(browser: Browser, stage: Stage) -> Iterator[Callable[[str, str], Page]]:
    """Seats somebody of the demo at the plain page of a scene, on a phone without scripts."""
    pages: list[Page] = []

    def sit_down(name: str, scene: str) -> Page:
        door = stage.sign_in(name)
        context = browser.new_context(base_url=stage.url, storage_state=door, viewport=PHONE, java_script_enabled=False)
        pages.append(page := context.new_page())
        page.goto(f"{stage.places[scene]}plain/")
        return page

    yield sit_down
    for page in pages:
        page.context.close()


def test_an_attack_is_chosen_by_a_link_and_declared_by_its_form(
    without_scripts: Callable[[str, str], Page], stage: Stage
) -> None:
    mira = without_scripts("mira", "exalted2e")
    mira.locator(".plain__part--due").get_by_role("link", name="Attack").first.click()
    mira.locator("#opened").get_by_label("Toll guard 1").first.check()
    mira.locator("#opened .btn--go").click()
    expect(mira).to_have_url(f"{stage.url}{stage.places['exalted2e']}plain/")
    expect(mira.locator(".refusal")).to_have_count(0)
    expect(mira.locator("#log-part li").first).to_contain_text("Ysane of the Reeds")


def test_a_prompt_is_answered_by_a_button(without_scripts: Callable[[str, str], Page]) -> None:
    mira = without_scripts("mira", "exchange")
    mira.locator(".plain__part--due .btn--go").first.click()
    blow = "Captain Deruvin attacks Ysane of the Reeds with the slashing sword:"
    expect(mira.locator("#log-part li", has_text=blow)).to_have_count(1)


def test_people_speak_and_roll(without_scripts: Callable[[str, str], Page]) -> None:
    mira = without_scripts("mira", "exalted3e")
    mira.locator("#say [name=text]").fill("Hold the rope!")
    mira.keyboard.press("Enter")
    expect(mira.locator("#log-part li").first).to_contain_text("Hold the rope!")
    mira.locator("#rolls a").first.click()
    mira.locator("#opened .btn--go").click()
    expect(mira.locator("#log-part li").first).to_contain_text("Mereth Vane rolls")


def test_enter_in_a_field_wounds_nobody(without_scripts: Callable[[str, str], Page], stage: Stage) -> None:
    petra = without_scripts("petra", "wod2004")
    petra.locator("#people").get_by_role("link", name="Details").first.click()
    url, form = petra.url, petra.locator("#opened form", has=petra.get_by_role("button", name="Bashing"))
    form.get_by_label("Reason (optional)").fill("A fall")
    petra.keyboard.press("Enter")
    expect(petra).to_have_url(url)
    expect(form.get_by_label("Reason (optional)")).to_have_value("A fall")
    form.get_by_role("button", name="Bashing", exact=True).click()
    expect(petra).to_have_url(f"{stage.url}{stage.places['wod2004']}plain/")
    expect(petra.locator("#log-part li").first).to_contain_text("A fall")
