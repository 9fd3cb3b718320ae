"""What hands do without meaning it: a click too many, a form sent before, a card that went while it was filled in."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

from tests.e2e.conftest import PHONE, Stage

GO = ".hand .btn--go"


def say(page: Page, words: str) -> None:
    page.locator("#say").fill(words)
    page.keyboard.press("Enter")


def list_rolls(page: Page) -> Locator:
    """The rolls in the log."""
    return page.locator(".log li.e", has_text="rolls")


def open_roll(page: Page, name: str) -> Locator:
    """Open the roll of a character from their row, while something else may be asked. Return its form."""
    if (tab := page.locator(".tabs a").nth(1)).is_visible():
        tab.tap()
    row = page.locator(".people li.p", has_text=name)
    if not row.locator(".ctl").count():
        row.locator(".p__name").click()
    row.locator("[data-roll]").click()
    form = page.locator(".hand form[data-act^='roll ']")
    form.wait_for()
    return form


def wound(petra: Page, name: str, levels: int) -> None:
    """The Storyteller marks so many lethal levels on somebody."""
    row = petra.locator(".people li.p", has_text=name)
    if not row.locator(".ctl").count():
        row.locator(".p__name").click()
    marks = row.locator(".p__boxes .hm--l")
    before = marks.count()
    row.locator("[name=times]").first.fill(str(levels))
    row.get_by_role("button", name="Lethal", exact=True).click()
    expect(marks).to_have_count(before + levels)


def test_a_double_click_rolls_once(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exchange")
    open_roll(mira, "Ysane")
    before = list_rolls(mira).count()
    mira.locator(GO).dblclick()
    expect(list_rolls(mira)).to_have_count(before + 1)
    say(mira, "And nothing after it.")
    expect(mira.locator(".log li.e").last).to_contain_text("And nothing after it.")
    expect(list_rolls(mira)).to_have_count(before + 1)


def test_a_finger_that_taps_twice_rolls_once(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exchange", phone=True)
    before = list_rolls(mira).count()
    open_roll(mira, "Ysane")
    mira.wait_for_timeout(700)  # so that what follows is no second tap on the button before
    box = mira.locator(GO).bounding_box()
    assert box
    for _ in range(2):
        mira.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(list_rolls(mira)).to_have_count(before + 1)
    mira.wait_for_timeout(300)
    expect(list_rolls(mira)).to_have_count(before + 1)
    expect(mira.locator(".just .what")).to_contain_text("rolls")
    expect(mira.locator(".just")).to_be_in_viewport(ratio=1)


def test_what_is_written_while_a_line_is_under_way_stays(at_table: Callable[..., Page]) -> None:
    mira, held = at_table("mira", "exchange"), list[Route]()
    mira.route("**/command/", lambda route: held.append(route))
    field, newest = mira.locator("#say"), mira.locator(".log li.e").last
    field.fill("The bell.")
    with mira.expect_request("**/command/"):
        field.press("Enter")
    field.fill("It rings again.")
    held[0].continue_()
    expect(newest).to_contain_text("The bell.")
    mira.wait_for_timeout(100)
    expect(field).to_have_value("It rings again.")
    mira.unroute("**/command/")
    field.press("Enter")
    expect(newest).to_contain_text("It rings again.")
    expect(field).to_have_value("")


def test_the_next_roll_keeps_its_traits_and_claims_no_stunt(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exchange")
    before, form = list_rolls(mira).count(), open_roll(mira, "Ysane")
    form.locator("label:has([name='r.attribute'][value='wits'])").click()
    form.locator("label:has([name='r.stunt'][value='2'])").click()
    mira.locator(GO).click()
    expect(list_rolls(mira)).to_have_count(before + 1)
    expect(form).to_have_count(0)
    open_roll(mira, "Ysane")
    expect(form.locator("[name='r.stunt'][value='0']")).to_be_checked()
    expect(form.locator("[name='r.attribute'][value='wits']")).to_be_checked()


def test_whoever_was_brought_in_is_not_brought_in_with_the_next(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "crowd")
    petra.locator(".hand__head").get_by_role("button", name="Tools", exact=True).click()
    petra.locator(".hand .chip", has_text="Fight and foes").click()
    form = petra.locator(".hand form:has([name=copies])").first
    form.locator("label", has_text="Barge hand").first.click()
    if not form.locator("[name=copies]").is_visible():
        form.locator(".extra__fold").click()
    form.locator("[name=copies]").fill("2")
    form.locator("label:has([name=hidden])").click()
    fighters = petra.locator(".people .plist > li")
    before, answers = fighters.count(), list[tuple[Route, APIResponse]]()
    petra.route("**/command/", lambda route: answers.append((route, route.fetch())))
    form.get_by_role("button", name="Add").click()
    expect(fighters).to_have_count(before + 2)
    (route, answer), *_ = answers
    route.fulfill(response=answer)  # after the drawing, as it comes when the server has much to do
    petra.unroute("**/command/")
    expect(form.locator("input:checked")).to_have_count(0)
    expect(form.locator("[name=copies]")).to_have_value("1")
    form.get_by_role("button", name="Add").click()
    expect(petra.locator(".hand .refusal")).to_have_text("Choose at least one character.")


def test_whoever_acted_far_down_in_a_low_window_is_shown_what_comes_next(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exalted2e", phone=True)
    mira.set_viewport_size({"width": 390, "height": 450})
    asked = mira.locator("#hand-h").inner_text()
    if (fold := mira.locator(".hand .unfold[aria-expanded=false]")).is_visible():
        fold.tap()
    mira.locator(".opts--moves .opt", has_text="Guard").click()
    expect(mira.locator(GO)).to_have_text("Guard")
    expect(mira.locator(GO)).to_have_attribute("aria-disabled", "false")  # its form is there
    mira.evaluate("scrollTo(0, document.body.scrollHeight)")
    mira.locator(GO).evaluate("button => button.click()")
    expect(mira.locator("#hand-h")).not_to_have_text(asked)
    expect(mira.locator("#hand-h")).to_be_in_viewport(ratio=1)


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifted += one.value; })
  .observe({ type: "layout-shift", buffered: true });
"""


