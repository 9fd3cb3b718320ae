"""A phone without a connection: pages to read, words that wait, and nothing left of them after signing out."""

from collections.abc import Callable, Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.cable import Cable
from tests.e2e.conftest import DEMO_PASSWORD, PHONE, Stage

SECRET = "The bridge is mined"
READ_ALL = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const path = new URL(key.url).pathname;
      if (!path.startsWith('/static/')) found[`${name} ${path}`] = await (await cache.match(key)).text();
    }
  }
  for (const { name } of await indexedDB.databases()) found[`database ${name}`] = '';
  for (let i = 0; i < localStorage.length; i++) found[localStorage.key(i)] = localStorage.getItem(localStorage.key(i));
  return found;
}"""
"""All that the browser stores but the scripts and styles that are everybody's."""

NOTHING_WAITS = """caches.keys()
  .then((names) => caches.open(names.find((name) => name.startsWith('own '))))
  .then((store) => store.keys())
  .then((keys) => !keys.some((key) => key.url.includes('/unsent/')))"""
IS_EMPTY = "caches.keys().then((names) => !names.some((name) => name.startsWith('own ')))"

PLANT = """async () => {
  await caches.open('own 0');
  const name = (await caches.keys()).find((name) => name.startsWith('own ') && name !== 'own 0');
  const store = await caches.open(name);
  const [mine] = await store.keys();
  const seat = (await store.match(mine)).headers.get('Kept-Seat');
  await store.put('/scenes/990/', new Response('left', { headers: { 'Kept-Seat': '990-player' } }));
  await store.put('/scenes/991/', new Response('gone', { headers: { 'Kept-Seat': seat } }));
}"""
"""Another person's store, the copy of a scene of a series that was left, and one of a scene that is gone."""


@pytest.fixture
def cable(stage: Stage) -> Cable:
    return Cable(stage.server.port)


