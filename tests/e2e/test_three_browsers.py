"""A fight and an evening in three browsers at once, on a desk, a phone and a tablet: all of them show the same."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize, WebSocket, expect

from play.stage.changes import apply_change
from tests.e2e.conftest import DESK, PHONE, Stage

TABLET = ViewportSize(width=820, height=1180)
TURNS = 2
"""What each player must have done until the fight has lasted long enough."""
ASKING = {"exalted2e": True, "exalted3e": True, "wod2004": False, "v20da": True}
"""The games, and whether a player is asked anything there but on a turn: one of them must have answered, too."""
MOST, MOST_OF_A_WHOLE_FIGHT = 120, 1500
"""Commands until it must be so; until a fight that is played to its end must be over."""
ROLLS = {
    "exalted2e": "Perception + Awareness",
    "exalted3e": "Perception + Awareness",
    "wod2004": "Wits + Composure",
    "v20da": "Perception + Alertness",
}
FALLEN = "no actions possible"
"""Words of the refusal of somebody who fell."""
NEWEST = "() => [...document.querySelectorAll('.log li.e')].at(-1).id"
"""The newest line of the log that a page shows."""
FACTS = re.compile(r'<script id="facts" type="application/json">(.*?)</script>')
REFUSED_ODDS = "/stage/odds/"
"""Odds may be asked for a move that has just been made: the browser complains of the answer, and the page does not."""


class Chair:
    """Somebody at a browser of their own. `told`: the facts that came with the page and by its socket."""

    def __init__(self, browser: Browser, stage: Stage, name: str, place: str, size: ViewportSize) -> None:
        self.name, self.errors, self.turns, self.answers = name, list[str](), 0, 0
        self.told: dict[str, Any] = {}
        self.page: Page = browser.new_context(
            base_url=stage.url, storage_state=stage.sign_in(name), viewport=size, has_touch=size != DESK,
            is_mobile=size != DESK, reduced_motion="reduce", service_workers="block",
        ).new_page()  # fmt: skip
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._complain)
        self.page.on("websocket", self._listen)
        self.page.goto(place)
        self.sit()

    def sit(self) -> None:
        """Read what a page that was just loaded knows."""
        self.told = self.load()
        expect(self.page.locator("#link-state")).to_have_attribute("data-state", "live")

    def load(self) -> dict[str, Any]:
        """Return the facts that the server would send this person now."""
        found = FACTS.search(self.page.request.get(self.page.url.split("?")[0]).text())
        assert found
        return dict(json.loads(found[1]))

    def shows(self, served: dict[str, Any]) -> bool:
        """Whether the page has come as far as these facts."""
        newest = f"log-{max(map(int, self.told['log']))}"
        return self.told["count"] >= served["count"] and bool(self.page.evaluate(NEWEST) == newest)

    def _complain(self, line: ConsoleMessage) -> None:
        if line.type == "error" and REFUSED_ODDS not in line.location["url"]:
            self.errors.append(f"{line.text} {line.location['url']}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))

    def _hear(self, frame: dict[str, Any]) -> None:
        if "facts" in frame:
            self.told = frame["facts"]
        elif "change" in frame:
            self.told = apply_change(self.told, frame["change"])

    @property
    def hand(self) -> Locator:
        return self.page.locator("#hand")

    @property
    def is_asked(self) -> bool:
        return bool(self.hand.and_(self.page.locator(".is-asking")).count())

    @property
    def is_done(self) -> bool:
        """Whether a player has acted often enough, or can act no more."""
        own = [who for who in self.told["fight"]["combatants"].values() if who.get("mine")]
        return self.turns >= TURNS or all(who.get("out") for who in own)

    @property
    def is_decided(self) -> bool:
        """Whether only one side still stands."""
        standing = {who["side"] for who in self.told["fight"]["combatants"].values() if not who.get("out")}
        return len(standing) < 2

    def turn_to_table(self) -> None:
        """Show the table and the open hand on a phone; a wider page shows them anyway."""
        if (tab := self.page.locator("#tabs a").first).is_visible():
            tab.click()
        if (act := self.hand.get_by_role("button", name="Act", exact=True)).is_visible():
            act.click()

    def press(self) -> None:
        """Do what the hand proposes first."""
        go = self.hand.locator(".btn--go:not([aria-disabled=true])").first
        go.wait_for()  # the form is there
        if self.hand.locator(".answers").count():
            self.answers += 1
        else:
            self.turns += 1
            whom = self.hand.locator(".whom label:has(input[type=radio])")
            if whom.count() and not self.hand.locator(".whom input:checked").count():
                whom.first.click()  # nobody stands out
        go.click()


@pytest.fixture
def chairs(browser: Browser, stage: Stage) -> Iterator[Callable[[str], list[Chair]]]:
    """Seats the Storyteller and both players at the table of a game."""
    made: list[Chair] = []

    def sit_down(game: str) -> list[Chair]:
        for name, size in (("petra", DESK), ("mira", PHONE), ("jonas", TABLET)):
            made.append(Chair(browser, stage, name, stage.places[game], size))
        return made

    yield sit_down
    for chair in made:
        chair.page.context.close()


def open_tool(chair: Chair, name: str) -> None:
    """Open a tool of the Storyteller's; leave the one that is open."""
    if (back := chair.hand.locator(".hand__head").get_by_role("button", name="Back", exact=True)).is_visible():
        back.click()
    if (tools := chair.hand.locator(".hand__head").get_by_role("button", name="Tools", exact=True)).is_visible():
        tools.click()
    chair.hand.locator(".chip", has_text=name).click()
    expect(chair.page.locator("#hand-h")).to_have_text(name)
    chair.hand.locator(".how").first.wait_for()