@pytest.mark.parametrize(
    ("who", "game"),
    [("petra", "exalted2e"), *(("mira", game) for game in ("exalted2e", "exalted3e", "wod2004", "v20da"))],
)
def test_what_was_missed_moves_nothing_on_a_phone_in_mid_fight(
    browser: Browser, stage: Stage, who: str, game: str
) -> None:
    context = browser.new_context(
        base_url=stage.url, storage_state=stage.sign_in(who), viewport=PHONE, has_touch=True, is_mobile=True
    )
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.goto(stage.places[game])
    expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
    expect(page.locator(".catch")).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shifted") < 0.1
    expect(page.locator(".just")).to_be_in_viewport(ratio=1)
    expect(page.locator("#hand-h")).to_be_in_viewport(ratio=1)
    context.close()


def test_the_choice_of_the_turn_before_is_not_made_again_though_the_push_came_before_the_answer(
    at_table: Callable[..., Page],
) -> None:
    mira, petra = at_table("mira", "exalted3e"), at_table("petra", "exalted3e")
    answers = list[tuple[Route, APIResponse]]()
    moves = mira.locator("#moves input")
    expect(moves.first).to_be_checked()
    mira.locator("#moves label", has_text="End turn").click()
    mira.route("**/command/", lambda route: answers.append((route, route.fetch())))
    mira.locator(GO).click()
    expect(moves).to_have_count(0)
    while not answers:  # the push was first
        mira.wait_for_timeout(20)
    (route, answer), *_ = answers
    with mira.expect_response("**/command/"):
        route.fulfill(response=answer)
    mira.unroute("**/command/")
    petra.locator(".just [data-undo]").click()
    petra.locator(GO).click()
    expect(moves.first).to_be_checked()


def test_the_card_is_two_taps_away_in_the_middle_of_a_fight_on_a_phone(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "wod2004", phone=True)
    use = mira.get_by_role("button", name="Use the X-Card")
    for tab in range(4):
        mira.locator(".tabs a").nth(tab).tap()
        mira.locator(".btn--x").tap()
        expect(use).to_be_in_viewport(ratio=1)
        assert mira.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        mira.locator(".hand").get_by_role("button", name="Back").tap()
        expect(use).to_have_count(0)


def test_the_card_is_two_taps_away_while_somebody_writes(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "exchange", phone=True), at_table("petra", "exchange")
    mira.locator(".tabs a").nth(2).tap()
    mira.locator("#say").press_sequentially("Wait, I")
    say(petra, "The lamp swings.")
    mira.locator(".btn--x").tap()
    expect(mira.get_by_role("button", name="Use the X-Card")).to_be_in_viewport(ratio=1)


