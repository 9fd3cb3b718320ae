"""From nothing to a player's first roll: the taps, and the seconds, of a host at a desk and a player at a phone."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.conftest import PASSWORD, Person, Server
from tests.ready import EMPTY

GAMES = ("exalted2e", "exalted3e", "wod2004", "v20da")
HOST_TAPS, PLAYER_TAPS, ROLL_TAPS = 3, 4, 2
"""Of the host: the account, the game, the table. Of the player: the account, to join, the hero. Of the roll."""


@dataclass
class Way:
    """What one person tapped and typed, and how long it took."""

    page: Page
    taps: int = 0
    fields: int = 0
    begun: float = field(default_factory=time.monotonic)

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.click()

    def type(self, **fields: str) -> None:
        """Fill in fields by their names."""
        for name, words in fields.items():
            self.fields += 1
            self.page.locator(f'main [name="{name}"]').fill(words)

    def seconds(self) -> float:
        return time.monotonic() - self.begun


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def fresh(make_server: Callable[..., Server]) -> Iterator[Server]:
    """A server on which nobody has an account."""
    server = make_server(on=EMPTY)
    yield server
    server.kill()


def test_a_host_and_a_player_come_from_nothing_to_the_first_roll(browser: Browser, fresh: Server, game: str) -> None:
    code = re.search(r"with the code ([A-Z0-9-]+)", fresh.log_text())
    assert code
    desk = Person(browser, fresh.url, "petra")
    host = Way(desk.page)
    desk.page.goto("/")
    host.type(code=code[1], username="petra", password1=PASSWORD, password2=PASSWORD)
    host.tap(desk.page.get_by_role("button", name="Create account"))
    host.type(name="The Salt Road")
    host.tap(desk.page.locator(f'label:has(input[value="{game}"])'))
    host.tap(desk.page.get_by_role("button", name="Open the table"))
    panel = desk.page.get_by_role("region", name="Getting started")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("No player yet")
    expect(panel).to_contain_text("This link works on this machine only")
    link = panel.get_by_label("Invite link", exact=True).input_value()
    assert link.startswith(f"{fresh.url}/join/")
    host_seconds = host.seconds()

    phone = Person(browser, fresh.url, "mira", width=390, height=844)
    player = Way(phone.page)
    phone.page.goto(link)
    player.tap(phone.page.get_by_role("link", name="Create an account"))
    player.type(username="mira", password1=PASSWORD, password2=PASSWORD)
    player.tap(phone.page.get_by_role("button", name="Create account"))
    player.tap(phone.page.get_by_role("button", name="Join as player"))
    expect(panel).to_contain_text("mira")
    heroes = phone.page.locator(".hero")
    name = heroes.first.get_by_role("heading").inner_text()
    player.tap(heroes.first.get_by_role("button", name=f"Play {name}"))
    expect(phone.page.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(panel).to_contain_text(name)
    to_table = player.seconds()

    roll = Way(phone.page)
    roll.tap(phone.page.locator(".hand__head").get_by_role("button", name="Roll", exact=True))
    roll.tap(phone.page.locator(".hand__foot").get_by_role("button", name=re.compile("Roll")))
    expect(desk.page.locator("#log")).to_contain_text(name)
    total = host_seconds + player.seconds()
    print(
        f"\n{game}: host {host.taps} taps, {host.fields} fields, {host_seconds:.1f} s to the table; "
        f"player {player.taps} taps, {player.fields} fields, {to_table:.1f} s to the table; "
        f"roll {roll.taps} taps; {total:.1f} s in all"
    )
    assert (host.taps, player.taps, roll.taps) == (HOST_TAPS, PLAYER_TAPS, ROLL_TAPS)

    assert_axe_finds_nothing(desk.page)
    desk.page.get_by_role("button", name="Begin", exact=True).click()
    expect(desk.page.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(panel).to_have_count(0)
    assert desk.errors == phone.errors == []
    for one in (desk, phone):
        one.context.close()
