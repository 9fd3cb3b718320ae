"""Outside combat, end to end: a task with a hidden difficulty, teamwork and a stunt, at a desk and on a phone."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import DEMO_PASSWORD, Person, Server
from tests.e2e.test_stage_tools import open_tool
from tests.ready import DEMO

SHOTS = os.environ.get("TASK_SHOTS", "")
"""A folder for pictures of the regions, for people who work on their look."""


@pytest.fixture(scope="module")
def demo(make_server: Callable[..., Server]) -> Server:
    return make_server(on=DEMO)


def sign_in(person: Person) -> Person:
    page = person.page
    page.goto("/account/login/")
    page.get_by_label("Username").fill(person.name)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile(r"/$"))
    return person


def make_scene(storyteller: Person, title: str) -> str:
    """A scene of its own in the demo's episode; gives the path of its table."""
    page = storyteller.page
    page.goto("/episode/2/scene/new/")
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name=re.compile("^Add the")).click()
    page.goto("/series/1/")
    href = page.get_by_role("link", name=title).first.get_attribute("href")
    match = re.search(r"/(\d+)/", str(href))
    assert match
    return f"/scenes/{match[1]}/"


def pick(form: Locator, name: str, label: str) -> None:
    """Tap the pill, row or box of this name that says this."""
    form.locator(f"label:has(input[name={name}])").filter(has_text=re.compile(f"^\\s*{label}")).first.click()


def task(person: Person, title: str) -> Locator:
    return person.page.locator(".task").filter(has_text=title).first


def turn_to(person: Person, tab: str) -> None:
    """Show a part of the table on a phone; on a desk all of them are in sight."""
    if (link := person.page.locator(f".tabs a[href='#{tab}']").first).is_visible():
        link.click()


def send(person: Person, line: str) -> None:
    turn_to(person, "log")
    person.page.locator("#say").fill(line)
    person.page.locator(".say").get_by_role("button", name="Send").click()


def say(person: Person, line: str) -> None:
    send(person, line)
    expect(person.page.locator("#say")).to_have_value("")
    turn_to(person, "table")


def leaf_to(person: Person, words: str) -> None:
    """Go through what waits in the hand until it is about this."""
    head = person.page.locator(".hand__head")
    for _ in range(4):
        if words in head.inner_text():
            break
        head.locator(".link", has_text="more").click()
    expect(head).to_contain_text(words)


def shoot(person: Person, name: str) -> None:
    if SHOTS:
        width = person.page.viewport_size["width"] if person.page.viewport_size else 0
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            person.page.locator(".stage").screenshot(path=Path(SHOTS, f"{name}-{person.name}-{width}-{scheme}.png"))
            person.page.screenshot(path=Path(SHOTS, f"page-{name}-{person.name}-{width}-{scheme}.png"))


NOTICES = "navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.length === {})"


def ask_for_notices(person: Person) -> None:
    """Let the browser tell when it is this person's turn, and act as if they looked at another page."""
    person.context.grant_permissions(["notifications"])
    if (fold := person.page.locator(".hand__head .unfold")).is_visible():
        fold.click()
    choice = person.page.get_by_role("button", name="Sound and notification")
    choice.click()
    expect(choice).to_have_count(0)
    person.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")


def log_entries(person: Person, text: str) -> Locator:
    return person.page.locator(".log li.e").filter(has_text=text)