def test_the_head_of_a_table_fits_on_the_smallest_phone(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "wod2004", phone=True)
    for width in (320, PHONE["width"]):
        petra.set_viewport_size({"width": width, "height": 700})
        for part in (".brand", ".btn--x", ".runhead h1", ".tabs a:last-child"):
            expect(petra.locator(part)).to_be_in_viewport(ratio=1)
            bounds = petra.locator(part).bounding_box()
            assert bounds, part
            assert bounds["width"] >= 24, part
        assert petra.evaluate("document.documentElement.scrollWidth") == width
        title = petra.locator(".runhead h1").bounding_box()
        assert title
        assert title["width"] > 90, "two lines of it tell which scene it is"


def test_what_was_pressed_last_keeps_the_focus_and_its_row(at_table: Callable[..., Page]) -> None:
    petra = at_table("petra", "crowd")
    row = petra.locator(".people li.p", has_text="Who-Counts-the-Bridges")
    row.locator(".p__name").click()
    button = row.get_by_role("button", name="Lethal", exact=True)
    for marks in (1, 2):
        button.focus()
        petra.keyboard.press("Enter")
        expect(row.locator(".p__boxes .hm--l")).to_have_count(marks)
        expect(button).to_be_focused()
    expect(petra.locator(".people .ctl")).to_have_count(1)


def test_whoever_is_turned_away_reads_so_on_a_phone(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "exchange", phone=True)
    mira.context.clear_cookies()
    mira.locator(".tabs a").nth(2).tap()
    say(mira, "Am I still here?")
    expect(mira.locator(".say .refusal")).to_contain_text("You are signed out")
    expect(mira.locator(".say .refusal")).to_be_in_viewport(ratio=1)
    assert mira.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_odds_of_an_open_roll_follow_a_wound(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "exchange"), at_table("petra", "exchange")
    open_roll(mira, "Ysane")
    odds = mira.locator(".hand__foot .odds")
    expect(odds).to_contain_text("%")
    before = odds.inner_text()
    wound(petra, "Ysane", 2)
    expect(odds).not_to_have_text(before)
    expect(odds).to_contain_text("%")


def test_odds_that_are_on_their_way_when_a_wound_comes_are_asked_for_again(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "exchange"), at_table("petra", "exchange")
    held, is_wounded = list[Route](), False
    mira.route("**/odds/?*", lambda route: route.continue_() if is_wounded else held.append(route))
    with mira.expect_request("**/odds/?*"):
        open_roll(mira, "Ysane")
    is_wounded = True
    with mira.expect_response("**/odds/?*"):
        wound(petra, "Ysane", 2)
    odds = mira.locator(".hand__foot .odds")
    expect(odds).to_contain_text("%")
    before = odds.inner_text()
    for route in held:
        route.fulfill(body='<p class="odds__said">99 %</p>')  # as it was when they were asked for
    mira.wait_for_timeout(100)
    expect(odds).to_have_text(before)


def test_the_odds_of_a_roll_that_was_closed_are_asked_for_again_when_it_opens(at_table: Callable[..., Page]) -> None:
    mira, petra = at_table("mira", "exchange"), at_table("petra", "exchange")
    open_roll(mira, "Ysane")
    odds = mira.locator(".hand__foot .odds")
    expect(odds).to_contain_text("%")
    before = odds.inner_text()
    mira.locator(".hand").get_by_role("button", name="Back").click()
    wound(petra, "Ysane", 2)
    expect(mira.locator(".people li.p", has_text="Ysane").locator(".p__boxes .hm--l")).to_have_count(6)
    open_roll(mira, "Ysane")
    expect(odds).to_contain_text("%")
    expect(odds).not_to_have_text(before)


def test_nobody_is_told_that_a_whisper_or_a_command_is_being_typed(at_table: Callable[..., Page]) -> None:
    petra, mira = at_table("petra", "exchange"), at_table("mira", "exchange")
    field, typing = petra.locator("#say"), mira.locator(".seat.is-typing")
    field.press_sequentially("/gmr 8")
    field.fill("")
    petra.locator("#say-to").select_option(index=1)
    field.press_sequentially("Now.")
    mira.wait_for_timeout(500)
    expect(typing).to_have_count(0)
    petra.locator("#say-to").select_option("")
    field.press_sequentially(" Rain.")
    expect(typing).to_have_count(1)


