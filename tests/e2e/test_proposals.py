"""A player asks for dice on a phone, the Storyteller allows them at a desk, and strikes others that counted at once."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import DEMO_PASSWORD, Person, Server
from tests.ready import SHOWCASE, TOLD

SHOTS = os.environ.get("PROPOSAL_SHOTS", "")
"""A folder for pictures, for people who work on the look. With it, all four games are walked through."""
GAMES = ("exalted2e", "exalted3e", "wod2004", "v20da") if SHOTS else ("exalted2e",)
DICE = {"exalted2e": "bonus", "exalted3e": "bonus", "wod2004": "circumstances", "v20da": "modifier"}


@pytest.fixture(scope="module")
def showcase(make_server: Callable[..., Server]) -> Server:
    return make_server(on=SHOWCASE)


def sit_down(browser: Browser, server: Server, name: str, path: str, width: int, height: int) -> Person:
    person = Person(browser, server.url, name, width, height)
    page = person.page
    page.goto(f"/account/login/?next={path}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile(f"{path}$"))
    return person


def open_pad(page: Page) -> Locator:
    """The first roll pad of a player, with what she may ask for open."""
    tab = page.get_by_role("link", name="Roll", exact=True)
    if tab.is_visible():
        tab.click()
    pad = page.locator("details.pad").first
    if pad.get_attribute("open") is None:
        pad.locator("> summary").click()
    asks = pad.locator("details.asks")
    if asks.get_attribute("open") is None:
        asks.locator("> summary").click()
    return pad


def ask_for(page: Page, field: str, dice: int, why: str) -> None:
    pad = open_pad(page)
    pad.locator(f"[name='r.{field}']").first.fill(str(dice))
    pad.locator("[name=why]").fill(why)
    pad.get_by_role("button", name=re.compile("^Roll for")).click()


def shoot(person: Person, name: str) -> None:
    if SHOTS:
        width = person.page.viewport_size["width"] if person.page.viewport_size else 0
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            person.page.screenshot(path=Path(SHOTS, f"{name}-{width}-{scheme}.png"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("widths", [(390, 1440), (1440, 390)] if SHOTS else [(390, 1440)])
def test_a_player_asks_and_the_storyteller_answers(
    browser: Browser, showcase: Server, game: str, widths: tuple[int, int]
) -> None:
    path = json.loads((showcase.var / TOLD).read_text())[game]
    player = sit_down(browser, showcase, "mira", path, widths[0], 844)
    storyteller = sit_down(browser, showcase, "petra", path, widths[1], 900)
    ask_for(player.page, DICE[game], 5, "the whole cliff above her")
    waiting = player.page.locator("#asked .proposal")
    expect(waiting).to_contain_text("Waiting for the Storyteller")
    card = storyteller.page.locator("#asked .proposal")
    expect(card).to_contain_text("mira asks for a ruling")
    expect(card).to_contain_text("the whole cliff above her")
    expect(card.get_by_role("button", name="Allow")).to_be_in_viewport()
    shoot(player, f"{game}-waits")
    shoot(storyteller, f"{game}-asked")
    card.locator(f"[name='n.{DICE[game]}']").first.fill("4")
    card.get_by_role("button", name="Allow").click()
    expect(player.page.locator("#asked .proposal")).to_have_count(0)
    expect(player.page.locator("#log")).to_contain_text("petra allows")
    ask_for(player.page, DICE[game], 2, "high ground")
    expect(storyteller.page.locator("#result")).to_contain_text("high ground")
    shoot(storyteller, f"{game}-counted")
    storyteller.page.locator("#result").get_by_role("button", name="Strike").click()
    expect(player.page.locator("#log")).to_contain_text("from the same dice")
    for person in (player, storyteller):
        expect(person.page.locator("#result")).not_to_contain_text("high ground")
    shoot(player, f"{game}-struck")
    for person in (player, storyteller):
        assert person.errors == []
        person.context.close()
