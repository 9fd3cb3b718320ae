"""A whole turn by what a screen reader has of the page, the accessibility tree: roles, names, and what is announced."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

CONTROLS = ("button", "link", "textbox", "searchbox", "combobox", "radio", "checkbox", "spinbutton", "slider", "tab")
NAMED = (*CONTROLS, "heading", "region", "navigation", "dialog")
"""Roles of what is used or gone to: without a name they say nothing."""


@dataclass(frozen=True, slots=True)
class Node:
    """Something that a screen reader can tell or use. `text`: what is read within it."""

    role: str
    name: str
    description: str
    text: str
    states: dict[str, Any]
    key: int

    def says(self, words: str) -> bool:
        """Whether these words, a regular expression, are in its name, its description or its text."""
        return any(re.search(words, part) for part in (self.name, self.description, self.text))


class Reader:
    """A person who has the tree alone: reads it, goes to what it names, and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Accessibility.enable")
        self._session.send("DOM.enable")

    def read(self) -> list[Node]:
        """All that is not ignored, in reading order."""
        told = self._session.send("Accessibility.getFullAXTree")["nodes"]
        tree = {one["nodeId"]: one for one in told}
        return list(_walk(told[0], tree))

    def find(self, role: str, words: str) -> Node:
        """Return the first of a role that says these words."""
        found = [node for node in self.read() if node.role == role]
        wanted = next((node for node in found if node.says(words)), None)
        assert wanted, f"no {role} says {words}: {found}"
        return wanted

    def focused(self) -> Node:
        """Return what has the focus."""
        return next(node for node in self.read() if node.states.get("focused") and node.role != "RootWebArea")

    def use(self, node: Node, key: str) -> None:
        """Go to something, and press a key there."""
        self._session.send("DOM.focus", {"backendNodeId": node.key})
        self.page.keyboard.press(key)


def _walk(one: dict[str, Any], tree: dict[str, dict[str, Any]]) -> Iterator[Node]:
    """Yield a node of the tree and all within it."""

    def value(part: str) -> str:
        return str(one.get(part, {}).get("value", "")).strip()

    within = [node for key in one.get("childIds", ()) if key in tree for node in _walk(tree[key], tree)]
    if not one["ignored"]:
        text = " ".join(node.name for node in within if node.role == "StaticText")
        states = {item["name"]: item["value"].get("value") for item in one.get("properties", ())}
        yield Node(value("role"), value("name"), value("description"), text, states, one.get("backendDOMNodeId", 0))
    yield from within


@pytest.fixture
def reader(at_table: Callable[..., Page]) -> Callable[[str, str], Reader]:
    """Seats somebody who reads the tree at the table of a scene."""
    return lambda name, scene: Reader(at_table(name, scene))


def assert_all_is_named(nodes: list[Node]) -> None:
    """Nothing that can be used, and no place that can be gone to, is without a name."""
    nameless = [node for node in nodes if node.role in NAMED and not node.name]
    assert not nameless


def test_the_places_of_the_table_have_names(reader: Callable[[str, str], Reader]) -> None:
    nodes = reader("mira", "exchange").read()
    assert_all_is_named(nodes)
    places = {node.name for node in nodes if node.role in ("region", "navigation")}
    assert {"Breadcrumbs", "Log", "Turn order", "The fight"} <= places
    headings = [node.name for node in nodes if node.role == "heading"]
    assert headings[:2] == ["The Counting House Roof", "Captain Deruvin attacks Ysane of the Reeds"]
    assert {"Turn order", "Log"} < set(headings)
    assert sum(node.role == "main" for node in nodes) == 1


def test_every_answer_says_its_odds(reader: Callable[[str, str], Reader]) -> None:
    mira = reader("mira", "exchange")
    answers = [node for node in mira.read() if node.role == "button" and node.says("to hit you")]
    assert len(answers) >= 2
    assert all(node.says(r"\d+ ?%") for node in answers)


def test_a_whole_turn_by_the_accessibility_tree_alone(
    reader: Callable[[str, str], Reader], at_table: Callable[..., Page]
) -> None:
    mira, petra = reader("mira", "exalted2e"), at_table("petra", "exalted2e")
    said = mira.find("heading", "Your turn, Ysane of the Reeds")
    assert said.states.get("level") == 2

    # The move is chosen among radio buttons, each with its name; so is the target, with its odds.
    mira.use(mira.find("radio", "^Attack"), "Space")
    expect(mira.page.locator(".hand .btn--go")).to_have_attribute("aria-disabled", "false")  # its form is there
    assert mira.find("radio", "^Attack").states.get("checked") == "true"
    targets = [node for node in mira.read() if node.role == "radio" and node.says(r"\d+ ?%")]
    assert targets
    mira.use(targets[0], "Space")
    assert_all_is_named(mira.read())
    go = mira.find("button", "^Attack .*" + re.escape(targets[0].name.split(",")[0].split(" ")[0]))
    mira.use(go, "Enter")

    # What came of it is said, and the focus stays where one can go on.
    expect(mira.page.locator("#hand-h")).not_to_have_text(said.name)
    mira.find("status", "Ysane of the Reeds")
    assert mira.focused().role in ("heading", "button")
    assert_all_is_named(mira.read())

    # What is asked next of others is said, too.
    petra.locator("#say").fill("The rope holds.")
    petra.keyboard.press("Enter")
    expect(mira.page.locator(".log li.e").last).to_contain_text("The rope holds.")
    mira.find("button", "X-Card")
