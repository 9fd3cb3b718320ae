"""The main job, end to end: from nothing to wounds on the sheets, by a Storyteller, two players and a stranger."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.cable import Cable
from tests.e2e.conftest import Person, Server
from tests.e2e.test_by_post import read_facts
from tests.e2e.test_stage_tools import open_tool

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
    """The link for players that a new series has; gives its path."""
    page = storyteller.page
    page.goto(f"{series}members/")
    link = page.get_by_label("Player link").input_value()
    return "/join/" + link.split("/join/")[1]


def join(player: Person, invite: str) -> None:
    page = player.page
    page.goto(invite)
    player.sign_up(str(page.get_by_role("link", name="Create an account").get_attribute("href")))
    page.wait_for_url(re.compile("/join/"))
    press(page, "Join as player")
    page.wait_for_url(re.compile(r"/series/\d+/heroes/$"))


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
    """Follow a link of the series page, and add a part there: the page leads back to where it stands."""
    page = storyteller.page
    page.get_by_role("link", name=re.compile(link)).first.click()
    page.get_by_label("Title").fill(title)
    if secret:
        page.get_by_role("textbox", name="Notes for the Storyteller").fill(secret)
    page.get_by_role("button", name=re.compile("^Add the")).click()


def make_scene(storyteller: Person, series: str) -> str:
    """A story, an episode and a scene; gives the path of its table."""
    page = storyteller.page
    page.goto(series)
    page.get_by_role("link", name="Edit", exact=True).click()
    for link, title in (("New story", "Salt and Toll"), ("New episode in Salt and Toll", "Low Water")):
        make_part(storyteller, link, title)
    make_part(storyteller, "New scene in Low Water", "The Toll Bridge", SECRET)
    page.goto(series)
    href = page.get_by_role("link", name="The Toll Bridge").first.get_attribute("href")
    match = re.search(r"/(\d+)/", str(href))
    assert match
    return f"/scenes/{match[1]}/"


def bring_in(storyteller: Person, form: str, names: list[str], side: str) -> None:
    """Add characters to the fight: the form is `own` for the players' and `others` for the rest."""
    page = storyteller.page
    found = page.locator(f"form[id='f-tool-add-{form}']")
    for box in found.locator("[name=characters]").all():
        box.uncheck(force=True)
    for name in names:
        found.get_by_role("checkbox", name=re.compile(name)).check(force=True)
    if not found.get_by_label("Side").is_visible():
        found.locator(".extra__fold").click()
    found.get_by_label("Side").fill(side)
    found.get_by_role("button", name="Add", exact=True).click()
    for name in names:
        expect(page.locator(".people")).to_contain_text(name)


def whole_log(person: Person) -> Locator:
    """The link to all lines, which says how many entries a person's page shows."""
    return person.page.get_by_role("link", name="All lines", exact=True, include_hidden=True)


def number(person: Person) -> int:
    """How many entries a person's page shows."""
    match = re.search(r"/log/(\d+)/", str(whole_log(person).get_attribute("href")))
    assert match
    return int(match[1])


def wait_until_current(people: list[Person]) -> None:
    """Wait until each page shows all entries that its person may see: whoever sees less counts less."""
    for person in people:
        newest = read_facts(person.page)["count"]
        expect(whole_log(person)).to_have_attribute("href", re.compile(f"/log/{newest}/$"))


def wait_until_past(person: Person, before: int) -> None:
    deadline = time.monotonic() + 10
    while number(person) <= before:
        refused = person.page.locator(".refusal").all_text_contents()
        assert time.monotonic() < deadline, f"{person.name} is still at {before}: {refused}"
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
        hand = person.page.locator(".hand.is-asking")
        if not hand.count():
            continue
        before = number(person)
        if hand.locator(".answers").count():
            if "Defen" in str(hand.locator("form input[name=kind]").first.input_value()):
                tally.answered.append(person.name)
            hand.locator(".answers .ans:not([aria-disabled=true])").first.click()
        else:
            # A strike would show who lies in wait.
            deed = "Guard" if HIDDEN in hand.locator("#hand-h").inner_text() else "Attack"
            tally.declared += take_turn(hand, deed)
        wait_until_past(person, before)
        return
    raise AssertionError("nobody is awaited")