class Round:
    """All who sit at a table. What one does is waited for at all pages."""

    def __init__(self, chairs: list[Chair]) -> None:
        self.chairs = chairs

    def after(self, chair: Chair, act: Callable[[], None], may_refuse: str = "") -> bool:
        """Let somebody act; then all pages show what the server would serve them now. Return whether it was done, and
        not refused in a sentence with these words.
        """
        before = chair.told["count"]

        def refused() -> list[str]:
            return chair.page.locator(".refusal").all_text_contents()

        act()
        self.wait_until(
            lambda: chair.told["count"] > before or bool(may_refuse and may_refuse in " ".join(refused())), refused
        )
        if chair.told["count"] == before:
            chair.errors = [error for error in chair.errors if "409" not in error]  # the refusal, as a browser says it
            return False
        for one in self.chairs:
            served = one.load()
            self.wait_until(partial(one.shows, served), lambda: [one.page.evaluate(NEWEST)])  # noqa: B023, of this round
        return True

    def wait_until(self, is_so: Callable[[], bool], tell: Callable[[], list[str]]) -> None:
        """Wait for ten seconds at most."""
        for _ in range(500):
            if is_so():
                return
            self.chairs[0].page.wait_for_timeout(20)
        raise AssertionError(tell())

    def fight_on(self) -> None:
        """Let whoever is asked act; the Storyteller acts for anybody else."""
        chair = next((one for one in self.chairs if one.is_asked), self.chairs[0])
        if not chair.is_asked:
            chair.hand.locator(".at-rest .queue button").first.click()
            chair.hand.locator("#moves, .answers").first.wait_for()
        self.after(chair, chair.press)


@pytest.mark.parametrize(("game", "is_asking"), ASKING.items())
def test_three_browsers_show_a_fight_and_an_evening_alike(
    chairs: Callable[[str], list[Chair]], game: str, is_asking: bool, pytestconfig: pytest.Config
) -> None:
    is_whole = pytestconfig.getoption("--whole")
    petra, mira, jonas = seated = chairs(game)
    table = Round(seated)

    def is_enough() -> bool:
        if is_whole:
            return petra.is_decided
        return mira.is_done and jonas.is_done and (not is_asking or mira.answers + jonas.answers > 0)

    acts = 0
    while not is_enough():
        table.fight_on()
        acts += 1
        assert acts < (MOST_OF_A_WHOLE_FIGHT if is_whole else MOST)
    end_fight(table, petra)
    speak(table, mira)
    roll(table, jonas, mira)
    show_handout(table, petra)
    post_at_length(table, jonas)
    if is_whole:
        ask_everyone(table, game, petra, mira, jonas)
        go_on(table, petra)
        speak(table, mira)

    for chair in seated:
        known, served = dict(chair.told), chair.load()
        for facts in (known, served):
            facts.pop("v", None)
            facts.pop("n", None)
        assert known == served
        assert chair.errors == []


