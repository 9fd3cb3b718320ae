"""The main job, end to end: from nothing to wounds on the sheets, by a Storyteller, two players and a stranger."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.cable import Cable
from tests.e2e.conftest import Person, Server

SECRET = "the ferryman wants the salt"
HIDDEN = "Grey Ferryman"
MOST_ATTACKS = 30


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def make_series(storyteller: Person) -> str:
    """Make a series; gives its path."""
    page = storyteller.page
    page.goto("/series/new/")
    page.get_by_label("Name").fill("The Salt Road")
    page.get_by_label("Game system").select_option(label="Exalted, Second Edition")
    press(page, "Create series")
    page.wait_for_url(re.compile(r"/series/\d+/$"))
    return page.url.removeprefix(page.url.split("/series/")[0])


def make_invite(storyteller: Person, series: str) -> str:
    """Make a link for players; gives its path."""
    page = storyteller.page
    page.goto(f"{series}members/")
    page.get_by_label("Joins as").select_option(label="Player")
    press(page, "Create a link")
    link = page.get_by_label("Player link").input_value()
    return "/join/" + link.split("/join/")[1]


def join(player: Person, invite: str) -> None:
    page = player.page
    page.goto(invite)
    player.sign_up(str(page.get_by_role("link", name="Create an account").get_attribute("href")))
    page.wait_for_url(re.compile("/join/"))
    press(page, "Join as player")
    page.wait_for_url(re.compile(r"/series/\d+/$"))


def make_character(person: Person, series: str, name: str, archetype: str, *, hidden: bool = False) -> str:
    """Make a character; gives the path of its page."""
    page = person.page
    page.goto(f"{series}characters/new/")
    page.get_by_label("Name").fill(name)
    page.get_by_label(re.compile("Archetype|Begin with|Start from")).select_option(label=archetype)
    if hidden:
        page.get_by_label(re.compile("Hidden", re.I)).check()
    press(page, "Create character")
    page.wait_for_url(re.compile(r"/characters/\d+/"))
    match = re.search(r"/characters/\d+/", page.url)
    assert match
    return match[0]


def make_part(storyteller: Person, link: str, title: str, secret: str = "") -> None:
    """Follow a link of the series page, and add a part there."""
    page = storyteller.page
    page.get_by_role("link", name=re.compile(link)).first.click()
    page.get_by_label("Title").fill(title)
    if secret:
        page.get_by_role("textbox", name="Notes for the Storyteller").fill(secret)
    page.get_by_role("button", name=re.compile("^Add the")).click()


def make_scene(storyteller: Person, series: str) -> str:
    """A story, an episode and a scene; gives the path of its table."""
    page = storyteller.page
    for link, title in (("New story", "Salt and Toll"), ("New episode in Salt and Toll", "Low Water")):
        page.goto(series)
        make_part(storyteller, link, title)
    page.goto(series)
    make_part(storyteller, "New scene in Low Water", "The Toll Bridge", SECRET)
    page.goto(series)
    href = page.get_by_role("link", name="The Toll Bridge").first.get_attribute("href")
    match = re.search(r"/(\d+)/", str(href))
    assert match
    return f"/scenes/{match[1]}/"


def bring_in(storyteller: Person, names: list[str], side: str) -> None:
    """Bring characters in; the first door is for the players' own, the second for the others."""
    page = storyteller.page
    cast = page.locator("#cast")
    for form in cast.locator("form.castform").all():
        boxes = [form.get_by_role("checkbox", name=re.compile(name)) for name in names]
        if all(box.count() for box in boxes):
            for box in form.locator("input[name=characters]").all():
                box.uncheck(force=True)
            for box in boxes:
                box.check(force=True)
            form.get_by_label("Side").fill(side)
            form.get_by_role("button", name="Add").click()
            for name in names:
                expect(page.locator("#fighters")).to_contain_text(name)
            return
    raise AssertionError(f"no form offers {names}")


def number(person: Person) -> int:
    """How many entries a person's page shows."""
    return int(person.page.locator("[data-socket]").get_attribute("data-number") or -1)


ASK_NEWEST = (
    "fetch(document.querySelector('[data-socket]').dataset.catchup).then(answer => answer.json()).then(it => it.n)"
)


def wait_until_current(people: list[Person]) -> None:
    """Wait until each page shows all entries that its person may see: whoever sees less counts less."""
    for person in people:
        newest = person.page.evaluate(ASK_NEWEST)
        expect(person.page.locator("[data-socket]")).to_have_attribute("data-number", str(newest))


def wait_until_past(person: Person, before: int) -> None:
    deadline = time.monotonic() + 10
    while number(person) <= before:
        assert time.monotonic() < deadline, (
            f"{person.name} is still at {before}: {person.page.locator('#refusal').text_content()}"
        )
        person.page.wait_for_timeout(20)


class Tally:
    """What the table has come to so far."""

    def __init__(self) -> None:
        self.declared = 0
        self.answered: list[str] = []


