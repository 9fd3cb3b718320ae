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
REACH, ROWS = 160, 90
"""px: a token that is farther aside than the first, or higher or lower than the second, cannot touch a name."""
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
    """Where a line would stand, as `Name` has it, in numbers, and the room that it would take."""

    y: float
    x: float
    anchor: str
    box: _Box


def _place(tokens: tuple[Labelled, ...], page: Page, *, are_askew: bool) -> tuple[Name, ...]:
    circles = [(*point(one.at, one.angle), page.grown * (one.r + HALO * one.has_halo)) for one in tokens]
    taken: list[_Box] = []
    found = [Name()] * len(tokens)
    for place in sorted(range(len(tokens)), key=lambda place: not tokens[place].has_halo):
        own = x, y, _r = circles[place]
        others = [
            one for one in circles if -ROWS < one[1] - y < ROWS and -REACH < one[0] - x < REACH and one is not own
        ]
        for text, spots in _list_lines(tokens[place], page, is_askew=are_askew):
            spot = next((spot for spot in spots if _is_free(spot.box, others, taken)), None)
            if spot is not None:
                found[place] = Name(text, f"{spot.y:.1f}", f"{spot.x:.1f}" if spot.x else "0", spot.anchor)
                taken.append(spot.box)
                break
    return tuple(found)


def _list_lines(one: Labelled, page: Page, *, is_askew: bool) -> Iterator[tuple[str, tuple[_Spot, ...]]]:
    """Yield what could stand at a token with the spots for it, best first.

    Good are those under or over the token, then those beside it towards the centre. Over the ring or an arc, or cut, a
    name is better than none.
    """
    nameless, texts = one._replace(name=""), _list_texts(one.name, page, one.is_fixed)
    for text in texts:
        yield text, _list_spots(nameless, page, is_askew, "good", len(text))
    for text in texts:
        yield text, _list_spots(nameless, page, is_askew, "aside", len(text))
    for text in texts if one.is_fixed else (*texts, *_list_cuts(one.name, page)):
        yield text, _list_spots(nameless, page, is_askew, "last", len(text))


@lru_cache(maxsize=4096)
def _list_texts(name: str, page: Page, is_fixed: bool) -> tuple[str, ...]:
    """Return what a token may be called, the longest first."""
    texts = (name,) if is_fixed else dict.fromkeys(short(name, letters) for letters in page.letters)
    return tuple(text for text in texts if text)


@lru_cache(maxsize=4096)
def _list_cuts(name: str, page: Page) -> tuple[str, ...]:
    """Return how a name may be cut, the longest first."""
    return tuple(text for letters in (page.letters[-1], SHORTEST) if (text := cut(name, letters)))


@lru_cache(maxsize=4096)
def _list_spots(one: Labelled, page: Page, is_askew: bool, kind: str, letters: int) -> tuple[_Spot, ...]:
    """Return the spots of a kind for a line of this length at a token, which has no name here.

    All of them are within the page, and off the hub, the ticks' numbers and the band of the current tick.
    """
    x, y = point(one.at, one.angle)
    edge = WIDTH / 2 / page.grown
    spots = [_Spot(*at, _box(at, letters, x, y, page)) for at in dict.fromkeys(_list_places(one, is_askew, kind))]
    within = (spot for spot in spots if -edge <= spot.box.left and spot.box.right <= edge)
    return tuple(spot for spot in within if not _is_on_black(spot.box) and _is_free(spot.box, (_HUB,), _NUMBERS))


def _list_places(one: Labelled, is_askew: bool, kind: str) -> Iterator[tuple[float, float, str]]:
    """Yield where a line of a kind may begin, end or have its middle: how far below the token, how far to the right."""
    lean, (inwards, outwards) = _lean(one, is_askew), _sides(one)
    if kind == "good":
        yield from ((y, *lean) for y in _heights(one))
    elif kind == "last":
        edge = round(one.r, 1)
        leans = (_lean(one, not is_askew), (edge, "end"), (-edge, "start"), (0.0, "middle"))
        yield from ((y, *lean) for y in _heights(one) for lean in leans)
        yield from ((4.5, *outwards), (4.5, *inwards))
    elif abs(math.cos(math.radians(one.angle))) > ASIDE and not one.is_crowded:
        yield (4.5, *inwards)


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


def _box(place: tuple[float, float, str], letters: int, x: float, y: float, page: Page) -> _Box:
    """Return the room that a line takes at a token that stands at `x` and `y`."""
    below, beside, anchor = place
    size, width = page.grown * page.size, LETTER * page.grown * page.size * letters
    left = x + page.grown * beside
    if anchor != "start":
        left -= width / 2 if anchor == "middle" else width
    foot = y + page.grown * below
    return _Box(left - APART, foot - ABOVE * size, left + width + APART, foot + BELOW * size)


def _is_free(box: _Box, circles: Sequence[Circle], boxes: Sequence[_Box]) -> bool:
    # Plain loops and comparisons: this is asked of many places for each name of each drawing.
    left, top, right, bottom = box
    for x, y, r in circles:
        across = left - x if x < left else x - right if x > right else 0.0
        down = top - y if y < top else y - bottom if y > bottom else 0.0
        if across * across + down * down < r * r:
            return False
    for other_left, other_top, other_right, other_bottom in boxes:
        if other_left < right and left < other_right and other_top < bottom and top < other_bottom:
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
