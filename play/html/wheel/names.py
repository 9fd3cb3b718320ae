"""Names at tokens: under each, over it or beside it, whole or shortened, and never on a token or on another name."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from play.html.wheel.size import BAND, FUTURE, HUB, LABEL, NARROW, PAST, RADIUS, STEP, WIDTH, angle, point

STYLES = {
    "a", "an", "the", "of", "old", "captain", "brother", "sister", "father", "mother", "lord", "lady", "sir", "dame",
    "master", "mistress", "prince", "princess", "doctor",
}  # fmt: skip
"""Titles and small words, which do not identify anybody: a shortened name leaves them out."""
HALO = 5
"""px that the halo of the one who acts now adds to a token."""
LETTER, ABOVE, BELOW = 0.6, 0.78, 0.24
"""By the size of the letters: the width of a bold one, and how far a line reaches above its foot and below."""
ASIDE = 0.3
"""The cosine from which on a name may stand beside its token, towards the hub. Lower and higher there is no room."""
REACH = 160
"""px: what is farther from a token than this cannot touch its name."""
APART = 3
"""px that a name keeps free on either side."""
SHORTEST = 4
"""A name is cut to this many letters before it is dropped."""
NUMBER = 9
"""px around the middle of a tick's number that belong to it."""


class Page(NamedTuple):
    """How names look: how much larger than drawn a token is, the size of letters, the most letters, from best to last
    resort.
    """

    grown: float
    size: float
    letters: tuple[int, ...]


WIDE, SMALL = Page(1, 12.5, (15, 9, 6)), Page(NARROW, 16.5, (10, 6))


class Labelled(NamedTuple):
    """A token that needs a name: where its middle is (degrees, px from the centre), its size, what it is called.

    `is_fixed`: the text is no name and cannot be shortened. `is_crowded`: it shares its tick with many others, and
    names beside them would hide the arcs.
    """

    angle: float
    at: float
    r: float
    name: str
    has_halo: bool = False
    is_fixed: bool = False
    is_crowded: bool = False


class Name(NamedTuple):
    """What stands at a token, if anything, and where from the token's middle.

    `x`: how far to the right its line begins, ends or has its middle (`anchor`, in SVG's words); `y`: how far below its
    foot is.
    """

    text: str = ""
    y: str = "0"
    x: str = "0"
    anchor: str = "middle"


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


Circle = tuple[float, float, float]
"""Where its middle is, and how large it is."""


@lru_cache(maxsize=512)
def place_names(tokens: tuple[Labelled, ...], page: Page) -> tuple[Name, ...]:
    """Return the name at each token. The one who acts now is named first, then tick by tick.

    If that leaves somebody without a name, names lean away from the middle of their ticks first.
    """
    upright = _place(tokens, page, are_askew=False)
    if all(name.text for name in upright):
        return upright
    return max(upright, _place(tokens, page, are_askew=True), key=lambda names: sum(bool(name.text) for name in names))


class _Spot(NamedTuple):
    """A text and where it would stand, as `Name` has it, in numbers."""

    text: str
    y: float
    x: float
    anchor: str


def _place(tokens: tuple[Labelled, ...], page: Page, *, are_askew: bool) -> tuple[Name, ...]:
    circles = [(*point(one.at, one.angle), page.grown * (one.r + HALO * one.has_halo)) for one in tokens]
    taken = list(_NUMBERS)
    found = [Name()] * len(tokens)
    for place in sorted(range(len(tokens)), key=lambda place: not tokens[place].has_halo):
        x, y, _r = circles[place]
        others = [one for one in circles if one is not circles[place] and math.dist(one[:2], (x, y)) < REACH]
        others.append(_HUB)
        boxes = [box for box in taken if box.left - REACH < x < box.right + REACH and abs(box.top - y) < REACH]
        for spot, box in _find_boxes(tokens[place], page, is_askew=are_askew):
            if _is_free(box, others, boxes):
                found[place] = Name(spot.text, f"{spot.y:.1f}", f"{spot.x:.1f}" if spot.x else "0", spot.anchor)
                taken.append(box)
                break
    return tuple(found)


def _find_boxes(one: Labelled, page: Page, *, is_askew: bool) -> Iterator[tuple[_Spot, _Box]]:
    """Yield what could stand at a token and the room it would take, best first."""
    yield from _list_boxes(one, page, is_askew, is_last=False)
    yield from _list_boxes(one, page, is_askew, is_last=True)


@lru_cache(maxsize=4096)
def _list_boxes(one: Labelled, page: Page, is_askew: bool, *, is_last: bool) -> tuple[tuple[_Spot, _Box], ...]:
    """Return good places for a name, or those that are only better than none. All of them are within the page."""
    x, y = point(one.at, one.angle)
    edge = WIDTH / 2 / page.grown
    spots = _last_resorts(one, page, is_askew) if is_last else _good_spots(one, page, is_askew)
    boxes = ((spot, _box(spot, x, y, page)) for spot in dict.fromkeys(spots))
    return tuple(
        (spot, box) for spot, box in boxes if -edge <= box.left and box.right <= edge and not _is_on_black(box)
    )


def _good_spots(one: Labelled, page: Page, is_askew: bool) -> Iterator[_Spot]:
    """Return where a name stands well, best first: under or over its token, or beside it towards the centre."""
    lean = _lean(one, is_askew)
    texts = _list_texts(one, page)
    yield from (_Spot(text, y, *lean) for text in texts for y in _heights(one))
    inwards, _outwards = _sides(one)
    if abs(math.cos(math.radians(one.angle))) > ASIDE and not one.is_crowded:
        yield from (_Spot(text, 4.5, *inwards) for text in texts)


