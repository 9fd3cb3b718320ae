"""Outside combat, end to end: a task with a hidden difficulty, teamwork and a stunt, at a desk and on a phone."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import DEMO_PASSWORD, Person, Server
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


def open_form(page: Page, id: str) -> Locator:
    """One of the Storyteller's forms, with all of it in sight."""
    form = page.locator(f"form[id^={id}]")
    for fold in page.locator(f"[id^={id}][id$=-fold], [id^={id}][id$=-more]").all():
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()
    return form


def pick(form: Locator, name: str, label: str) -> None:
    """Tap the pill, row or box of this name that says this."""
    form.locator(f"label:has(input[name={name}])").filter(has_text=re.compile(f"^\\s*{label}")).first.click()


def task(person: Person, title: str) -> Locator:
    return person.page.locator("article.task").filter(has_text=title).first


def say(person: Person, line: str) -> None:
    person.page.locator("#say").fill(line)
    person.page.locator("#say-form").get_by_role("button", name="Send").click()
    expect(person.page.locator("#say")).to_have_value("")


def shoot(person: Person, name: str) -> None:
    if SHOTS:
        width = person.page.viewport_size["width"] if person.page.viewport_size else 0
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            person.page.locator("#tasks").screenshot(path=Path(SHOTS, f"{name}-{person.name}-{width}-{scheme}.png"))
            person.page.screenshot(path=Path(SHOTS, f"page-{name}-{person.name}-{width}-{scheme}.png"))


NOTICES = "navigator.serviceWorker.ready.then(r => r.getNotifications()).then(all => all.length === {})"


def ask_for_notices(person: Person) -> None:
    """Let the browser tell when it is this person's turn, and act as if they looked at another page."""
    person.context.grant_permissions(["notifications"])
    person.page.get_by_role("button", name="Sound and notification").click()
    expect(person.page.locator("#tell")).to_be_hidden()
    person.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")


def log_entries(person: Person, text: str) -> Locator:
    return person.page.locator("#log li").filter(has_text=text)


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
    form = open_form(petra.page, "new-task")
    form.get_by_label("Task").fill("Read the lamp signals")
    pick(form, "action", "Extended$")
    pick(form, "characters", "Ysane")
    form.get_by_label("Rolls", exact=True).fill("Wits + Awareness")
    pick(form, "hidden", "Hide the difficulty")
    form.get_by_label("Successes needed").fill("60")
    form.get_by_label("Time per roll").fill("10")
    form.get_by_role("button", name="Set a task").click()
    expect(petra.page.locator("#refusal")).to_have_text("To hide the difficulty, enter it as a number.")
    expect(petra.page.locator("#refusal")).to_be_in_viewport(ratio=1)
    expect(form.get_by_role("button", name="Set a task")).to_be_in_viewport()
    form.get_by_label("Difficulty", exact=True).fill("2")
    shoot(petra, "form")
    form.get_by_role("button", name="Set a task").click()

    # Her player rolls, three times by the pad and once by word.
    hers = task(mira, "Read the lamp signals")
    expect(hers).to_contain_text("hidden difficulty")
    expect(hers.locator(".hist__bar").first).to_be_visible()
    expect(hers.locator(".hist__bar.is-enough")).to_have_count(0)
    for count in (1, 2, 3):
        hers.get_by_role("button", name="Roll Wits + Awareness").click()
        expect(log_entries(mira, "for “Read the lamp signals”")).to_have_count(count)
    say(mira, "/roll wp for Read")
    expect(log_entries(mira, "for “Read the lamp signals”")).to_have_count(4)
    expect(hers).to_contain_text("rolled 4 times")
    for one in (mira, jonas):
        assert "of 60" not in one.page.locator("main").inner_text()
        assert "difficulty 2" not in one.page.locator("main").inner_text()
    expect(task(petra, "Read the lamp signals")).to_contain_text("of 60")
    expect(log_entries(jonas, "Time passes: 10 minutes.")).to_have_count(4)
    shoot(mira, "hidden")
    shoot(petra, "hidden")
    task(petra, "Read the lamp signals").locator("summary", has_text="Storyteller").click()
    task(petra, "Read the lamp signals").get_by_role("button", name="Reveal the difficulty").click()
    expect(hers).to_contain_text("of 60")
    expect(log_entries(jonas, "The difficulty of “Read the lamp signals” is 2")).to_have_count(1)

    # Wren helps Ysane. His player looks at another page meanwhile, and is told.
    ask_for_notices(jonas)
    form = open_form(petra.page, "new-task")
    form.get_by_label("Task").fill("Shout across the water")
    pick(form, "action", "Teamwork")
    pick(form, "characters", "Ysane")
    form.get_by_label("Rolls", exact=True).fill("Wits + Awareness")
    pick(form, "helpers", "Wren")
    form.get_by_role("button", name="Set a task").click()
    expect(task(mira, "Shout across")).to_contain_text("Waiting for Wren")
    expect(jonas.page).to_have_title(re.compile("^● Your turn"))
    jonas.page.wait_for_function(NOTICES.format(1))
    task(jonas, "Shout across").get_by_role("button", name="Help", exact=True).click()
    expect(task(mira, "Shout across")).to_contain_text("helped: 1")
    expect(jonas.page).to_have_title(re.compile("^The Lamp Tower"))

    # The Storyteller awards a stunt for the roll; its reward gives back the Willpower spent.
    form = open_form(petra.page, "award")
    pick(form, "character", "Ysane")
    pick(form, "rating", "2")
    shoot(petra, "award")
    form.get_by_role("button", name="Award stunt").click()
    expect(mira.page.locator("#tasks")).to_contain_text("2-point stunt for the next roll")
    task(mira, "Shout across").get_by_role("button", name="Roll Wits + Awareness").click()
    expect(mira.page.locator("#tasks")).to_contain_text("the reward of a 2-point stunt")
    shoot(mira, "reward")
    mira.page.locator("#tasks").get_by_role("button", name="1 Willpower").click()
    expect(log_entries(jonas, "earns 1 Willpower for a 2-point stunt")).to_have_count(1)

    # A mistyped line is answered with a sentence, and stays to be mended.
    mira.page.locator("#say").fill("/roll Wits diff")
    mira.page.locator("#say-form").get_by_role("button", name="Send").click()
    expect(mira.page.locator("#refusal")).to_contain_text("must be followed by a number")
    expect(mira.page.locator("#say")).to_have_value("/roll Wits diff")

    for one in (petra, mira, jonas):
        assert no_wider_than_the_screen(one)
        assert [error for error in one.errors if "400" not in error] == []


