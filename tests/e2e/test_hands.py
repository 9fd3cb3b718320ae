"""What hands do without meaning it: a click too many, a form sent before, a place scrolled away."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.e2e.conftest import PHONE, Stage


def entries(page: Page) -> int:
    """The number of the newest line of the log, as this seat counts."""
    return int(page.locator("#log .log__no").first.inner_text())


def roll_first(page: Page) -> int:
    """Make a roll, so that the line which seals the dice of a scene stands in the log. Return how many lines do."""
    before = entries(page)
    page.locator("#rolls button.btn--go").first.click()
    expect(page.locator("#log .log__no").first).not_to_have_text(str(before))
    return entries(page)


def test_a_double_click_rolls_once(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "exchange")
    before = roll_first(mira)
    mira.locator("#rolls button.btn--go").first.dblclick()
    expect(mira.locator("#log .log__no").first).to_have_text(str(before + 1))
    mira.locator("#say").fill("And nothing after it.")
    mira.keyboard.press("Enter")
    expect(mira.locator("#log > li").first).to_contain_text("And nothing after it.")
    assert entries(mira) == before + 2


def test_a_finger_that_taps_twice_rolls_once(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "exchange", phone=True)
    before = roll_first(mira)
    mira.wait_for_timeout(700)  # so that what follows is no second tap on the first button
    button = mira.locator("#rolls button.btn--go").first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    for _ in range(2):
        mira.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(mira.locator("#log .log__no").first).to_have_text(str(before + 1))
    mira.wait_for_timeout(300)
    assert entries(mira) == before + 1
    expect(mira.locator("#came .came__line")).to_be_in_viewport()  # far above the pad


def test_what_is_written_while_a_line_is_under_way_stays(sit: Callable[..., Page]) -> None:
    mira, held = sit("mira", "exchange"), list[Route]()
    mira.route("**/command/", lambda route: held.append(route))
    say, newest = mira.locator("#say"), mira.locator("#log > li").first
    say.fill("The bell.")
    with mira.expect_request("**/command/"):
        say.press("Enter")
    say.fill("It rings again.")
    held[0].continue_()
    expect(newest).to_contain_text("The bell.")
    mira.wait_for_timeout(100)
    expect(say).to_have_value("It rings again.")
    mira.unroute("**/command/")
    say.press("Enter")
    expect(newest).to_contain_text("It rings again.")
    expect(say).to_have_value("")


def test_the_next_roll_keeps_its_traits_and_claims_no_stunt(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "exchange")
    before, pad = entries(mira), mira.locator("#rolls form").first
    pad.locator("label.trait", has_text="Wits").click()
    pad.locator("label:has([name='r.stunt'][value='2'])").click()
    pad.locator("button.btn--go").click()
    expect(mira.locator("#log .log__no").first).not_to_have_text(str(before))
    expect(pad.locator("[name='r.stunt'][value='0']")).to_be_checked()
    expect(pad.locator("[name='r.attribute'][value='wits']")).to_be_checked()


def test_whoever_was_brought_in_is_not_brought_in_with_the_next(sit: Callable[..., Page]) -> None:
    petra = sit("petra", "crowd")
    form = petra.locator("#cast form.castform:has([name=copies])")
    petra.locator("#cast details", has=petra.locator("[name=copies]")).locator("> summary").click()
    form.locator("label.mod", has_text="Barge hand").click()
    form.locator("[name=copies]").fill("2")
    form.locator("label:has([name=hidden])").click()
    before, answers = entries(petra), list[tuple[Route, APIResponse]]()
    petra.route("**/command/", lambda route: answers.append((route, route.fetch())))
    form.get_by_role("button", name="Add").click()
    expect(petra.locator("#log .log__no").first).not_to_have_text(str(before))
    (route, answer), *_ = answers
    route.fulfill(response=answer)  # after the drawing, as it comes when the server has much to do
    petra.unroute("**/command/")
    expect(form.locator("input:checked")).to_have_count(0)
    expect(form.locator("[name=copies]")).to_have_value("1")
    form.get_by_role("button", name="Add").click()
    expect(petra.locator("#refusal")).to_have_text("Choose at least one character.")


def test_whoever_acted_far_down_is_shown_what_comes_next(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "exalted2e", phone=True)
    before = mira.locator("[data-socket]").get_attribute("data-number")
    button = mira.locator("#mine .offer__now:has(input[value=TakeGuard]) button")
    mira.evaluate("scrollTo(0, document.body.scrollHeight)")
    button.evaluate("node => node.form.requestSubmit()")
    expect(mira.locator("[data-socket]")).not_to_have_attribute("data-number", str(before))
    expect(mira.locator("#act")).to_be_in_viewport()


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
    expect(page.locator("#missed .missed__deeds, #missed .recap__lines").first).to_be_attached()
    expect(page.locator("#link-state")).to_contain_text("Live")
    assert page.evaluate("shifted") < 0.1
    expect(page.locator("#came .came__line").first).to_be_in_viewport()
    expect(page.locator("#act")).to_be_in_viewport()
    context.close()


def test_the_choice_of_the_turn_before_is_not_made_again_though_the_push_came_before_the_answer(
    sit: Callable[..., Page],
) -> None:
    mira, petra, answers = sit("mira", "exalted3e"), sit("petra", "exalted3e"), list[tuple[Route, APIResponse]]()
    choices = mira.locator("#mine .choose__list input[type=radio]")
    mira.locator("#mine .choose__row label", has_text="Aim").first.click()
    mira.locator("#mine .offer:not([hidden]) label", has_text="Gate archers").click()  # the others are out of range
    mira.route("**/command/", lambda route: answers.append((route, route.fetch())))
    mira.locator("#mine .offer:not([hidden]) button.btn--go").click()
    expect(choices).to_have_count(0)
    while not answers:  # the push was first
        mira.wait_for_timeout(20)
    (route, answer), *_ = answers
    with mira.expect_response("**/command/"):
        route.fulfill(response=answer)
    mira.unroute("**/command/")
    petra.locator("#undo-last").click()
    petra.locator("#undo-preview button").click()
    expect(choices.first).to_be_checked()


def test_the_card_is_two_taps_away_in_the_middle_of_a_fight_on_a_phone(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "wod2004", phone=True)
    mira.evaluate("scrollTo(0, document.body.scrollHeight)")
    mira.locator(".headcard").tap()
    show = mira.get_by_role("button", name="Use the X-Card")
    expect(show).to_be_in_viewport(ratio=1)
    assert mira.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_head_of_a_table_fits_on_the_smallest_phone(sit: Callable[..., Page]) -> None:
    petra = sit("petra", "wod2004", phone=True)
    for width in (320, PHONE["width"]):
        petra.set_viewport_size({"width": width, "height": 700})
        for part in (".bell", ".headundo", ".headcard", ".menu > summary", ".runhead li[aria-current]"):
            bounds = petra.locator(part).bounding_box()
            assert bounds, part
            assert bounds["width"] >= 24, part
        assert petra.evaluate("document.documentElement.scrollWidth") == width
    title = petra.locator(".runhead li[aria-current]").bounding_box()
    assert title
    assert title["width"] > 90, "two lines of it tell which scene it is"
    expect(petra.locator(".menu > summary")).to_have_accessible_name("petra")


def test_what_was_pressed_last_goes_on_saying_what_it_does(sit: Callable[..., Page]) -> None:
    petra = sit("petra", "crowd")
    row = petra.locator("#fighters summary", has_text="Who-Counts-the-Bridges")
    button = petra.locator("#pause button")
    for words in ("Resume", "Pause"):
        button.click()
        expect(button).to_have_text(words)
        assert button.evaluate("node => node === document.activeElement")
    row.click()
    petra.locator("#fighters summary", has_text="Set a number").click()
    form = petra.locator("#fighters form:has([name='m.what'])")
    form.locator("select").select_option("lethal")
    form.locator("[name='m.value']").fill("2")
    form.locator("[name='m.reason']").fill("A falling gate.")
    row.focus()
    form.locator("button.btn--go").evaluate("node => node.form.requestSubmit(node)")
    expect(row.locator(".hm--l")).to_have_count(2)


def test_words_that_the_table_no_longer_waits_for_are_shown_again(sit: Callable[..., Page]) -> None:
    petra, mira = sit("petra", "exchange"), sit("mira", "exchange", phone=True)
    mira.locator("#mine textarea").first.fill("Steel slides along")
    petra.locator("#waiting > details.prompt > summary").first.click()
    petra.locator("#waiting form.offer__form:visible button.btn--go").click()
    expect(mira.locator("#refusal")).to_contain_text("“Steel slides along”")


def test_whoever_is_turned_away_reads_so_in_the_head_of_a_phone(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "exchange", phone=True)
    mira.context.clear_cookies()
    mira.locator("#say").fill("Am I still here?")
    mira.keyboard.press("Enter")
    mark = mira.locator("#link-state")
    expect(mark).to_have_text(str(mark.get_attribute("data-gone")))
    assert mira.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def wound(petra: Page, name: str, levels: int) -> None:
    """The Storyteller sets how many lethal levels a fighter has."""
    petra.locator("#fighters summary", has_text=name).first.click()
    petra.locator("#fighters summary:visible", has_text="Set a number").first.click()
    form = petra.locator("#fighters form:has([name='m.what']):visible").first
    form.locator("select").select_option("lethal")
    form.locator("[name='m.value']").fill(str(levels))
    form.locator("[name='m.reason']").fill(f"A falling gate, {levels}.")
    form.locator("button.btn--go, button[type=submit], button:not([type])").first.click()
    expect(petra.locator("#log > li").first).to_contain_text(f"A falling gate, {levels}.")


def test_the_odds_of_an_open_pad_follow_a_wound(sit: Callable[..., Page]) -> None:
    mira, petra = sit("mira", "exchange"), sit("petra", "exchange")
    odds, name = mira.locator("#rolls .pad__odds").first, mira.locator("#rolls .pad > summary").first.inner_text()
    expect(odds.locator("svg").first).to_be_visible()
    before = odds.text_content() or ""
    wound(petra, name, 4)
    expect(odds).not_to_have_text(before)


def test_odds_that_are_on_their_way_when_a_wound_comes_are_asked_for_again(sit: Callable[..., Page]) -> None:
    mira, petra = sit("mira", "exchange"), sit("petra", "exchange")
    odds, name = mira.locator("#rolls .pad__odds").first, mira.locator("#rolls .pad > summary").first.inner_text()
    expect(odds.locator("svg").first).to_be_visible()
    before = odds.text_content() or ""
    held, is_wounded = list[Route](), False
    mira.route("**/odds/?*", lambda route: route.continue_() if is_wounded else held.append(route))
    mira.reload()
    expect(mira.locator("#link-state")).to_contain_text("Live")
    expect(odds).to_have_class(re.compile("htmx-request"))
    is_wounded = True
    wound(petra, name, 6)
    expect(mira.locator("#log > li").first).to_contain_text("A falling gate, 6.")
    for route in held:
        route.fulfill(body=before)  # as it was true when they were asked for
    expect(odds.locator("svg .hist__bar").first).to_be_visible()
    expect(odds).not_to_have_text(before)


def test_the_odds_of_a_pad_that_was_closed_are_asked_for_again_when_it_opens(sit: Callable[..., Page]) -> None:
    mira, petra = sit("mira", "exchange"), sit("petra", "exchange")
    pad = mira.locator("#rolls .pad").first
    odds, head = pad.locator(".pad__odds"), pad.locator("> summary")
    expect(odds.locator("svg").first).to_be_visible()
    before = odds.text_content() or ""
    head.click()
    wound(petra, head.inner_text(), 2)
    expect(mira.locator("#log > li").first).to_contain_text("A falling gate, 2.")
    head.click()
    expect(odds).not_to_have_text(before)


def test_nobody_is_told_that_a_whisper_or_a_command_is_being_typed(sit: Callable[..., Page]) -> None:
    petra, mira = sit("petra", "exchange"), sit("mira", "exchange")
    petra.locator("#say").press_sequentially("/gmr 8")
    petra.locator("#say").fill("")
    petra.locator("#say-to").select_option(index=1)
    petra.locator("#say").press_sequentially("Now.")
    mira.wait_for_timeout(500)
    expect(mira.locator("#presence .is-typing")).to_have_count(0)
    petra.locator("#say-to").select_option("")
    petra.locator("#say").press_sequentially(" Rain.")
    expect(mira.locator("#presence .is-typing")).to_have_count(1)


@pytest.mark.parametrize(("language", "words"), [("en", "Attack {} ("), ("fi", "Iske, kohde {}, ase")])
def test_a_button_says_at_whom_it_is_aimed(sit: Callable[..., Page], language: str, words: str) -> None:
    petra = sit("petra", "crowd")
    petra.evaluate("lang => { document.cookie = `django_language=${lang}; path=/` }", language)
    petra.reload()
    petra.locator("#mine .choose__row label", has_text=words.partition(" ")[0].strip(",")).first.click()
    offer = petra.locator("#mine .offer:not([hidden])")
    chosen = offer.locator("label:has([name='m.target'])").last
    name = chosen.locator("span").first.inner_text()
    chosen.click()
    expect(offer.locator("[data-aimed]")).to_contain_text(words.format(name))


def test_a_difficulty_stands_beside_its_card_while_that_holds_a_plain_action(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "v20da", phone=True)
    one, several = (mira.locator(f"#mine .offer[id*={name}]").first for name in ("One-other", "Several"))
    rows = mira.locator("#mine .choose__row label")
    rows.filter(has_text="One other").tap()
    beside = one.locator("fieldset:has([name='m.difficulties.0'])")
    for choice, shows in (("other", True), ("parry", False)):
        one.locator(f"label:has([name='m.others.0'][value={choice}])").click()
        expect(beside).to_be_visible(visible=shows)
    rows.filter(has_text="Several").tap()
    several.locator("details.foldable:not([id$=weigh]) > summary").click()
    beside = several.locator("fieldset:has([name='m.difficulties.2'])")
    for choice, shows in (("", False), ("other", True)):
        several.locator("select[name='m.others.2']").select_option(choice)
        expect(beside).to_be_visible(visible=shows)


def test_a_handout_is_seen_by_those_to_whom_it_is_shown_as_soon_as_it_is(
    sit: Callable[..., Page], tmp_path: Path
) -> None:
    Image.new("RGB", (900, 600), "teal").save(tmp_path / "ferry.png")
    petra, mira, jonas = sit("petra", "wod2004"), sit("mira", "wod2004", phone=True), sit("jonas", "wod2004")
    petra.locator("#cast-close > summary").click()
    petra.get_by_role("button", name="End now").click()
    petra.locator("#desk > summary").click()
    petra.get_by_label("Title", exact=True).fill("The map of the ferry")
    petra.locator("#desk-picture").set_input_files(tmp_path / "ferry.png")
    petra.get_by_role("button", name="Save for later").click()
    petra.locator("#desk > summary").click()
    row = petra.locator("#desk li", has_text="The map of the ferry")
    expect(row).to_contain_text("Hidden from everyone here.")
    assert all("map of the ferry" not in page.content() for page in (mira, jonas))
    row.get_by_text("Show to …").click()
    row.get_by_label("Iva Lindqvist").check()
    row.get_by_role("button", name="Show only to these").click()
    picture = mira.get_by_role("img", name="The map of the ferry")
    expect(picture).to_be_in_viewport()
    expect(mira.locator("#log > li").first).to_contain_text("petra shows The map of the ferry.")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
    jonas.locator("#say").fill("What is it?")
    jonas.keyboard.press("Enter")
    expect(jonas.locator("#log > li").first).to_contain_text("What is it?")
    assert "map of the ferry" not in jonas.content()
    row.get_by_role("button", name="Show to everyone").click()
    expect(jonas.get_by_role("img", name="The map of the ferry")).to_be_visible()
