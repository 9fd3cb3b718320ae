"""A whole fight by keyboard alone, from opening it to its end, told in a polite live region as it goes."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

FAR = 400
"""So many presses of Tab and a control counts as out of reach."""
NEAR = 60
"""The same for what waits for me: it has a key of its own."""
MOST = 60
"""Commands until somebody must have been hurt."""


@pytest.fixture
def desk(sit: Callable[..., Page]) -> Page:
    """The Storyteller's page of a scene without a fight. Whoever uses the mouse here is found out."""
    page = sit("petra", "empty")
    page.evaluate("document.addEventListener('mousedown', () => { document.body.dataset.mouse = 'used' })")
    return page


def tab_to(page: Page, target: Locator, most: int = FAR) -> None:
    """Go to a control as a person without a mouse does."""
    wanted = target.element_handle()
    for _ in range(most):
        if page.evaluate("node => node === document.activeElement", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{most} times Tab does not lead to {target}")


def press(page: Page, target: Locator, key: str = "Enter", most: int = FAR) -> None:
    """Go to a control and use it."""
    tab_to(page, target, most)
    page.keyboard.press(key)


def number(page: Page) -> int:
    return int(page.locator("[data-socket]").get_attribute("data-number") or -1)


def wait_past(page: Page, before: int) -> None:
    deadline = time.monotonic() + 10
    while number(page) <= before:
        assert time.monotonic() < deadline, page.locator("#refusal").text_content()
        page.wait_for_timeout(20)


def bring_in(page: Page, form: Locator, name: str) -> None:
    """Choose one character and bring it in on the side that the form suggests."""
    box = form.get_by_role("checkbox", name=name)
    if not box.is_checked():
        press(page, box, "Space")
    before = number(page)
    press(page, form.get_by_role("button", name="Add"))
    wait_past(page, before)


def act(page: Page) -> str:
    """Do what waits first: answer a prompt, or act for whoever's turn it is; strike if that is to be had."""
    before = number(page)
    page.keyboard.press("a")
    card = page.locator("#mine > section.mine, #waiting > details.prompt").first
    if card.evaluate("node => node.matches('details:not([open])')"):
        press(page, card.locator("> summary"), most=NEAR)
    card.locator("form.offer__form").first.wait_for()  # fetched, where the card was folded
    strikes, form = card.locator(".choose__list input[id*=Attack]"), card.locator("form.offer__form").first
    if strikes.count():
        choose(page, card, strikes.first)
        form = card.locator(".offer:not([hidden]) form.offer__form")
    kind = str(form.locator("input[name=kind]").get_attribute("value"))
    press(page, form.locator("button.btn--go"), most=NEAR)
    wait_past(page, before)
    return kind


def choose(page: Page, card: Locator, wanted: Locator) -> None:
    """Go through the list by arrow keys, and from there into the form by Enter."""
    tab_to(page, card.locator(".choose__list input:checked"), most=NEAR)
    for _ in range(NEAR):
        if wanted.is_checked():
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert card.locator(".offer:not([hidden]) form.offer__form").evaluate("form => form.matches(':focus-within')")


def test_a_fight_by_keyboard_alone(desk: Page) -> None:
    press(desk, desk.get_by_role("button", name="Start a fight"))
    expect(desk.locator("#cast-own-form")).to_be_attached()
    bring_in(desk, desk.locator("#cast-own-form"), "Ysane of the Reeds")
    bring_in(desk, desk.locator("#cast form.castform:has([name=copies])").last, "Captain Deruvin")
    before = number(desk)
    press(desk, desk.locator("#cast form:has(input[value=StartBattle]) button"))
    wait_past(desk, before)

    said = desk.locator("#said")
    assert said.get_attribute("role") == "status"  # polite by itself
    told: list[str] = []
    kinds: list[str] = []
    while "DeclareAttack" not in kinds or not desk.locator("#fighters svg .hm").count():
        kinds.append(act(desk))
        told.append(said.inner_text())
        assert desk.evaluate("document.activeElement !== document.body"), f"after {kinds} the focus is lost"
        assert len(kinds) < MOST
    assert all(told)
    assert len(set(told)) > len(told) / 2

    press(desk, desk.locator("#cast-close > summary"))
    # Where the blow felled the only foe, the question whether to end the fight has such a button too.
    press(desk, desk.locator("#cast-close-form").get_by_role("button", name="End now"))
    expect(said).to_contain_text("The fight is over")
    assert desk.evaluate("document.body.dataset.mouse") is None


def test_who_opens_more_actions_goes_on_in_them_by_the_arrow_keys(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "exalted3e")
    mira.keyboard.press("a")
    more = mira.locator("#mine .choose__more")
    press(mira, more.locator("> summary"), most=NEAR)
    first, second = (more.locator("input[type=radio]").nth(place) for place in (0, 1))
    expect(first).to_be_focused()
    mira.keyboard.press("ArrowDown")
    expect(second).to_be_checked()
    mira.keyboard.press("Enter")
    form = mira.locator("#mine .offer:not([hidden]) form.offer__form")
    form.wait_for()
    assert form.evaluate("form => form.matches(':focus-within')")


@pytest.mark.parametrize("game", ["exalted3e", "wod2004", "v20da"])
def test_who_acts_for_others_keeps_the_focus(sit: Callable[..., Page], game: str) -> None:
    page, kinds = sit("petra", game), []
    for _ in range(6):
        kinds.append(act(page))
        assert page.evaluate("document.activeElement !== document.body"), f"after {kinds} the focus is lost"
    assert page.locator("#said").inner_text()


def test_every_single_key_leads_somewhere(desk: Page) -> None:
    for key, place in {"/": "#say", "r": "#rolls", "l": "#log-part", "a": "#act"}.items():
        desk.evaluate("document.activeElement.blur()")
        desk.keyboard.press(key)
        assert desk.evaluate("place => !!document.activeElement.closest(place)", place), key
        desk.keyboard.press("Tab") if key == "/" else None
    desk.keyboard.press("?")
    expect(desk.locator("#comfort")).to_be_visible()
    desk.keyboard.press("Escape")
    expect(desk.locator("#comfort")).to_be_hidden()


def test_new_foes_are_typed_at_once(desk: Page) -> None:
    press(desk, desk.locator("#cast-foes > summary"))
    expect(desk.locator("#cast-foes-line")).to_be_focused()
