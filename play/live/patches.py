"""What makes a region of a page out of those that it showed before, by lines. Lines that the page has had are not sent
again.

A region has a line of HTML for each row. The first card of a board names the combatant that it is about in nearly
every line, and its form the offer; marks stand for these ids, so that the cards of nine guards are made of the same
lines, and most of the forms of two weapons. A page keeps the texts that a region had before, newest first, and a patch
refers to any of them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from sys import intern
from typing import TypedDict

MARKS = (
    ("\x7f", re.compile(r'<section class="mine" id="card-([\w-]+)"', re.ASCII)),
    ("\x80", re.compile(r'<div class="offer" id="at-o-\x7f-([\w-]+)"', re.ASCII)),
)
"""What stands for the ids that lines are about, and where these are found, one after the other: of a card, and of the
form of its first choice. A text that holds one of these characters itself is left as it is.
"""
EDGES = (('"', '"'), ('"', "-"), ("-", "-"), ("-", '"'))
"""What stands on both sides of an id where it is marked. `static/js/table/logic.js` marks in the same order."""
REMEMBERED = 12
"""How many texts of a region a page keeps. `static/js/table/logic.js` keeps as many."""
ASKED = "patches=2"
"""By which the address of a socket says that its page understands these patches."""

Part = str | list[int]
"""New lines, or `[first, count]` for a run of lines of the text before, or `[first, count, back]` for a run of an older
text, counted back from that one.
"""


class MarkedPatch(TypedDict):
    """The parts of a region in which marks stand for ids."""

    about: list[str]
    parts: list[Part]


Patch = list[Part] | MarkedPatch
"""What makes a region of those before it."""
Lines = tuple[str, ...]


class RegionText:
    """A region as it is compared: its lines, the ids that marks stand for in them, and where each line stands."""

    __slots__ = ("about", "lines", "places")

    def __init__(self, html: str) -> None:
        html, self.about = put_marks(html)
        self.lines: Lines = tuple(map(intern, html.split("\n")))  # rooms keep many texts that differ in a few lines
        self.places = dict(zip(self.lines, range(len(self.lines)), strict=True))


def put_marks(html: str) -> tuple[str, list[str]]:
    """Return a text with marks for what it is about, and what they stand for."""
    about: list[str] = []
    if any(mark in html for mark, _ in MARKS):
        return html, about
    for mark, place in MARKS:
        found = place.search(html)
        if not found:
            break
        about.append(found[1])
        for before, after in EDGES:
            html = html.replace(f"{before}{found[1]}{after}", f"{before}{mark}{after}")
    return html, about


def take_marks(html: str, about: Iterable[str]) -> str:
    """Return the text that `put_marks` was given."""
    for (mark, _), id in zip(MARKS, about, strict=False):
        html = html.replace(mark, id)
    return html


read_text = lru_cache(maxsize=64)(RegionText)
"""Returns the text of a region. Seats that see the same share it."""


@lru_cache(maxsize=64)
def make_patch(texts: tuple[RegionText, ...], after: RegionText) -> Patch:
    """Return what makes `after` of the texts that the page had before, newest first.

    Seats that see the same share it, so nobody may change it.
    """
    parts: list[Part] = []
    fresh: list[str] = []
    run, text, end = [0, 0], texts[0].lines, 0
    following = None  # the line with which the run would go on
    for line in after.lines:
        if line == following:
            run[1] += 1
            end += 1
        elif found := _find(texts, line):
            if fresh:
                parts.append("\n".join(fresh))
                fresh = []
            parts.append(run := found)
            text, end = texts[run[2] if len(run) > 2 else 0].lines, run[0] + 1
        else:
            fresh.append(line)
            following = None
            continue
        following = text[end] if end < len(text) else None
    if fresh:
        parts.append("\n".join(fresh))
    return {"about": after.about, "parts": parts} if after.about else parts


def _find(texts: Sequence[RegionText], line: str) -> list[int] | None:
    """Return a run of this line alone, from the newest text that has it."""
    place = texts[0].places.get(line)
    if place is not None:
        return [place, 1]
    for back in range(1, len(texts)):
        place = texts[back].places.get(line)
        if place is not None:
            return [place, 1, back]
    return None


class PageText:
    """The regions of a page, put together as its script does it. For programs that listen, and for tests."""

    def __init__(self) -> None:
        self._texts: dict[str, list[Lines]] = {}

    def complete(self, regions: Mapping[str, str | Patch]) -> dict[str, str]:
        """Return the HTML of every region of a frame."""
        return {key: self._complete(key, region) for key, region in regions.items()}

    def _complete(self, key: str, region: str | Patch) -> str:
        before = self._texts.get(key, [])
        about: list[str] = []
        if isinstance(region, str):
            text = RegionText(region)
            lines, about = text.lines, text.about
        elif isinstance(region, dict):
            lines, about = apply_parts(before, region["parts"]), region["about"]
        else:
            lines = apply_parts(before, region)
        self._texts[key] = [lines, *(one for one in before if one != lines)][:REMEMBERED]
        return take_marks("\n".join(lines), about)


def apply_parts(texts: Sequence[Lines], parts: Iterable[Part]) -> Lines:
    """Return the lines that the parts of a patch make of the texts before; none for a text that is not there."""
    made: list[str] = []
    for part in parts:
        if isinstance(part, str):
            made += part.split("\n")
        else:
            first, count, back = (*part, 0)[:3]
            made += texts[back][first : first + count] if back < len(texts) else ()
    return tuple(made)