def _last_resorts(one: Labelled, page: Page, is_askew: bool) -> Iterator[_Spot]:
    """Return where a name stands over the ring or an arc, or is cut: better than none."""
    texts = _list_texts(one, page)
    if not one.is_fixed:
        texts += [text for letters in (page.letters[-1], SHORTEST) if (text := cut(one.name, letters))]
    edge = round(one.r, 1)
    leans = [_lean(one, not is_askew), (edge, "end"), (-edge, "start"), (0.0, "middle")]
    for text in texts:
        yield from (_Spot(text, y, *lean) for y in _heights(one) for lean in leans)
        yield from (_Spot(text, 4.5, *side) for side in reversed(_sides(one)))


def _list_texts(one: Labelled, page: Page) -> list[str]:
    """Return what a token may be called, the longest first."""
    texts = [one.name] if one.is_fixed else dict.fromkeys(short(one.name, letters) for letters in page.letters)
    return [text for text in texts if text]


def _heights(one: Labelled) -> tuple[float, float]:
    """Return the feet of names under and over a token. In the lowest sectors over it comes first, within the ring."""
    halo = HALO * one.has_halo
    under, over = round(one.r + LABEL + halo, 1), -round(one.r + 7 + halo, 1)
    return (over, under) if math.sin(math.radians(one.angle)) > 0.5 else (under, over)


def _sides(one: Labelled) -> tuple[tuple[float, str], tuple[float, str]]:
    """Return where names beside a token stand, the side towards the centre first."""
    aside = round(one.r + 6 + HALO * one.has_halo, 1)
    left, right = (-aside, "end"), (aside, "start")
    return (left, right) if math.cos(math.radians(one.angle)) > 0 else (right, left)


def _lean(one: Labelled, is_askew: bool) -> tuple[float, str]:
    """Return where a line under or over a token stands: in its middle, or away from the middle of its tick."""
    off = (one.angle + 90 + STEP / 2) % STEP - STEP / 2
    if not is_askew or abs(off) < 1:
        return 0.0, "middle"
    leans_right = -math.sin(math.radians(one.angle)) * off > 0
    return (-round(one.r, 1), "start") if leans_right else (round(one.r, 1), "end")


def _box(spot: _Spot, x: float, y: float, page: Page) -> _Box:
    """Return the room that a name takes."""
    size, width = page.grown * page.size, LETTER * page.grown * page.size * len(spot.text)
    left = x + page.grown * spot.x
    if spot.anchor != "start":
        left -= width / 2 if spot.anchor == "middle" else width
    foot = y + page.grown * spot.y
    return _Box(left - APART, foot - ABOVE * size, left + width + APART, foot + BELOW * size)


def _is_free(box: _Box, circles: Sequence[Circle], boxes: Sequence[_Box]) -> bool:
    # Plain loops and comparisons: this is asked of many places for each name of each drawing.
    left, top, right, bottom = box
    for other_left, other_top, other_right, other_bottom in boxes:
        if other_left < right and left < other_right and other_top < bottom and top < other_bottom:
            return False
    for x, y, r in circles:
        across = left - x if x < left else x - right if x > right else 0.0
        down = top - y if y < top else y - bottom if y > bottom else 0.0
        if across * across + down * down < r * r:
            return False
    return True


def _is_on_black(box: _Box) -> bool:
    """Return whether it reaches into the band of the current tick, which is as dark as letters are."""
    if box.top >= 0:
        return False
    left, right = max(box.left, -_EDGE), min(box.right, _EDGE)
    return left < right and max(math.hypot(left, box.top), math.hypot(right, box.top)) > RADIUS - BAND


_EDGE = RADIUS * math.sin(math.radians(STEP / 2))
"""px: half the width of a sector at the ring."""
_HUB: Circle = (0, 0, HUB)
_NUMBERS = [
    _Box(x - NUMBER, y - NUMBER, x + NUMBER, y + NUMBER)
    for x, y in (point(RADIUS - BAND / 2, angle(k)) for k in range(PAST, FUTURE + 1))
]
"""Where the ticks' numbers stand in the ring."""


@lru_cache(maxsize=4096)
def short(name: str, limit: int) -> str:
    """Return a name that fits `limit` letters: whole, a part of it, or nothing. A copied extra keeps its number."""
    if len(name) <= limit:
        return name
    words, own, mark = _read(name)
    parts = [f"{words[-1]}{mark}"] if mark else [" ".join(words[:2]), own[0], own[-1]]
    fitting = (part for part in parts if len(part) <= limit and part.lower().rpartition(" ")[2] not in STYLES)
    return next(fitting, "")


@lru_cache(maxsize=4096)
def cut(name: str, limit: int) -> str:
    """Return the beginning of a name in at most `limit` letters. A copied extra keeps its number."""
    _words, own, mark = _read(name)
    room = limit - len(mark)
    word = own[0] if len(own[0]) <= room else f"{own[0][: room - 1]}…" if room > 2 else ""
    return f"{word}{mark}".strip() if len(mark) <= limit else ""


def _read(name: str) -> tuple[list[str], list[str], str]:
    """Return the words of a name, those that identify somebody, and the number at its end (" 2")."""
    words = name.replace(",", " ").split() or [""]
    count = next((i for i, word in enumerate(reversed(words)) if not word.isdigit()), 0)
    words, numbers = words[: len(words) - count], words[len(words) - count :]
    return words, [word for word in words if word.lower() not in STYLES] or words, "".join(f" {n}" for n in numbers)