def no_wider_than_the_screen(person: Person) -> bool:
    wide: bool = person.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return wide


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_hidden_task_teamwork_and_a_stunt(
    demo: Server, person: Callable[..., Person], width: int, height: int
) -> None:
    size = {"width": width, "height": height}
    petra, mira, jonas = (sign_in(person(name, demo.url, **size)) for name in ("petra", "mira", "jonas"))
    table = make_scene(petra, f"The Lamp Tower {width}")
    for one in (petra, mira, jonas):
        one.page.goto(table)

    # The Storyteller sets extended work, and keeps its difficulty.
    open_tool(petra.page, "New task")
    form, start = petra.page.locator("#f-tool-new-StartTask"), petra.page.locator(".hand__foot .btn--go")
    form.get_by_label("Task").fill("Read the lamp signals")
    pick(form, "action", "Extended$")
    pick(form, "characters", "Ysane")
    form.get_by_label("Traits", exact=True).fill("Wits + Awareness")
    pick(form, "hidden", "Hide the difficulty")
    form.get_by_label("Successes needed", exact=True).fill("60")
    form.get_by_label("Time per roll", exact=True).fill("10")
    start.click()
    refusal = petra.page.locator(".hand .refusal")
    expect(refusal).to_have_text("To hide the difficulty, enter it as a number.")
    expect(refusal).to_be_in_viewport(ratio=1)
    expect(start).to_be_in_viewport(ratio=1)
    form.get_by_label("Difficulty", exact=True).fill("2")
    shoot(petra, "form")
    start.click()

    # Her player rolls, three times from her hand and once by word.
    hers, roll = task(mira, "Read the lamp signals"), mira.page.locator(".hand .btn--go")
    expect(hers).to_contain_text("hidden difficulty")
    expect(mira.page.locator("#hand-h")).to_contain_text("Ysane")
    expect(mira.page.locator(".hand__foot .odds")).not_to_contain_text("to succeed")
    for count in (1, 2, 3):
        roll.click()
        expect(log_entries(mira, "for “Read the lamp signals”")).to_have_count(count)
    say(mira, "/roll wp for Read")
    expect(log_entries(mira, "for “Read the lamp signals”")).to_have_count(4)
    for one in (mira, jonas):
        assert "of 60" not in one.page.locator("main").inner_text()
        assert "/ 60" not in one.page.locator("main").inner_text()
        assert "difficulty 2" not in one.page.locator("main").inner_text()
    expect(task(petra, "Read the lamp signals")).to_contain_text("/ 60")
    expect(log_entries(jonas, "Time passes: 10 minutes.")).to_have_count(4)
    shoot(mira, "hidden")
    shoot(petra, "hidden")
    task(petra, "Read the lamp signals").locator("summary", has_text="Rulings").click()
    task(petra, "Read the lamp signals").get_by_role("button", name="Reveal the difficulty").click()
    expect(hers).to_contain_text("/ 60")
    expect(mira.page.locator(".hand__foot .odds")).to_contain_text("to succeed")
    expect(log_entries(jonas, "The difficulty of “Read the lamp signals” is 2")).to_have_count(1)

    # Wren helps Ysane. His player looks at another page meanwhile, and is told.
    ask_for_notices(jonas)
    open_tool(petra.page, "New task")
    form.get_by_label("Task").fill("Shout across the water")
    pick(form, "action", "Teamwork")
    pick(form, "characters", "Ysane")
    form.get_by_label("Traits", exact=True).fill("Wits + Awareness")
    pick(form, "helpers", "Wren")
    start.click()
    expect(jonas.page).to_have_title(re.compile("^● "))
    jonas.page.wait_for_function(NOTICES.format(1))
    jonas.page.locator(".hand .btn--go", has_text="Help").click()
    expect(task(mira, "Shout across").locator("li", has_text="Wren")).to_contain_text("1 die")
    expect(jonas.page).to_have_title(re.compile("^The Lamp Tower"))

    # The Storyteller awards a stunt for the roll; its reward gives back the Willpower spent.
    open_tool(petra.page, "Stunt reward")
    pick(petra.page.locator(".hand form"), "character", "Ysane")
    pick(petra.page.locator(".hand form"), "rating", "2")
    shoot(petra, "award")
    petra.page.locator(".hand__foot .btn--go").click()
    expect(mira.page.locator(".just")).to_contain_text("has a stunt rated 2 for the next roll")
    leaf_to(mira, "Shout across")
    roll.click()
    expect(log_entries(jonas, "for “Shout across the water”")).to_have_count(1)
    leaf_to(mira, "the reward of a stunt rated 2")
    shoot(mira, "reward")
    mira.page.locator(".answers").get_by_role("button", name="1 Willpower").click()
    expect(log_entries(jonas, "earns 1 Willpower for a stunt rated 2")).to_have_count(1)

    # A mistyped line is answered with a sentence, and stays to be mended.
    send(mira, "/roll Wits diff")
    expect(mira.page.locator(".say .refusal")).to_contain_text("must be followed by a number")
    expect(mira.page.locator("#say")).to_have_value("/roll Wits diff")

    for one in (petra, mira, jonas):
        assert no_wider_than_the_screen(one)
        assert [error for error in one.errors if "400" not in error] == []


