"""Named pages of the table: each game in each situation, as each kind of seat sees it, in both themes.

`LOOKS` are those that every run looks at. Each of them is looked at in all windows, and among them is every pair of
game, situation, seat and theme that can be, so that what goes wrong by two of them is found. `make walk` takes all.
"""

from dataclasses import dataclass

from playwright.sync_api import Browser, Page, StorageState, expect

from tests.e2e.conftest import Stage
from tests.e2e.situations import (
    BY_POST,
    BYSTANDER,
    DEBATE,
    EVENING,
    FIGHT,
    GAMES,
    PLAYER,
    SPECTATOR,
    STORYTELLER,
    TASK,
    WAR,
)

OVERLAY = "overlay"
SEATS = (STORYTELLER, PLAYER, BYSTANDER, SPECTATOR, OVERLAY)
"""Whose page it is: the Storyteller's, a player's, that of a player without a character, a spectator's, a stream's."""
LIGHT, DARK = "light", "dark"
PATIENCE = 20_000
"""Milliseconds until a page on a busy machine must hear of what is played."""


@dataclass(frozen=True, slots=True)
class Look:
    """A page of the table, in any window."""

    game: str
    situation: str
    seat: str
    theme: str

    @property
    def name(self) -> str:
        return f"{self.game}, {self.situation}, {self.seat}, {self.theme}"

    @property
    def place(self) -> str:
        """What the stage calls its path."""
        overlay = f" {OVERLAY}" if self.seat == OVERLAY else ""
        return f"{self.game} {self.situation}{overlay}"


LOOKS = (
    Look("exalted2e", FIGHT, PLAYER, LIGHT),
    Look("exalted2e", FIGHT, SPECTATOR, LIGHT),
    Look("exalted3e", FIGHT, PLAYER, DARK),
    Look("exalted3e", FIGHT, BYSTANDER, DARK),
    Look("wod2004", FIGHT, PLAYER, LIGHT),
    Look("wod2004", FIGHT, OVERLAY, DARK),
    Look("v20da", FIGHT, STORYTELLER, DARK),
    Look("v20da", FIGHT, PLAYER, DARK),
    Look("exalted2e", EVENING, PLAYER, DARK),
    Look("exalted3e", EVENING, STORYTELLER, LIGHT),
    Look("wod2004", EVENING, BYSTANDER, DARK),
    Look("wod2004", EVENING, SPECTATOR, LIGHT),
    Look("v20da", EVENING, OVERLAY, LIGHT),
    Look("exalted2e", BY_POST, OVERLAY, LIGHT),
    Look("exalted3e", BY_POST, BYSTANDER, LIGHT),
    Look("exalted3e", BY_POST, SPECTATOR, DARK),
    Look("wod2004", BY_POST, STORYTELLER, DARK),
    Look("v20da", BY_POST, PLAYER, LIGHT),
    Look("exalted2e", WAR, PLAYER, DARK),
    Look("exalted2e", WAR, SPECTATOR, DARK),
    Look("exalted2e", WAR, OVERLAY, DARK),
    Look("exalted3e", WAR, STORYTELLER, LIGHT),
    Look("exalted3e", WAR, PLAYER, LIGHT),
    Look("exalted3e", WAR, BYSTANDER, LIGHT),
    Look("exalted2e", DEBATE, BYSTANDER, LIGHT),
    Look("exalted2e", DEBATE, PLAYER, DARK),
    Look("exalted3e", DEBATE, OVERLAY, DARK),
    Look("exalted3e", DEBATE, PLAYER, LIGHT),
    Look("wod2004", DEBATE, STORYTELLER, DARK),
    Look("wod2004", DEBATE, PLAYER, LIGHT),
    Look("v20da", DEBATE, SPECTATOR, LIGHT),
    Look("exalted2e", TASK, STORYTELLER, LIGHT),
    Look("exalted3e", TASK, PLAYER, DARK),
    Look("wod2004", TASK, OVERLAY, LIGHT),
    Look("v20da", TASK, BYSTANDER, DARK),
    Look("v20da", TASK, SPECTATOR, DARK),
)


def list_all() -> list[Look]:
    """Every look that can be."""
    return [
        Look(game, situation, seat, theme)
        for game, situations in GAMES.items()
        for situation in situations
        for seat in SEATS
        for theme in (LIGHT, DARK)
    ]


class Viewer:
    """The browsers of those who look: one page for each of them, which goes from look to look."""

    def __init__(self, browser: Browser, stage: Stage) -> None:
        self._browser, self._stage = browser, stage
        self._pages: dict[str, Page] = {}

    def open(self, look: Look) -> Page:
        """Return the page of a look when all of it is drawn."""
        page = self._pages.get(look.seat) or self._open_page(look)
        page.emulate_media(color_scheme="dark" if look.theme == DARK else "light")
        page.goto(self._stage.places[look.place])
        if look.seat == OVERLAY:
            expect(page.locator(".overlay")).not_to_be_empty(timeout=PATIENCE)
            # Its Storyteller chooses the theme, which comes with what it shows.
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", look.theme)
        else:
            expect(page.locator("#link-state")).to_have_attribute("data-state", "live", timeout=PATIENCE)
            expect(page.locator(".hand .btn--go[aria-disabled=true]")).to_have_count(0)
        return page

    def _open_page(self, look: Look) -> Page:
        """Return a page that has the fonts already: one into which they come late keeps those of the system."""
        door: StorageState | None = None if look.seat == OVERLAY else self._stage.sign_in(look.seat)
        context = self._browser.new_context(
            base_url=self._stage.url, storage_state=door, reduced_motion="reduce", service_workers="block"
        )
        page = self._pages[look.seat] = context.new_page()
        page.goto(self._stage.places[look.place])
        page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
        return page

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()