def end_fight(table: Round, petra: Chair) -> None:
    """Let the Storyteller end the fight."""
    open_tool(petra, "Fight and foes")
    table.after(petra, petra.hand.get_by_role("button", name="End the fight").click)
    for chair in table.chairs:
        expect(chair.page.locator("main.is-calm")).to_have_count(1)


def speak(table: Round, mira: Chair) -> None:
    """Let a player on a phone say something."""
    mira.page.locator("#tabs a").nth(2).tap()
    mira.page.locator("#say").fill("Is it over?")
    table.after(mira, lambda: mira.page.locator("#say").press("Enter"))


def roll(table: Round, *players: Chair) -> None:
    """Let a player roll for a character, from its row. Whoever fell in the fight is refused, and the next one tries."""
    for chair in players:
        own = next(who["name"] for who in chair.told["party"]["members"].values() if who.get("is_own"))
        chair.turn_to_table()
        row = chair.page.locator(".people li.p", has_text=own)
        row.locator(".p__name").click()
        row.locator("[data-roll]").click()
        chair.hand.locator("form[data-act^='roll ']").wait_for()
        go = chair.hand.locator(".btn--go:not([aria-disabled=true])").first
        if table.after(chair, go.click, may_refuse=FALLEN):
            return
    assert len(players) > 1, "nobody rolled"


def show_handout(table: Round, petra: Chair) -> None:
    """Let the Storyteller write a handout, and show it to everyone."""
    open_tool(petra, "Handouts")
    petra.page.locator("#f-upload [name=title]").fill("The chain")
    petra.page.locator("#f-upload [name=text]").fill("Lowered at *nine*.")
    with petra.page.expect_navigation():
        petra.page.get_by_role("button", name="Save for later").click()
    petra.sit()
    made = petra.page.locator("form.how", has_text="The chain")
    table.after(petra, made.get_by_role("button", name="Show to everyone").click)
    for chair in table.chairs:
        expect(chair.page.locator("figcaption", has_text="The chain")).to_have_count(1)


def post_at_length(table: Round, jonas: Chair) -> None:
    """Let a player write a long post."""
    jonas.page.get_by_role("link", name="Long post").click()
    jonas.page.locator("#post-text").fill("He *listens* for it.")
    table.after(jonas, jonas.page.get_by_role("button", name="Post", exact=True).click)


def ask_everyone(table: Round, game: str, petra: Chair, *players: Chair) -> None:
    """Let the Storyteller ask all characters of players for a roll, and them roll."""
    open_tool(petra, "New task")
    form = petra.page.locator("#f-tool-new-StartTask")
    form.get_by_label("Task", exact=True).fill("Hear the oars")
    for chair in players:
        own = next(who["name"] for who in chair.told["party"]["members"].values() if who.get("is_own"))
        form.locator("label", has_text=own).first.click()
    form.get_by_label("Traits", exact=True).fill(ROLLS[game])
    table.after(petra, petra.page.locator(".hand__foot .btn--go").click)
    for chair in players:
        chair.turn_to_table()
        chair.hand.locator(".btn--go:not([aria-disabled=true])").first.wait_for()
        table.after(chair, chair.hand.locator(".btn--go:not([aria-disabled=true])").first.click, may_refuse=FALLEN)


def go_on(table: Round, petra: Chair) -> None:
    """Let the Storyteller lead everybody to the next scene."""
    open_tool(petra, "Next scene")
    petra.page.get_by_label("Title of a new scene").fill("Behind the gate")
    petra.page.keyboard.press("Enter")
    for chair in table.chairs:
        expect(chair.page.locator("h1")).to_have_text("Behind the gate")
        chair.sit()
