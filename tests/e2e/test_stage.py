"""The table that is drawn in the browser: what waits is in sight, answers reach everybody, and typed words stay."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.axe import assert_axe_finds_nothing
from tests.e2e.conftest import Stage

WINDOWS = [(1440, 900), (1366, 625), (820, 1180), (390, 844), (844, 390), (390, 450)]
ANSWERS = ".answers .ans:not([aria-disabled=true])"


def test_what_is_asked_is_in_the_window_at_every_size(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exchange")
    for width, height in WINDOWS:
        mira.set_viewport_size({"width": width, "height": height})
        expect(mira.locator("#hand-h")).to_be_in_viewport(ratio=1)
        expect(mira.locator(ANSWERS).first).to_be_in_viewport(ratio=1)
        scrolls = mira.evaluate("document.documentElement.scrollHeight > innerHeight")
        assert scrolls == (height < 560), (width, height)
        assert mira.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)


def test_an_answer_reaches_both_pages_and_half_typed_words_stay(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "exchange"), at_table("petra", "exchange")
    asked = mira.locator("#hand-h").inner_text()
    expect(mira.locator(".hand.is-asking")).to_be_visible()
    petra.locator("#say").fill("The lamp goes")
    blow = "Captain Deruvin attacks Ysane of the Reeds with the slashing sword:"
    mira.locator(ANSWERS).first.click()
    expect(mira.locator("#hand-h")).not_to_have_text(asked)
    for page in (mira, petra):
        expect(page.locator(".log li", has_text=blow).locator("b")).to_be_visible()
    expect(petra.locator("#say")).to_have_value("The lamp goes")
    expect(petra.locator("#say")).to_be_focused()
    expect(mira.locator(".refusal")).to_have_count(0)


def test_a_turn_is_taken_on_a_phone_and_the_log_keeps_to_its_end(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "exalted2e", phone=True), at_table("petra", "exalted2e")
    petra.locator(".log").evaluate("log => log.scrollTo(0, -200)")
    go = mira.locator(".hand .btn--go")
    expect(go).to_be_in_viewport(ratio=1)
    mira.locator(".opts--moves .opt", has_text="Guard").click()
    expect(go).to_have_text("Guard")
    go.click()
    expect(mira.locator(".hand.is-asking")).to_have_count(0)
    expect(petra.locator(".log li", has_text="Ysane of the Reeds guards")).to_have_count(1)
    assert petra.locator(".log").evaluate("log => log.scrollTop") < -100
    petra.locator(".log").evaluate("log => log.scrollTo(0, 0)")
    petra.locator("#say").fill("Nobody moves.")
    petra.keyboard.press("Enter")
    expect(petra.locator(".log li.e").last).to_be_in_viewport()
    expect(petra.locator(".log li.e").last).to_contain_text("Nobody moves.")
    expect(petra.locator("#say")).to_have_value("")


def test_a_module_that_does_not_come_leads_to_the_plain_page(at_table: Callable[..., Page], stage: Stage) -> None:
    mira = at_table("mira", "exchange")
    late = mira.locator(".late a")
    expect(mira.locator("body")).to_have_attribute("data-drawn", "")
    expect(late).to_be_hidden()
    mira.route("**/stage/stage*.js", lambda route: route.abort())
    mira.reload()
    expect(late).to_be_visible()
    late.click()
    expect(mira).to_have_url(f"{stage.url}{stage.places['exchange']}plain/")


def test_axe_finds_nothing_on_the_drawn_table(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "exalted2e")
    petra.locator(".p__name").first.click()
    expect(petra.locator(".ctl .why").first).to_be_visible()
    assert_axe_finds_nothing(petra)
