"""A fight by post in every game: four players who are never there together, and a clock that the test moves."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.by_post import PLAYERS
from tests.e2e.conftest import DESK, PHONE, Server, Stage
from tests.e2e.manage import CLOCK
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
            expect(self.open[name].locator("#link-state")).to_contain_text("Live")
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


def open_order(page: Page, character: str, when: str, deed: str) -> None:
    """Open the form of what a character may leave ahead for an occasion, and have it read in words."""
    page.locator("#ahead summary", has_text=re.compile(f"^{character}: ")).tap()
    row = page.locator("#ahead > details", has=page.locator("summary", has_text=re.compile(f"^{character}: ")))
    row.locator("summary", has_text="Plan ahead").tap()
    occasion = row.get_by_role("group", name=f"When {when}")
    occasion.locator("summary", has_text=re.compile(f"^{deed}")).tap()
    occasion.get_by_role("button", name="Preview in words").tap()


def give_order(page: Page, character: str, when: str, deed: str) -> None:
    open_order(page, character, when, deed)
    said = page.locator("#ahead .ahead__said:visible")
    expect(said).to_contain_text(f"When {when}: {deed[0].lower()}{deed[1:]}")
    said.get_by_role("button", name="Save standing order").tap()
    expect(page.locator("#ahead .ahead__orders")).to_contain_text(f"When {when}")


def lay_face_down(page: Page, character: str, when: str, deed: str) -> None:
    open_order(page, character, when, deed)
    page.get_by_role("button", name="Set face down for the next turn").tap()


AWAITED = """players => {
  const late = document.querySelector("#ahead > p")?.textContent ?? "";
  const names = Object.values(players);
  const waits = [...document.querySelectorAll("#waiting b")].filter((one) => !names.includes(one.textContent)); // guard
  const asked = (one) => (one.closest(".prompt__what") ?? one).textContent.split(": act first")[0]; // of a tie
  const acts = late || waits.map(asked).join();
  const found = Object.keys(players).filter((one) => acts.includes(players[one]));
  if (!found.length && document.getElementById("mine").textContent.trim()) found.push("petra");
  return found.length ? found : null;
}"""
"""Who acts or answers now, or of several who has not laid a declaration yet; or the Storyteller, who has to go on.
"""
STEP = """() => ["status", "waiting", "ahead"].map((id) => document.getElementById(id).textContent).join()
  + document.querySelector("[data-number]").dataset.number"""
"""What changes on a page with each step of the fight: not every step has a line in the log or an event that all see.
One's own card does not tell: it changes when it is answered, before the answer counts."""
MILD = re.compile("^(Do it|Set face down): (Guard|End turn|Full defense|Wait and see)")


def find_awaited(petra: Page) -> list[str]:
    """Return whom the fight waits for, as the Storyteller's page says."""
    found: list[str] = petra.wait_for_function(AWAITED, arg=PLAYERS).json_value()
    return found


def do_the_mildest(page: Page, character: str = "") -> None:
    """Do the mildest that the card of a character offers at once, or what it begins with."""
    cards = page.locator("#mine section, section#mine")
    named = cards.filter(has_text=character)
    card = (named if named.count() else cards).first
    mild = card.get_by_role("button", name=MILD)
    (mild if mild.count() else card.locator("button.btn--go:visible")).first.click()


def go_on(pages: dict[str, Page], clock: Clock) -> int:
    """Play until the order, the stand-in and the deadline of a turn have come. Return how many deadlines passed."""
    petra, came = pages["petra"], list[str]()
    for _ in range(MOST_STEPS):
        awaited, step = find_awaited(petra), petra.evaluate(STEP)
        ordered = pages["mira"].locator("#log > li", has_text="By your standing order").count()
        if ordered and {"kaisa", "otto"} <= set(came) and "otto" not in awaited:
            return came.count("otto")
        came.append(who := awaited[0])
        if who == "otto":
            clock.move(13)
        else:
            page = pages["jonas" if who == "kaisa" else who]
            if who != "petra":
                expect(page.locator("#mine")).to_contain_text("Your deadline:")
            do_the_mildest(page, PLAYERS.get(who, ""))
        petra.wait_for_function(f"step => ({STEP})() !== step", arg=step)
    raise AssertionError(f"it went on and on: {came}")


@pytest.mark.parametrize("game", TURNS)
def test_a_fight_by_post(gather: Callable[[str], Group], clock: Clock, game: str) -> None:
    group, (when, deed, rule) = gather(game), TURNS[game]
    petra, mira, jonas = (group.go(name) for name in ("petra", "mira", "jonas"))

    # While a blow waits for Otto's Davit, the Storyteller switches to post. Kaisa is away, and Jonas plays for her.
    petra.locator("#post > summary").click()
    for within in ("Time to answer", "Time per turn"):
        petra.get_by_role("group", name=within).get_by_text("12 hours").click()
    petra.get_by_role("button", name="Switch to play by post").click()
    for page in (petra, mira, jonas):
        expect(page.locator("#status")).to_contain_text("Play by post · until")
    announce_absence(group.go("kaisa", f"{group.series}absences/"), "jonas")
    expect(jonas.locator("#ahead")).to_contain_text("Cable: standing orders")

    # Mira leaves an order for her turns, and Jonas lays his next move face down; nobody else reads of it.
    give_order(mira, "Anchor", when, deed)
    lay_face_down(jonas, "Brine", when, deed)
    expect(jonas.locator("#ahead .ahead__laid")).to_contain_text("Brine, face down:")
    for page in (petra, mira):
        expect(page.locator("main")).not_to_contain_text("Brine, face down")
    for page in (petra, jonas):
        expect(page.locator("#log")).not_to_contain_text("You planned")

    # Otto was told once. He does not come, and at the deadline the book answers for him.
    otto = group.go("otto", "/notices/")
    told = otto.locator("main li", has_text=f"The Slow Ferry, {game}")
    expect(told).to_have_text([re.compile("Davit has to answer.")])
    clock.move(13)
    for page in (petra, mira, jonas):
        expect(page.locator("#log")).to_contain_text(LATE)

    # Turn by turn: an order, what lay face down, the stand-in by hand, and at the deadline the book's mildest.
    passed = go_on({"petra": petra, "mira": mira, "jonas": jonas}, clock)
    late = petra.locator("#log > li", has_text="Davit ran out of time. The mildest action is taken:")
    expect(late.first).to_contain_text(rule)

    # The fight ends. Otto comes back: what he missed stands at the top, and each wait has told him once.
    petra.locator("summary", has_text="End the fight").click()
    petra.locator("#cast-close").get_by_role("button", name="End now").click()
    expect(petra.locator("#waiting")).to_be_empty()
    group.go("otto")
    missed = otto.locator("#missed")
    expect(missed).to_contain_text("Since you were here")
    missed.locator("summary", has_text="All entries").tap()
    expect(missed).to_contain_text(LATE)
    missed.get_by_role("button", name="Mark as read").tap()
    expect(missed).to_have_count(0)
    group.go("otto", "/notices/")
    expect(told).to_have_count(1 + passed)
    assert group.errors == []