@pytest.fixture
def mira(browser: Browser, cable: Cable) -> Iterator[Page]:
    """A player on her phone, on which she stays signed in; its worker is there."""
    context = browser.new_context(base_url=cable.url, viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(15_000)
    page = context.new_page()
    sign_in(page, "mira")
    yield page
    context.close()


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_label("Stay signed in here").check()
    page.get_by_role("button", name="Sign in", exact=True).click()
    wait_until(page, "Boolean(navigator.serviceWorker.controller)")


def wait_until(page: Page, script: str) -> None:
    """Wait for what no element shows. Playwright's own way needs `unsafe-eval`."""
    for _ in range(100):
        if page.evaluate(script):
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


def read_store(page: Page) -> dict[str, str]:
    """All that the browser stores beside what is everybody's, by place and name."""
    found: dict[str, str] = page.evaluate(READ_ALL)
    return {name: text for name, text in found.items() if not name.endswith(" /offline/")}


def sit_down(page: Page, place: str) -> None:
    """Open a table, and wait until it is live and kept."""
    page.goto(place)
    expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
    open_log(page)
    path = place.partition("#")[0]
    wait_until(page, f"caches.match('{path}', {{ ignoreVary: true }}).then(Boolean)")


def open_log(page: Page) -> None:
    """Show the log, which a phone has on a page of its own."""
    page.locator(".tabs a").nth(2).tap()


def speak(page: Page, words: str) -> None:
    page.locator("#say").fill(words)
    page.locator("#say").press("Enter")


def count_lines(page: Page, words: str) -> int:
    return page.locator(".log .e").filter(has_text=words).count()


def test_what_is_said_without_a_session_stands_there_after_signing_in(mira: Page, stage: Stage) -> None:
    """The table said that she was no longer there, and "Reload"; that lost the words."""
    place, words, post = stage.places["exchange"], "Said while signed out.", "A letter, written while signed out."
    sit_down(mira, place)
    mira.locator("#say").fill(words)
    mira.get_by_role("link", name="Long post").tap()
    expect(mira.locator("#post-text")).to_have_value(words)
    mira.context.clear_cookies(name="sessionid")
    mira.locator("#post-text").fill(post)
    expect(mira.locator(".talk .kept [role=alert]")).to_contain_text("You are signed out")
    mira.get_by_role("button", name="Back to the log").tap()
    speak(mira, words)
    expect(mira.locator(".say .refusal")).to_contain_text("You are signed out")
    mira.get_by_role("link", name="Long post").tap()
    expect(mira.locator("#post-text")).to_have_value(post)
    mira.goto(place)
    sign_in_here(mira, "mira")
    expect(mira.locator("#say")).to_have_value(words)
    expect(mira.locator("#post-text")).to_have_value(post)
    expect(mira.locator(".talk .kept [role=status]")).to_have_text("Saved.")
    mira.reload()
    expect(mira.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(mira.locator("#say")).to_have_value("")

    mira.goto(f"{place.partition('#')[0]}write/")
    mira.context.clear_cookies(name="sessionid")
    mira.locator("#write-text").fill(f"{post} More.")
    expect(mira.locator("#write-gone")).to_contain_text("You are signed out")
    expect(mira.locator("#write-gone .empty")).to_have_count(0)  # the whole page of the error was drawn here


def test_words_of_a_session_that_ended_are_shown_to_nobody_else(mira: Page, stage: Stage) -> None:
    place, words = stage.places["exchange"], "For nobody but me."
    sit_down(mira, place)
    mira.context.clear_cookies(name="sessionid")
    speak(mira, words)
    expect(mira.locator(".say .refusal")).to_contain_text("You are signed out")
    for name, line in (("jonas", ""), ("mira", "")):
        mira.goto(place)
        sign_in_here(mira, name)
        expect(mira.locator("#link-state")).to_have_attribute("data-state", "live")
        expect(mira.locator("#say")).to_have_value(line)
        mira.context.clear_cookies(name="sessionid")


def sign_in_here(page: Page, name: str) -> None:
    """Sign in on the page to which one was led."""
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_what_was_open_is_read_offline_and_what_is_written_is_sent_once_in_order(
    mira: Page, cable: Cable, stage: Stage
) -> None:
    place = stage.places["exchange"]
    sit_down(mira, place)
    cable.cut()
    for words in ("First at the ford.", "Not this one.", "Second at the ford."):
        speak(mira, words)
        expect(mira.locator(".unsent li").last).to_contain_text(words)
        expect(mira.locator("#say")).to_have_value("")
    expect(mira.locator("#unsent-h")).to_have_text("Not sent yet: 3")
    speak(mira, "/roll 8")
    expect(mira.locator(".say .refusal")).to_contain_text("dice and moves need it")
    assert mira.locator(".unsent li").count() == 3, "dice need the server"
    mira.locator("#say").fill("")
    mira.locator(".unsent li").nth(1).get_by_role("button", name="Edit").tap()
    expect(mira.locator("#say")).to_have_value("Not this one.")

    mira.goto(place)
    expect(mira.locator(".copied")).to_contain_text("You are offline: read-only")
    expect(mira.locator("#link-state")).to_have_attribute("data-state", "offline")
    open_log(mira)
    expect(mira.locator(".unsent li")).to_have_count(2)
    expect(mira.locator(".unsent")).to_contain_text("Waiting for the connection.")
    title = mira.locator(".crumbs h1").inner_text()
    expect(mira.locator(".unsent li a").first).to_have_text(title)
    mira.goto("/")
    mira.locator("#kept-pages a").first.click()
    expect(mira.locator(".copied")).to_be_visible()

    cable.mend()
    mira.locator(".copied").get_by_text("Try again").dispatch_event("click")  # it may hide while one reaches for it
    expect(mira.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(mira.locator(".copied")).to_be_hidden()
    wait_until(mira, NOTHING_WAITS)
    lines = mira.locator(".log .e")
    expect(lines.nth(-1)).to_contain_text("Second at the ford.")
    expect(lines.nth(-2)).to_contain_text("First at the ford.")
    assert count_lines(mira, "at the ford") == 2
    assert count_lines(mira, "Not this one") == 0


def test_a_copy_becomes_the_table_again_by_itself(mira: Page, cable: Cable, stage: Stage) -> None:
    place = stage.places["exchange"]
    sit_down(mira, place)
    cable.cut()
    mira.goto(place)
    expect(mira.locator(".copied")).to_be_visible()
    open_log(mira)
    speak(mira, "Said on a copy.")
    expect(mira.locator(".unsent li")).to_have_count(1)
    cable.mend()
    expect(mira.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(mira.locator(".copied")).to_be_hidden()
    expect(mira.locator(".unsent")).to_have_count(0)
    expect(mira.locator(".log .e").last).to_contain_text("Said on a copy.")
    assert count_lines(mira, "Said on a copy.") == 1


def test_words_whose_answer_was_lost_are_sent_again_and_said_once(mira: Page, stage: Stage) -> None:
    sit_down(mira, stage.places["exchange"])
    sent: list[str] = []
    mira.on("request", lambda one: sent.append(one.post_data or "") if one.url.endswith("/command/") else None)

    def lose_the_answer(route: Route) -> None:
        assert route.fetch().ok
        route.abort()

    mira.route("**/command/", lose_the_answer, times=1)
    speak(mira, "Did you hear that?")
    while len(sent) < 2:
        mira.wait_for_timeout(100)
    wait_until(mira, NOTHING_WAITS)
    ids = {parse_qs(body)["command"][0] for body in sent}
    assert len(ids) == 1
    sit_down(mira, stage.places["exchange"])
    assert count_lines(mira, "Did you hear that?") == 1


def test_a_post_and_notes_are_written_on_a_copy(
    at_table: Callable[..., Page], mira: Page, cable: Cable, stage: Stage
) -> None:
    petra, place = at_table("petra", "exchange"), stage.places["exchange"]
    petra.keyboard.press("Control+k")
    petra.locator("#palette").fill("Advance time")
    petra.locator(".pal__row", has_text="Advance time").first.click()
    petra.get_by_role("button", name="Switch to play by post").click()
    expect(petra.locator(".hand")).to_contain_text("until")
    sit_down(mira, place)
    wait_until(mira, f"caches.match('{write_form(place)}', {{ ignoreVary: true }}).then(Boolean)")
    cable.cut()
    mira.goto(place)
    expect(mira.locator(".copied")).to_be_visible()
    open_log(mira)
    mira.get_by_role("link", name="Long post").tap()
    mira.locator("#post-text").fill("A long letter.\n\nWritten in a tunnel.")
    mira.get_by_role("button", name="Post", exact=True).tap()
    expect(mira.locator(".unsent li")).to_have_count(1)
    expect(mira.locator("#post-text")).to_have_count(0)
    mira.locator(".talk .sec").get_by_role("button", name="Notes").tap()
    mira.locator("#my-note").fill("Count the tunnels.")
    expect(mira.locator(".unsent li")).to_have_count(2)
    mira.locator("#my-note").fill("Count the tunnels: 3.")
    expect(mira.locator(".unsent li").last).to_contain_text(": 3.")
    assert mira.locator(".unsent li").count() == 2
    cable.mend()
    mira.goto("/")
    wait_until(mira, NOTHING_WAITS)
    sit_down(mira, place)
    mira.locator(".talk .sec").get_by_role("button", name="Notes").tap()
    expect(mira.locator("#my-note")).to_have_value("Count the tunnels: 3.")
    mira.keyboard.press("Escape")
    open_log(mira)
    assert count_lines(mira, "Written in a tunnel.") == 1


def write_form(place: str) -> str:
    return f"{place.partition('#')[0]}write/?part"


def test_refused_words_keep_their_text_and_say_why(mira: Page, stage: Stage) -> None:
    sit_down(mira, stage.places["exchange"])
    mira.route("**/command/", lambda route: route.abort(), times=1)
    speak(mira, "/w nobody-of-this-name Psst!")
    refused = mira.locator(".unsent li.is-refused")
    expect(refused).to_contain_text("/w nobody-of-this-name Psst!")
    expect(refused.locator(".why-not")).to_contain_text("nobody-of-this-name")
    expect(mira.locator(".unsent")).not_to_contain_text("Waiting for the connection.")
    refused.get_by_role("button", name="Edit").tap()
    expect(mira.locator("#say")).to_have_value("/w nobody-of-this-name Psst!")
    expect(mira.locator(".unsent")).to_have_count(0)


def test_the_store_holds_no_secret_and_nothing_after_signing_out(
    at_table: Callable[..., Page], mira: Page, cable: Cable, stage: Stage
) -> None:
    petra = at_table("petra", "exchange")
    speak(petra, f"/w jonas {SECRET}")
    expect(petra.locator(".log .e").last).to_contain_text(SECRET)
    sit_down(mira, stage.places["exchange"])
    sheet = mira.locator("a[href*='/characters/']").first.get_attribute("href")
    assert sheet
    mira.goto(sheet)
    wait_until(mira, f"caches.match('{sheet.partition('#')[0]}', {{ ignoreVary: true }}).then(Boolean)")
    mira.goto("/account/")
    store = read_store(mira)
    assert any("Ysane" in text for text in store.values()), "the store holds what she saw"
    assert not [name for name, text in store.items() if SECRET in text or name.startswith("database")]
    mira.goto("/account/logout/")
    mira.get_by_role("button", name="Sign out").click()
    expect(mira.get_by_role("heading", name="Sign in")).to_be_visible()
    assert read_store(mira) == {}


def test_what_must_go_goes_another_persons_a_lost_seats_and_all_at_the_end_of_a_session(
    mira: Page, cable: Cable, stage: Stage
) -> None:
    sit_down(mira, stage.places["exchange"])
    mira.goto("/account/")
    mira.get_by_role("button", name="Don’t save pages on this device").click()
    expect(mira.get_by_role("button", name="Save my pages on this device")).to_be_visible()
    wait_until(mira, IS_EMPTY)
    mira.get_by_role("button", name="Save my pages on this device").click()
    expect(mira.get_by_role("button", name="Don’t save pages on this device")).to_be_visible()
    sit_down(mira, stage.places["exchange"])
    mira.evaluate(PLANT)
    mira.goto("/")
    wait_until(mira, "caches.keys().then((names) => !names.includes('own 0'))")
    wait_until(mira, "caches.match('/scenes/990/').then((copy) => !copy)")
    assert mira.evaluate("caches.match('/scenes/991/').then(Boolean)")
    mira.goto("/scenes/991/")
    wait_until(mira, "caches.match('/scenes/991/').then((copy) => !copy)")
    mira.context.clear_cookies(name="sessionid")
    mira.goto("/")
    expect(mira.get_by_role("heading", name="Sign in")).to_be_visible()
    wait_until(mira, IS_EMPTY)