def test_characters_speak_and_many_are_asked_at_once(demo: Server, person: Callable[..., Person]) -> None:
    """On a phone a player speaks as her character; two are asked for one roll; a line says what it will do."""
    petra = sign_in(person("petra", demo.url))
    mira, jonas = (sign_in(person(name, demo.url, width=390, height=844)) for name in ("mira", "jonas"))
    table = make_scene(petra, "The Salt Store")
    for one in (petra, mira, jonas):
        one.page.goto(table)
    log = jonas.page.locator(".log")

    turn_to(mira, "log")
    mira.page.locator("#say-as").select_option(label="As Ysane of the Reeds")
    say(mira, "Hold the rope, I am going *over* the rail.")
    say(mira, "/me draws the daiklave")
    expect(log_entries(jonas, "Ysane of the Reeds").first).to_be_attached()
    expect(log_entries(jonas, "draws the daiklave")).to_have_count(1)
    expect(log.locator("em")).to_have_text("over")
    turn_to(jonas, "log")
    expect(log.locator(".e__face")).to_have_count(1)  # one portrait for both lines
    expect(log.locator(".e__face")).to_be_visible()
    petra.page.locator("#say-as").select_option(label="As Captain Deruvin")
    say(petra, "Not for less than a talent.")
    expect(log_entries(jonas, "Captain Deruvin")).to_contain_text("Not for less than a talent.")
    petra.page.locator("#say-to").select_option(label="To Ysane of the Reeds (mira)")
    say(petra, "You know this store.")
    expect(log_entries(mira, "Ysane of the Reeds (mira)")).to_contain_text("You know this store.")
    expect(log_entries(jonas, "You know this store.")).to_have_count(0)
    petra.page.reload()
    expect(petra.page.locator("#say-as")).to_have_value(re.compile(r"\d+"))  # it is remembered
    petra.page.locator("#say-to").select_option("")

    open_tool(petra.page, "New task")
    form = petra.page.locator("#f-tool-new-StartTask")
    form.get_by_label("Task").fill("Hear the oars")
    for name in ("Ysane", "Wren"):
        pick(form, "characters", name)
    form.get_by_label("Traits", exact=True).fill("Perception + Awareness")
    petra.page.locator(".hand__foot .btn--go").click()
    for one, name in ((mira, "Ysane of the Reeds"), (jonas, "Wren Little-Lantern")):
        turn_to(one, "table")
        expect(one.page.locator("#hand-h")).to_contain_text(name)
        one.page.locator(".hand .btn--go").click()
        row = task(petra, "Hear the oars").locator("li", has_text=name)
        expect(row.locator(".n")).to_have_text(re.compile(r"\d+"))
    expect(task(mira, "Hear the oars").locator("li")).to_have_count(2)
    shoot(petra, "asked")

    turn_to(mira, "log")
    words = mira.page.get_by_label("Say", exact=True)
    words.press_sequentially("/roll Dexterity + Melee")
    expect(mira.page.locator("#say-meaning")).to_contain_text(re.compile("Dexterity \\+ Melee, .*% to succeed"))
    words.press("Enter")
    expect(log_entries(jonas, "Ysane of the Reeds rolls Dexterity + Melee")).to_have_count(1)
    for one in (petra, mira, jonas):
        assert one.errors == []