def test_characters_speak_and_many_are_asked_at_once(demo: Server, person: Callable[..., Person]) -> None:
    """On a phone a player speaks as her character; two are asked for one roll; the keyboard finishes a trait's name."""
    petra = sign_in(person("petra", demo.url))
    mira, jonas = (sign_in(person(name, demo.url, width=390, height=844)) for name in ("mira", "jonas"))
    table = make_scene(petra, "The Salt Store")
    for one in (petra, mira, jonas):
        one.page.goto(table)
    log = jonas.page.locator("#log")

    mira.page.locator("#say-as").select_option(label="As Ysane of the Reeds")
    say(mira, "Hold the rope, I am going *over* the rail.")
    say(mira, "/me draws the daiklave")
    expect(log_entries(jonas, "Ysane of the Reeds").first).to_contain_text("draws the daiklave")
    expect(log.locator("em")).to_have_text("over")
    expect(log.locator(".log__face image").first).to_be_visible()
    expect(log.locator(".log__face:visible")).to_have_count(1)  # one portrait for both lines
    petra.page.locator("#say-as").select_option(label="As Captain Deruvin")
    say(petra, "Not for less than a talent.")
    expect(log_entries(jonas, "Captain Deruvin")).to_contain_text("Not for less than a talent.")
    petra.page.locator("#say-to").select_option(label="To Ysane of the Reeds (mira)")
    say(petra, "You know this store.")
    expect(log_entries(mira, "whisper to Ysane of the Reeds (mira)")).to_contain_text("You know this store.")
    expect(log_entries(jonas, "You know this store.")).to_have_count(0)
    petra.page.reload()
    expect(petra.page.locator("#say-as")).to_have_value(re.compile(r"\d+"))  # it is remembered

    form = open_form(petra.page, "new-task")
    form.get_by_label("Task").fill("Hear the oars")
    for name in ("Ysane", "Wren"):
        pick(form, "characters", name)
    form.get_by_label("Rolls", exact=True).fill("Perception + Awareness")
    form.get_by_role("button", name="Set a task").click()
    for one, name in ((mira, "Ysane of the Reeds"), (jonas, "Wren Little-Lantern")):
        task(one, "Hear the oars").get_by_role("button", name="Roll Perception + Awareness").click()
        line = task(petra, "Hear the oars").locator(".asked__line").filter(has_text=name)
        expect(line).to_have_text(re.compile(r"\d+ successes"))
    expect(task(mira, "Hear the oars").locator(".asked__line")).to_have_count(2)
    shoot(petra, "asked")

    words = mira.page.get_by_role("combobox", name="Say")
    fitting = mira.page.get_by_role("listbox", name="Matches")
    words.press_sequentially("/roll Dex")
    expect(fitting.get_by_role("option")).to_have_text("Dexterity")
    words.press("ArrowDown")
    expect(fitting.get_by_role("option", selected=True)).to_have_text("Dexterity")
    words.press("Enter")
    expect(words).to_have_value("/roll Dexterity ")
    words.press_sequentially("+ Mel")
    words.press("Tab")
    expect(mira.page.locator("#say-meaning")).to_contain_text(re.compile("Dexterity \\+ Melee, .*% to succeed"))
    words.press("Enter")
    expect(log_entries(jonas, "Ysane of the Reeds rolls Dexterity + Melee")).to_have_count(1)
    for one in (petra, mira, jonas):
        assert one.errors == []
