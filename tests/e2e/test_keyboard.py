"""A whole fight by keyboard alone, from its beginning to its end, told in a polite live region as it goes."""

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
ASKED = ".hand .answers .ans:not([aria-disabled=true])"
WOUNDED = ".people .hm--b, .people .hm--l, .people .hm--a"


@pytest.fixture
def desk(at_table: Callable[..., Page]) -> Page:
    """The Storyteller's page of a scene without a fight. Whoever uses the mouse here is found out."""
    page = at_table("petra", "empty")
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


NEWEST = """log => {
    const line = [...log.querySelectorAll("li.e")].at(-1);
    return `${line?.id} ${line?.querySelector("b.serif")?.textContent}`;
}"""


def newest(page: Page) -> str:
    """The newest line of the log with its verdict, which the answer to an attack brings to it."""
    return str(page.locator(".log").evaluate(NEWEST))


def wait_past(page: Page, before: str) -> None:
    deadline = time.monotonic() + 10
    while newest(page) == before:
        assert time.monotonic() < deadline, page.locator(".refusal").all_text_contents()
        page.wait_for_timeout(20)


def act(page: Page) -> str:
    """Do what waits first: answer a prompt, or act for whoever's turn it is; attack if that is to be had."""
    before = newest(page)
    page.keyboard.press("a")
    if page.locator(ASKED).count():
        asked = page.locator("#hand-h").inner_text()
        press(page, page.locator(ASKED).first, most=NEAR)
        wait_past(page, before)
        return asked
    if not page.locator("#moves").count():  # somebody for whom she may act: the card lies in the hand at rest
        press(page, page.locator(".hand .at-rest .queue button").first, most=NEAR)
        page.locator("#moves, .hand .answers").first.wait_for()
        return act(page)
    go = page.locator(".hand .btn--go:not([aria-disabled=true])")
    attack = page.locator("#moves label", has_text="Attack").locator("input")
    if attack.count():
        choose(page, attack.first)
        expect(page.locator(".hand .btn--go")).to_have_attribute("aria-disabled", "false")  # its form is there
        whom = page.locator(".whom input[type=radio]")
        if whom.count() and not page.locator(".whom input:checked").count():  # nobody stands out: an ally can be hit
            press(page, whom.first, "Space", most=NEAR)
    expect(go).to_be_enabled()
    deed = go.inner_text()
    press(page, go, most=NEAR)
    wait_past(page, before)
    return deed


def choose(page: Page, wanted: Locator) -> None:
    """Go through the moves by arrow keys."""
    tab_to(page, page.locator("#moves input:checked"), most=NEAR)
    for _ in range(NEAR):
        if wanted.is_checked():
            break
        page.keyboard.press("ArrowDown")
    expect(wanted).to_be_checked()


def open_fight(page: Page) -> None:
    """Go to the tool in which a fight begins and ends."""
    press(page, page.get_by_role("button", name="Fight and foes"))
    page.locator(".hand form").first.wait_for()


def add(page: Page, side: str, *names: str) -> None:
    """Choose characters of a side and add them to the fight."""
    form, before = page.locator(f"form[id='f-tool-add-{side}']"), newest(page)
    for name in names:
        box = form.get_by_role("checkbox", name=name)
        if not box.is_checked():
            press(page, box, "Space")
    press(page, form.get_by_role("button", name="Add"))
    wait_past(page, before)


def test_a_fight_by_keyboard_alone(desk: Page) -> None:
    open_fight(desk)
    before = newest(desk)
    press(desk, desk.locator(".hand .btn--go"))
    wait_past(desk, before)
    add(desk, "own", "Ysane of the Reeds")
    add(desk, "others", "Captain Deruvin")
    before = newest(desk)
    press(desk, desk.locator(".hand").get_by_role("button", name="Join Battle"))
    wait_past(desk, before)

    said = desk.locator("#said")
    assert said.get_attribute("role") == "status"  # polite by itself
    told: list[str] = []
    deeds: list[str] = []
    while not any("Attack" in deed for deed in deeds) or not desk.locator(WOUNDED).count():
        deeds.append(act(desk))
        told.append(said.inner_text())
        assert desk.evaluate("document.activeElement !== document.body"), f"after {deeds} the focus is lost"
        assert len(deeds) < MOST
    assert all(told)
    assert len(set(told)) > len(told) / 2

    desk.keyboard.press("Escape")
    if desk.locator(".hand").get_by_role("button", name="Back").count():
        press(desk, desk.locator(".hand").get_by_role("button", name="Back"))
    open_fight(desk)
    press(desk, desk.locator(".hand").get_by_role("button", name="End the fight"))
    expect(desk.locator(".people")).not_to_contain_text("Turn order")
    assert desk.evaluate("document.body.dataset.mouse") is None


@pytest.mark.parametrize("game", ["exalted3e", "wod2004", "v20da"])
def test_who_acts_for_others_keeps_the_focus(at_table: Callable[..., Page], game: str) -> None:
    page, deeds = at_table("petra", game), list[str]()
    for _ in range(6):
        deeds.append(act(page))
        assert page.evaluate("document.activeElement !== document.body"), f"after {deeds} the focus is lost"
    assert page.locator("#said").inner_text()


def test_every_single_key_leads_somewhere(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exalted2e")
    for key, place in {"/": "#say", "a": "#moves", "t": ".whom", "h": ".how", "l": ".log", "p": "#people"}.items():
        mira.evaluate("document.activeElement.blur()")
        mira.keyboard.press(key)
        assert mira.evaluate("place => !!document.activeElement.closest(place)", place), key
        mira.keyboard.press("Escape")
        expect(mira.locator("#hand-h")).to_be_focused()
