"""A fight by post in every game: four players who are never there together, and a clock that the test moves."""

import json
import re
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.by_post import PLAYERS, STORYTELLER
from tests.e2e.conftest import DESK, PHONE, Server, Stage
from tests.e2e.manage import CLOCK
from tests.e2e.test_stage_tools import open_tool
from tests.ready import BY_POST

HOUR = 3600
TURNS = {
    "exalted2e": ("my action comes", "Guard", "2E-295"),
    "exalted3e": ("my turn comes", "End turn", "3E-040"),
    "wod2004": ("my turn comes", "End turn", "WD-164"),
    "v20da": ("I declare", "Full defense", "V20-050"),
}
"""How an order names a turn, what it does then, and the rule of what the table does for who is late, in each game."""
LATE = "No answer from Davit in time. The book’s default is used."
MOST_STEPS = 40


class Clock:
    """The clock of a server, which only goes forward."""

    def __init__(self, path: Path) -> None:
        self._path, self._ahead = path, 0

    def move(self, hours: int) -> None:
        self._ahead += hours * HOUR
        part = self._path.with_suffix(".part")
        part.write_text(str(self._ahead))
        part.replace(self._path)


@pytest.fixture(scope="module")
def post_stage(browser: Browser, make_server: Callable[..., Server]) -> Iterator[Stage]:
    server = make_server(on=BY_POST)
    yield Stage(browser, server)
    server.kill()


@pytest.fixture(scope="module")
def clock(post_stage: Stage) -> Clock:
    return Clock(post_stage.server.var / CLOCK)


class Group:
    """The five of one game, each at a browser of their own."""

    def __init__(self, browser: Browser, stage: Stage, game: str) -> None:
        self.table, self.series = stage.places[game], stage.places[f"{game} series"]
        self.errors: list[str] = []
        self._browser, self._stage = browser, stage
        self.open: dict[str, Page] = {}

    def go(self, name: str, path: str = "") -> Page:
        """Open a page for a person, by default the table's, in the browser that is theirs."""
        if name not in self.open:
            phone = name != "petra"
            context = self._browser.new_context(
                base_url=self._stage.url,
                storage_state=self._stage.sign_in(name),
                viewport=PHONE if phone else DESK,
                has_touch=phone,
                is_mobile=phone,
            )
            context.set_default_timeout(10_000)
            self.open[name] = page = context.new_page()
            page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.open[name].goto(path or self.table)
        if not path:
            expect(self.open[name].locator("#link-state")).to_have_attribute("data-state", "live")
        return self.open[name]

    def leave(self) -> None:
        for page in self.open.values():
            page.context.close()


@pytest.fixture
def gather(browser: Browser, post_stage: Stage) -> Iterator[Callable[[str], Group]]:
    groups: list[Group] = []

    def make(game: str) -> Group:
        groups.append(Group(browser, post_stage, game))
        return groups[-1]

    yield make
    for group in groups:
        group.leave()


def announce_absence(page: Page, stand_in: str) -> None:
    today = date.today()
    page.get_by_label("First day").fill((today - timedelta(days=1)).isoformat())
    page.get_by_label("Last day").fill((today + timedelta(days=60)).isoformat())
    page.get_by_label("Stand-in").select_option(label=stand_in)
    page.get_by_role("button", name="Announce").tap()
    expect(page.locator(".people")).to_contain_text(f"Stand-in: {stand_in}")


def open_plans(page: Page) -> Locator:
    """Open what is planned, in the hand."""
    page.locator(".hand__head").get_by_role("button", name="Planned moves").tap()
    return page.locator(".plans")


def open_order(page: Page, character: str, when: str, deed: str) -> None:
    """Open the form of what a character may leave ahead for an occasion, and have it read in words."""
    row = open_plans(page).locator("> div", has=page.get_by_text(character, exact=True))
    row.get_by_role("button", name="Plan ahead").tap()
    occasion = page.locator(".plans > div", has=page.get_by_text(f"When {when}", exact=True))
    occasion.locator(".chip", has_text=re.compile(f"^{deed}")).tap()
    expect(page.locator(".hand__foot .odds")).to_contain_text(f"When {when}: {deed[0].lower()}{deed[1:]}")


def close_plans(page: Page) -> None:
    page.locator(".hand__head").get_by_role("button", name="Back").tap()


def give_order(page: Page, character: str, when: str, deed: str) -> None:
    open_order(page, character, when, deed)
    page.get_by_role("button", name="Save standing order").tap()
    expect(page.locator(".plans")).to_contain_text(f"When {when}")
    close_plans(page)


def lay_face_down(page: Page, character: str, when: str, deed: str) -> None:
    open_order(page, character, when, deed)
    page.get_by_role("button", name="Set face down for the next turn").tap()
    expect(page.locator(".plans")).to_contain_text("Face down:")
    close_plans(page)


MILD = re.compile("^(Guard|End turn|Full defense|Wait and see)")
FACTS = re.compile(r'<script id="facts" type="application/json">(.*?)</script>', re.DOTALL)


def read_facts(page: Page) -> dict[str, Any]:
    """Return what a table's page would be drawn from now."""
    found = FACTS.search(page.request.get(page.url).text())
    assert found
    facts: dict[str, Any] = json.loads(found[1])
    return facts


def find_awaited(facts: dict[str, Any]) -> list[str]:
    """Return who acts or answers now, or who of several has not set a move yet; or the Storyteller, who goes on."""
    late = [one["name"] for one in facts.get("ahead", {}).get("gathered", []) if not one["laid"]]
    awaited = late or [one["name"] for one in facts["state"]["post"]["waits"]]
    found = [who for who, name in PLAYERS.items() if name in awaited]
    return found or [STORYTELLER]


