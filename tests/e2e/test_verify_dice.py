"""The page that verifies a scene's dice, in a browser: as a server gives it, and opened from a disk without one."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from rules.codec import encode
from rules.fair import add_words, hash_seed, throw_faces
from rules.fair_file import FORMAT, VERSION, DiceFile, ProvedStream, Step, verify
from tests.e2e.conftest import PHONE, ROOT, Stage

SEED = "9954d41029bc9c22add3e648e12af0ba9c8d2a988daf68f00a87981eaea7bc79"
"""The second seed of docs/fair-dice.vectors.json."""


def make_proof() -> dict[str, Any]:
    """The file of a scene in which dice fell, somebody added words, and dice fell again."""
    salt = add_words("", "swordfish")
    steps = (
        Step(2, 0, throw_faces(SEED, 0, "", 5)),
        Step(3, who="Ada", words="swordfish"),
        Step(4, 1, throw_faces(SEED, 1, salt, 3)),
    )
    stream = ProvedStream("Dice everyone sees", 1, hash_seed(SEED), SEED, steps)
    data: dict[str, Any] = json.loads(json.dumps(encode(DiceFile(FORMAT, VERSION, "The bridge", (stream,)))))
    assert not verify(data)[0].faults
    return data


@pytest.fixture(params=["served", "from a disk"])
def page(request: pytest.FixtureRequest, browser: Browser, gallery: Stage) -> Iterator[Page]:
    context = browser.new_context(base_url=gallery.url, viewport=PHONE)
    page = context.new_page()
    page.goto("/dice/verify/" if request.param == "served" else (ROOT / "static" / "verify.html").as_uri())
    yield page
    context.close()


@pytest.fixture
def told(page: Page) -> Callable[[str], str]:
    """Gives the page a file, and returns what it says of its stream."""

    def give(text: str) -> str:
        said = page.get_by_role("status")
        said.evaluate("node => node.replaceChildren()")
        file = FilePayload(name="dice.json", mimeType="application/json", buffer=text.encode())
        page.get_by_label("File").set_input_files(file)
        expect(said).not_to_be_empty()
        return "\n".join(page.locator("#verify-dice li p").all_inner_texts())

    return give


def test_a_good_file_is_said_to_be_good_and_a_changed_die_is_found(page: Page, told: Callable[[str], str]) -> None:
    proof, said = make_proof(), page.get_by_role("status")
    assert "8 dice in 2 rolls. Proven." in told(json.dumps(proof))
    expect(said).to_contain_text("Every die listed here came from the seed")
    dice = proof["streams"][0]["steps"][2]["dice"]
    dice[0] = dice[0] % 10 + 1
    lines = told(json.dumps(proof))
    assert "Not proven!" in lines
    assert f"Roll 1 (entry 4) says {' '.join(map(str, dice))}, but the seed gives" in lines
    expect(said).to_contain_text("Some dice do not match the seal")
    assert told("[]") == ""
    expect(said).to_have_text("This is not a dice file of a scene.")