def take_turn(hand: Locator, deed: str) -> bool:
    """Do this if it is offered, at the first target, or what stands first; returns whether it was offered."""
    moves = hand.locator("#moves label").filter(has_text=re.compile(f"^{deed}"))
    is_offered = moves.count() > 0
    if is_offered:
        moves.first.click()
        expect(moves.first.locator("input")).to_be_checked()
    go = hand.locator(".btn--go[aria-disabled=false]")
    expect(go).to_be_visible()
    if hand.locator(".whom input[type=radio]").count() and not hand.locator(".whom input:checked").count():
        hand.locator(".whom label").first.click()
    go.click()
    return is_offered and deed == "Attack"


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
        expect(member.page.locator("#link-state")).to_have_attribute("data-state", "live")
    return petra, mira, jonas, sten, cable, scene, sheet


def test_a_fight_from_nothing_to_wounds_on_the_sheets(
    table: tuple[Person, Person, Person, Person, Cable, str, str],
) -> None:
    petra, mira, jonas, sten, cable, scene, sheet = table
    members = [petra, mira, jonas]
    assert sten.page.goto(scene).status == 404  # type: ignore[union-attr]

    open_tool(petra.page, "Fight and foes")
    press(petra.page, "Start a fight")
    bring_in(petra, "own", ["Ysane", "Oskel"], "travellers")
    bring_in(petra, "others", ["Deruvin", HIDDEN], "toll company")
    press(petra.page, "Join Battle")
    for member in members:
        expect(member.page.locator("#people-h")).to_have_text("Turn order")

    tally = Tally()
    while tally.declared < 3 or len(tally.answered) < 3:
        act_once(members, tally)
        assert tally.declared < MOST_ATTACKS
    assert len(tally.answered) >= 3
    wait_until_current(members)

    # The Storyteller takes the last exchange back; everybody sees the board of before.
    before = number(petra)
    petra.page.locator(".log li:not(.is-undone) > .e__line", has=petra.page.locator("b")).last.click()
    press(petra.page, "Undo to here")
    petra.page.locator(".hand__foot .btn--go").click()
    wait_until_past(petra, before)
    wait_until_current(members)
    for member in members:
        expect(
            member.page.locator(".log .is-undone").or_(member.page.get_by_text("Undone lines")).first
        ).to_be_attached()

    # A player's line is cut; the table goes on; nothing is missed when it is mended.
    cable.cut()
    expect(mira.page.locator("#link-state")).to_have_text("Offline")
    for line in ("The chain groans.", "The fog lifts.", "Somebody laughs."):
        petra.page.locator("#say").fill(line)
        press(petra.page, "Send")
        expect(jonas.page.locator(".log")).to_contain_text(line)
    assert number(mira) < number(jonas)
    cable.mend()
    mira.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(mira.page.locator("#link-state")).to_have_attribute("data-state", "live")
    wait_until_current(members)
    for line in ("The chain groans.", "The fog lifts.", "Somebody laughs."):
        expect(mira.page.locator(".log")).to_contain_text(line)

    # On to the first wound of a player's own, then the end.
    while not mira.page.locator(".me svg .hm").count() and tally.declared < MOST_ATTACKS:
        act_once(members, tally)
    wait_until_current(members)
    wounds = mira.page.locator(".me svg .hm").evaluate_all("nodes => nodes.map(node => node.getAttribute('class'))")
    assert wounds
    open_tool(petra.page, "Fight and foes")
    press(petra.page, "End the fight")
    for member in members:
        expect(member.page.locator(".log")).to_contain_text("The fight is over")
    mira.page.goto(sheet)
    assert marks(mira.page) == wounds

    for player in (mira, jonas):
        told = " ".join(player.frames) + player.page.content()
        assert leaks(told, SECRET) == []
        assert leaks(told, HIDDEN) == []
    assert any(HIDDEN in frame for frame in petra.frames)
    for member in members:
        assert [line for line in member.errors if "ERR_" not in line and "WebSocket" not in line] == []