def act_once(people: list[Person], tally: Tally) -> None:
    """Once all pages show the same, whoever is awaited acts: answers a prompt, or strikes at the first target."""
    wait_until_current(people)
    for person in people:
        card = person.page.locator("#mine section.mine")
        if not card.count():
            continue
        before = number(person)
        kinds = card.locator("form.offer__form input[name=kind]").evaluate_all(
            "inputs => inputs.map(input => input.value)"
        )
        guard = card.locator(".offer__now:has(input[value=TakeGuard]) button")
        if HIDDEN in card.inner_text() and guard.count():
            guard.click()  # a strike would show who lies in wait
            wait_until_past(person, before)
            return
        if "DeclareAttack" in kinds:
            kind = "DeclareAttack"
            tally.declared += 1
        else:
            kind = kinds[0]
            if "Defen" in kind:
                tally.answered.append(person.name)
        form = card.locator(f"form.offer__form:has(input[name=kind][value={kind}])").first
        if not form.is_visible():
            card.locator(f".choose__row:has(input[id*=-{kind}-]) label").first.click()
        form.locator("button.btn--go").click()
        wait_until_past(person, before)
        return
    raise AssertionError("nobody is awaited")


def marks(page: Page) -> list[str]:
    """The marks in the health track of the sheet's page or of one's own fighter."""
    found: list[str] = page.locator("svg .hm").evaluate_all("nodes => nodes.map(node => node.getAttribute('class'))")
    return found


def leaks(told: str, secret: str) -> list[str]:
    """Where a secret stands in what a browser was told, with the words around it."""
    return [told[max(0, at.start() - 200) : at.end() + 60] for at in re.finditer(re.escape(secret), told)]


@pytest.fixture
def table(person: Callable[..., Person], server: Server) -> tuple[Person, Person, Person, Person, Cable, str, str]:
    """Everybody at the scene's page: Storyteller, two players (one by a cable that can be cut), a stranger outside."""
    cable = Cable(server.port)
    petra, mira = person("petra").sign_up(), person("mira", url=cable.url, width=390, height=844)
    jonas, sten = person("jonas"), person("sten").sign_up()
    series = make_series(petra)
    invite = make_invite(petra, series)
    for player in (mira, jonas):
        join(player, invite)
    sheet = make_character(mira, series, "Ysane", "Solar, Dawn Caste")
    make_character(jonas, series, "Oskel", "Heroic mortal")
    make_character(petra, series, "Deruvin", "Solar, Dawn Caste")
    make_character(petra, series, HIDDEN, "Spirit", hidden=True)
    scene = make_scene(petra, series)
    for member in (petra, mira, jonas):
        member.page.goto(scene)
        expect(member.page.locator("#link-state")).to_contain_text("Live")
    return petra, mira, jonas, sten, cable, scene, sheet


def test_a_fight_from_nothing_to_wounds_on_the_sheets(
    table: tuple[Person, Person, Person, Person, Cable, str, str],
) -> None:
    petra, mira, jonas, sten, cable, scene, sheet = table
    members = [petra, mira, jonas]
    assert sten.page.goto(scene).status == 404  # type: ignore[union-attr]

    press(petra.page, "Start a fight")
    expect(petra.page.locator("#cast")).to_contain_text("Add the players’ characters")
    bring_in(petra, ["Ysane", "Oskel"], "travellers")
    bring_in(petra, ["Deruvin", HIDDEN], "toll company")
    petra.page.locator("#cast form:has(input[value=StartBattle]) button").first.click()
    for member in members:
        expect(member.page.locator("#status")).to_contain_text("Tick")

    tally = Tally()
    while tally.declared < 3 or len(tally.answered) < 3:
        act_once(members, tally)
        assert tally.declared < MOST_ATTACKS
    assert len(tally.answered) >= 3
    wait_until_current(members)

    # The Storyteller takes the last exchange back; everybody sees the board of before.
    before = number(petra)
    petra.page.locator("#log a.log__undo").nth(1).click()
    petra.page.locator("#undo-preview button").click()
    wait_until_past(petra, before)
    wait_until_current(members)
    for member in members:
        expect(member.page.locator("#log .is-undone").first).to_be_attached()

    # A player's line is cut; the table goes on; nothing is missed when it is mended.
    cable.cut()
    expect(mira.page.locator("#link-state")).to_contain_text("Offline")
    for line in ("The chain groans.", "The fog lifts.", "Somebody laughs."):
        petra.page.locator("#say").fill(line)
        press(petra.page, "Send")
        expect(jonas.page.locator("#log")).to_contain_text(line)
    assert number(mira) < number(jonas)
    cable.mend()
    mira.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(mira.page.locator("#link-state")).to_contain_text("Live")
    wait_until_current(members)
    for line in ("The chain groans.", "The fog lifts.", "Somebody laughs."):
        expect(mira.page.locator("#log")).to_contain_text(line)

    # On to the first wound of a player's own, then the end.
    while not marks(mira.page) and tally.declared < MOST_ATTACKS:
        act_once(members, tally)
    wait_until_current(members)
    wounds = mira.page.locator("#me svg .hm").evaluate_all("nodes => nodes.map(node => node.getAttribute('class'))")
    petra.page.locator("#cast-close > summary").click()
    press(petra.page, "End now")
    for member in members:
        expect(member.page.locator("#log")).to_contain_text("The fight is over")
    mira.page.goto(sheet)
    assert marks(mira.page) == wounds

    for player in (mira, jonas):
        told = " ".join(player.frames) + player.page.content()
        assert leaks(told, SECRET) == []
        assert leaks(told, HIDDEN) == []
    assert any(HIDDEN in frame for frame in petra.frames)
    for member in members:
        assert [line for line in member.errors if "ERR_" not in line and "WebSocket" not in line] == []
