"""The result card on a phone: an attack from a tap to its verdict, folded, and followed by the next result."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

CARD = "#came"


def top_of(page: Page, place: str) -> int:
    top: float = page.locator(place).first.evaluate("node => node.getBoundingClientRect().top")
    return round(top)


def test_a_blow_on_a_phone_is_shown_folded_and_followed(sit: Callable[..., Page]) -> None:
    iva, petra = sit("mira", "wod2004", phone=True), sit("petra", "wod2004")
    before = iva.locator(CARD).get_attribute("data-result")
    watcher = sit("aino", "wod2004", phone=True)
    seen = top_of(watcher, ".mid")
    iva.locator("#mine .mine button.btn--go").first.tap()
    expect(watcher.locator("#waiting")).to_contain_text("How does")
    assert top_of(watcher, ".mid") == seen
    petra.locator("#mine .mine button.btn--go").first.click()
    card = iva.locator(CARD)
    expect(card).not_to_have_attribute("data-result", str(before))
    expect(card).to_have_class(re.compile("is-falling"))
    expect(card.locator(".came__verdict")).to_be_in_viewport()
    expect(card).to_contain_text("Iva Lindqvist attacks The Man from the Harbour Office")
    assert card.locator(".die").count()
    expect(watcher.locator("#waiting")).not_to_contain_text("How does")
    assert top_of(watcher, ".mid") == seen
    expect(card).not_to_have_class(re.compile("is-falling"))
    # a fold by tap lasts over a reload, and a result of others moves nothing that is in use
    card.locator("summary").tap()
    iva.reload()
    expect(iva.locator("#link-state")).to_contain_text("Live")
    expect(card).not_to_have_attribute("open", "")
    expect(card).not_to_have_class(re.compile("is-falling"))
    iva.locator("#mine button.btn--go:visible, #mine summary").first.focus()
    held = top_of(iva, "#mine")
    petra.locator("#say").fill("/roll 12")
    petra.keyboard.press("Enter")
    expect(card).to_contain_text("petra rolls 12 dice")
    assert top_of(iva, "#mine") == held


MANY_STEPS = """
() => {
  const steps = Array.from({ length: 40 }, () => document.createElement("p"));
  for (const step of steps) step.textContent = "A step.";
  document.querySelector("#came .came__body").append(...steps);
  document.getElementById("result").scrollIntoView();
}
"""


def test_on_a_phone_a_tall_result_leaves_the_button_of_what_waits_in_view(sit: Callable[..., Page]) -> None:
    mira = sit("mira", "exchange", phone=True)
    mira.wait_for_load_state("networkidle")  # what was missed comes after the page, and stands above
    mira.evaluate(MANY_STEPS)
    expect(mira.locator("#mine button.btn--go:visible").first).to_be_in_viewport(ratio=1)
    expect(mira.locator(".came__verdict").first).to_be_in_viewport()


HEARD = """
window.heard = 0;
for (const source of [AudioBufferSourceNode, OscillatorNode]) {
  const { start } = source.prototype;
  source.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
}
"""


def test_dice_are_heard_by_those_who_chose_so(sit: Callable[..., Page]) -> None:
    petra, mira = sit("petra", "quiet"), sit("mira", "quiet")
    for page in (petra, mira):
        page.add_init_script(HEARD)
        page.reload()
        expect(page.locator("#link-state")).to_contain_text("Live")
    petra.get_by_role("button", name="Shortcuts and sound").click()
    petra.get_by_label("Sound of dice").check()
    petra.wait_for_function("() => heard === 3")
    petra.keyboard.press("Escape")
    mira.locator("#say").fill("/roll 4")
    mira.keyboard.press("Enter")
    expect(petra.locator("#came .die")).to_have_count(4)
    expect(mira.locator("#came .die")).to_have_count(4)
    petra.wait_for_function("() => heard === 7")
    assert mira.evaluate("heard") == 0