def find_step(facts: dict[str, Any]) -> list[Any]:
    """Return what changes with each step of the fight: not every step has a line in the log."""
    return [facts["count"], facts.get("ahead"), facts["state"]]


def do_the_mildest(page: Page, character: str = "") -> None:
    """Do the mildest that the card of a character offers at once, or what it begins with."""
    hand = page.locator(".hand")
    for _ in range(4):
        if character in hand.locator("#hand-h").inner_text():
            break
        hand.locator(".link", has_text="more").click()
    turn = hand.locator(".ans", has_text="Take your turn")
    if turn.count():
        turn.click()
    if hand.locator("#moves").count():
        if (more := hand.locator("#moves .more[aria-expanded=false]")).count():
            more.click()
        mild = hand.locator("#moves label").filter(has_text=MILD)
        if mild.count():
            mild.first.click()
            expect(mild.locator("input").first).to_be_checked()
        hand.locator(".btn--go[aria-disabled=false]").click()
    else:
        hand.locator(".answers .ans:not([aria-disabled=true]), .hand__foot .btn--go").first.click()


def go_on(pages: dict[str, Page], clock: Clock) -> int:
    """Play until the order, the stand-in and the deadline of a turn have come. Return how many deadlines passed."""
    petra, came = pages[STORYTELLER], list[str]()
    for _ in range(MOST_STEPS):
        facts = read_facts(petra)
        awaited, step = find_awaited(facts), find_step(facts)
        ordered = pages["mira"].locator(".log li.e", has_text="By your standing order").count()
        if ordered and {"kaisa", "otto"} <= set(came) and "otto" not in awaited:
            return came.count("otto")
        came.append(who := awaited[0])
        if who == "otto":
            clock.move(13)
        else:
            page = pages["jonas" if who == "kaisa" else who]
            if who != STORYTELLER:
                expect(page.locator(".hand")).to_contain_text("Your deadline:")
            do_the_mildest(page, PLAYERS.get(who, ""))
        wait_past(petra, step)
    raise AssertionError(f"it went on and on: {came}")


def wait_past(petra: Page, step: list[Any]) -> None:
    deadline = time.monotonic() + 20
    while find_step(read_facts(petra)) == step:
        assert time.monotonic() < deadline, step
        petra.wait_for_timeout(100)


@pytest.mark.parametrize("game", TURNS)
def test_a_fight_by_post(gather: Callable[[str], Group], clock: Clock, game: str) -> None:
    group, (when, deed, rule) = gather(game), TURNS[game]
    petra, mira, jonas = (group.go(name) for name in ("petra", "mira", "jonas"))

    # While a blow waits for Otto's Davit, the Storyteller switches to post. Kaisa is away, and Jonas plays for her.
    open_tool(petra, "Advance time")
    for within in ("answer_hours", "turn_hours"):
        petra.locator(f".hand label:has([name={within}][value='12'])").click()
    petra.get_by_role("button", name="Switch to play by post").click()
    for page in (petra, mira, jonas):
        expect(page.locator(".hand")).to_contain_text("Play by post until")
    announce_absence(group.go("kaisa", f"{group.series}absences/"), "jonas")
    expect(open_plans(jonas)).to_contain_text("Cable")
    close_plans(jonas)

    # Mira leaves an order for her turns, and Jonas lays his next move face down; nobody else reads of it.
    give_order(mira, "Anchor", when, deed)
    lay_face_down(jonas, "Brine", when, deed)
    for page, is_told in ((jonas, True), (petra, False), (mira, False)):
        assert any("laid" in row for row in read_facts(page)["ahead"]["rows"].values()) == is_told
    for page in (petra, jonas):
        expect(page.locator(".log")).not_to_contain_text("You planned")

    # Otto was told once. He does not come, and at the deadline the book answers for him.
    otto = group.go("otto", "/notices/")
    told = otto.locator("main li", has_text=f"The Slow Ferry, {game}")
    expect(told).to_have_text([re.compile("Davit has to answer.")])
    clock.move(13)
    for page in (petra, mira, jonas):
        expect(page.locator(".log")).to_contain_text(LATE)

    # Turn by turn: an order, what lay face down, the stand-in by hand, and at the deadline the book's mildest.
    passed = go_on({"petra": petra, "mira": mira, "jonas": jonas}, clock)
    late = petra.locator(".log li.e", has_text="Davit ran out of time. The mildest action is taken:")
    expect(late.first).to_contain_text(rule)

    # The fight ends. Otto comes back: what he missed stands at the top, and each wait has told him once.
    open_tool(petra, "Fight and foes")
    petra.get_by_role("button", name="End the fight").click()
    expect(petra.locator(".scene__head h2")).to_be_visible()
    expect(petra.locator(".hand")).not_to_contain_text("Waiting for")
    group.go("otto")
    otto.locator(".tabs a").nth(2).tap()
    missed = otto.locator(".catch")
    missed.get_by_role("button", name="Catch up").tap()
    expect(otto.locator("#log-h")).to_have_text("Since you were here")
    otto.get_by_role("button", name="Back to the log").tap()
    expect(otto.locator(".log")).to_contain_text(LATE)
    expect(otto.locator(".turn--new")).to_be_in_viewport()
    otto.locator(".log").evaluate("log => log.scrollTo(0, 0)")
    expect(missed).to_have_count(0, timeout=10_000)
    group.go("otto", "/notices/")
    expect(told).to_have_count(1 + passed)
    assert group.errors == []