def test_words_that_the_table_no_longer_waits_for_are_shown_again(at_table: Callable[..., Page]) -> None:
    petra, mira = at_table("petra", "exchange"), at_table("mira", "exchange", phone=True)
    mira.locator(".hand .unfold").tap()
    if (words := mira.locator(".hand .extra__open", has_text="Stunt")).first.is_visible():
        words.first.tap()
    mira.locator(".hand textarea").first.fill("Steel slides along")
    while (claim := petra.locator(".hand").get_by_role("button", name="No reward")).is_visible():
        claim.click()  # stunts that were claimed before have her hand
        petra.wait_for_timeout(300)
    petra.get_by_role("button", name="Act for them").first.click()
    petra.locator(".answers .ans:not([aria-disabled=true])").first.click()
    expect(mira.locator(".hand .refusal")).to_contain_text("“Steel slides along”")


@pytest.mark.parametrize(("language", "words"), [("en", "Attack {} ("), ("fi", "Hyökkää, kohde {}, ase")])
def test_a_button_says_at_whom_it_is_aimed(at_table: Callable[..., Page], language: str, words: str) -> None:
    petra = at_table("petra", "crowd")
    petra.evaluate("lang => { document.cookie = `django_language=${lang}; path=/` }", language)
    petra.reload()
    petra.locator("#moves label", has_text=words.partition(" ")[0].strip(",")).first.click()
    chosen = petra.locator(".whom label").last
    name = chosen.locator("span").first.inner_text().partition("\n")[0]
    chosen.click()
    expect(petra.locator(GO)).to_contain_text(words.format(name))


def test_a_difficulty_stands_beside_its_card_while_that_holds_a_plain_action(at_table: Callable[..., Page]) -> None:
    mira = at_table("mira", "v20da")
    moves, form = mira.locator("#moves label"), mira.locator(".hand form.ways")
    moves.filter(has_text="One other").click()
    beside = form.locator("[name='m.difficulties.0']").first
    for choice, shows in (("other", True), ("parry", False)):
        form.locator(f"label:has([name='m.others.0'][value={choice}])").click()
        expect(beside).to_be_visible(visible=shows)
    mira.locator("#moves .more").click()
    moves.filter(has_text="Several").click()
    form.locator(".extra__fold").first.click()
    beside = form.locator("[name='m.difficulties.2']").first
    for choice, shows in (("", False), ("other", True)):
        form.locator("select[name='m.others.2']").select_option(choice)
        expect(beside).to_be_visible(visible=shows)


def open_handouts(petra: Page) -> None:
    petra.locator(".hand .chip", has_text="Handouts").click()
    petra.locator("#f-upload").wait_for()


def test_a_handout_is_seen_by_those_to_whom_it_is_shown_as_soon_as_it_is(
    at_table: Callable[..., Page], tmp_path: Path
) -> None:
    Image.new("RGB", (900, 600), "teal").save(tmp_path / "ferry.png")
    petra, jonas = at_table("petra", "wod2004"), at_table("jonas", "wod2004")
    mira = at_table("mira", "wod2004", phone=True)
    petra.locator(".hand .chip", has_text="Fight and foes").click()
    petra.get_by_role("button", name="End the fight").click()
    expect(mira.locator(".scene__head h2")).to_be_visible()
    open_handouts(petra)
    petra.locator("#f-upload [name=title]").fill("The map of the ferry")
    petra.locator("#f-upload [type=file]").set_input_files(tmp_path / "ferry.png")
    petra.get_by_role("button", name="Save for later").click()
    row = petra.locator("form.how", has_text="The map of the ferry")
    expect(row).to_be_visible()
    assert all("map of the ferry" not in page.content() for page in (mira, jonas))
    row.get_by_role("button", name="Show to …").click()
    row.get_by_text("Iva Lindqvist").click()
    row.get_by_role("button", name="Show only to these").click()
    picture = mira.locator("figure", has_text="The map of the ferry").locator("img")
    expect(picture).to_be_in_viewport()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
    expect(mira.locator(".log li.e").last).to_contain_text("petra shows The map of the ferry.")
    say(jonas, "What is it?")
    expect(jonas.locator(".log li.e").last).to_contain_text("What is it?")
    assert "map of the ferry" not in jonas.content()
