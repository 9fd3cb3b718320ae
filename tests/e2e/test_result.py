"""The newest result: an attack on a phone from a tap to its verdict, and dice that are heard."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

TOP = "node => Math.round(node.getBoundingClientRect().top)"


def top_of(page: Page, place: str) -> int:
    top: int = page.locator(place).first.evaluate(TOP)
    return top


def test_an_attack_on_a_phone_is_shown_and_followed(at_table: Callable[..., Page]) -> None:
    iva, petra = at_table("mira", "wod2004", phone=True), at_table("petra", "wod2004")
    watcher = at_table("aino", "wod2004", phone=True)
    seen = top_of(watcher, ".stage h2")
    attack = "Iva Lindqvist attacks The Man from the Harbour Office"
    before = watcher.locator(".log li.e", has_text=attack).count()
    iva.locator(".whom label", has_text="The Man from the Harbour Office").tap()
    iva.locator(".hand .btn--go").tap()
    expect(iva.locator("#hand-h")).to_contain_text("The Man from the Harbour Office")
    expect(watcher.locator("#hand-h")).to_contain_text("The Man from the Harbour Office")
    assert top_of(watcher, ".stage h2") == seen
    petra.locator(".answers .ans:not([aria-disabled=true])").first.click()
    for page in (iva, watcher):
        verdict = page.locator(".hand :is(.verdict, .just b)").first
        expect(verdict).to_be_in_viewport(ratio=1)
        expect(page.locator(".log li.e", has_text=attack)).to_have_count(before + 1)
    expect(watcher.locator(".hand .stand .die").first).to_be_in_viewport(ratio=1)
    assert top_of(watcher, ".stage h2") == seen
    # a result of others moves nothing that is in use
    held = top_of(iva, ".hand"), top_of(iva, "#hand-h")
    petra.locator("#say").fill("/roll 12")
    petra.keyboard.press("Enter")
    expect(iva.locator(".just .what")).to_contain_text("petra rolls 12 dice")
    assert (top_of(iva, ".hand"), top_of(iva, "#hand-h")) == held


HEARD = """
window.heard = 0;
for (const source of [AudioBufferSourceNode, OscillatorNode]) {
  const { start } = source.prototype;
  source.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
}
"""


def test_dice_are_heard_by_those_who_chose_so(at_table: Callable[..., Page]) -> None:
    petra, mira = at_table("petra", "quiet"), at_table("mira", "quiet")
    for page in (petra, mira):
        page.add_init_script(HEARD)
        page.reload()
        expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
    petra.keyboard.press("?")
    petra.locator(".talk").get_by_label("Sound of dice").check()
    petra.wait_for_function("() => heard === 3")
    petra.keyboard.press("Escape")
    mira.locator("#say").fill("/roll 4")
    mira.keyboard.press("Enter")
    for page in (petra, mira):
        expect(page.locator(".just .die")).to_have_count(4)
    petra.wait_for_function("() => heard === 7")
    assert mira.evaluate("heard") == 0
