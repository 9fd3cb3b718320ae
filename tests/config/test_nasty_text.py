"""No text that somebody types holds up the others: every reader takes time in proportion to it, and little of it."""

import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from campaigns.core.markdown import render_markdown
from campaigns.core.refusals import Refused
from campaigns.imports import kinds
from campaigns.imports.builder import Builder
from campaigns.quick_text import MAX_TEXT, READERS, parse_text
from campaigns.quick_text.reading import QuickText
from campaigns.sheets.json import canonical, with_values
from config.server.monitoring.logs import scrub
from play.commands.roll_command import parse_line
from rules import SYSTEMS, get_system
from rules.errors import BadInput

pytestmark = pytest.mark.walk

LONGEST = 0.1
"""Seconds of the processor. What is read takes a tenth to a half of it; patterns that backtrack took minutes."""
BLANKS = (" ", "\t", " \t", "\u2003", "\u00a0 ", "\n ")
MARKS = ("a", "1", "-", "_", ":", "(", "[", "*", "`", "●", "○", "/", "+", '"', "<", "&", "\\", "|", "~", "\x1f", "é")
OF_ATTACKS = ("a ", "a(", "aa (melee): speed ", "aa: speed 1 accuracy 1 damage ", "aa: speed 1 accuracy 1 damage 1L\n")
OF_TRAITS = ("Strength ", "Strength 3 (", "Merits: a (", "Concept: ", "road of the ", "via a", "light ", "light_")
OF_LEVELS = ("health -0 ", "health levels: -0/", "-1x2/", "soak 1L/", "damage 1", "attack (a", "withering attack ")
KINDS = {"exalted2e": ("soldier",), "exalted3e": ("mortal", "quick"), "v20da": ("vampire",), "wod2004": ("mortal",)}
FRAGMENTS = (*BLANKS, *MARKS, *OF_ATTACKS, *OF_TRAITS, *OF_LEVELS)


def fill(fragment: str, length: int = MAX_TEXT, head: str = "") -> str:
    return (head + fragment * length)[:length]


@pytest.fixture(autouse=True)
def _give_up() -> Iterator[None]:
    """A pattern that backtracks would hold the tests for days: after two seconds of the processor it is cut off."""

    def stop(*_signal: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    yield
    signal.signal(signal.SIGVTALRM, before)


def measure(read: Callable[[str], Any], text: str) -> float:
    """Seconds of the processor, of the quicker of two tries if the first was slow: the machine does other work too."""
    tries: list[float] = []
    while len(tries) < 2 and (not tries or LONGEST < tries[0] < 1):
        began = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, 2)
        try:
            read(text)
        except (BadInput, Refused, TimeoutError):
            pass
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        tries.append(time.process_time() - began)
    return min(tries)


def slow(read: Callable[[str], Any], texts: list[str]) -> list[tuple[str, float]]:
    times = [(text[:20], measure(read, text)) for text in texts]
    return [(text, seconds) for text, seconds in times if seconds > LONGEST]


@pytest.mark.parametrize("system", READERS)
def test_no_text_of_a_character_takes_long(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Builder, "_try", lambda *_given: None)  # what a sheet takes is bounded by the sheet

    def read(words: str) -> None:
        text = QuickText(words)
        READERS[system].find_kind(text)
        for kind in KINDS[system]:
            builder = kinds.begin(system, kind)
            READERS[system].parse(text, builder)
            builder.build("", "", QuickText(words))

    assert slow(read, [*map(fill, FRAGMENTS)]) == []


@pytest.mark.parametrize(
    ("system", "fragment"), [("exalted3e", "minor tie a; "), ("exalted2e", OF_ATTACKS[-1]), ("v20da", " ")]
)
def test_nor_does_the_draft_that_is_made_of_it(system: str, fragment: str) -> None:
    assert measure(lambda text: parse_text(system, text), fill(fragment, head="A guard\nEssence 1\n")) < 5 * LONGEST


@pytest.mark.parametrize("head", ["", "/", "/roll ", "/w ", '/w "', "/me ", "/roll 8 diff ", "/roll a with a"])
def test_no_line_at_a_table_takes_long(head: str) -> None:
    more = ("with ", "as a for ", "+1", "- 1", "8 diff ", '"a"', "a+", "diff 3 ")
    assert slow(parse_line, [fill(one, head=head) for one in (*FRAGMENTS, *more)]) == []


@pytest.mark.parametrize("fragment", ["![", "- a\n", " "])
def test_no_notes_take_long(fragment: str) -> None:
    """Markdown is read by Python that lets others go on meanwhile, so it may take longer: but in proportion."""
    assert measure(render_markdown.__wrapped__, fill(fragment)) < 10 * LONGEST


def test_no_line_of_the_log_takes_long() -> None:
    addresses = [fill(one, 60_000, "Not Found: /http://") for one in (":", "a:", "://", "token", " ", "/join/", "?")]
    assert slow(scrub, addresses) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_line_of_a_sheet_takes_long(system: str) -> None:
    rules = get_system(system).sheets
    sheet = canonical(system, rules.blank(next(iter(rules.archetypes))))
    traits = [one for section in rules.layout(rules.parse(sheet)) for one in section.traits if one.kind == "text"]
    for key in {one.key for one in traits if "." not in one.key}:
        read = lambda text, key=key: canonical(system, with_values(sheet, {key: text}))  # noqa: E731
        assert slow(read, [fill(one) for one in (" ", "a (", "Melee: a, ")]) == []
