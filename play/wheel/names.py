"""Names at tokens: under each, over it or beside it, whole or shortened, and never on a token or on another name."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from play.wheel.size import BAND, FUTURE, HUB, LABEL, NARROW, PAST, RADIUS, WIDTH, angle, point

STYLES = {
    "a", "an", "the", "of", "old", "captain", "brother", "sister", "father", "mother", "lord", "lady", "sir", "dame",
    "master", "mistress", "prince", "princess", "doctor",
}  # fmt: skip
"""Words that nobody is known by: a name is shortened to what is left of it."""
HALO = 5
"""px that the halo of whoever acts now adds to a token."""
LETTER, ABOVE, BELOW = 0.6, 0.78, 0.24
"""By the size of the letters: how wide a bold one is, and how far a line reaches above its foot and below."""
ASIDE = 0.3
"""The cosine from which on a name may stand beside its token, towards the hub: lower and higher there is no room."""
REACH = 160
"""px: what is farther from a token than this cannot meet its name."""
APART = 3
"""px that a name keeps clear on either side."""
NUMBER = 9
"""px around the middle of a tick's number that belong to it."""


class Page(NamedTuple):
    """How names look: by how much a token is larger than drawn, the size of letters, the most letters, from best to
    last resort."""

    grown: float
    size: float
    letters: tuple[int, ...]


WIDE, SMALL = Page(1, 12.5, (15, 9, 6)), Page(NARROW, 16.5, (10, 6))


class Labelled(NamedTuple):
    """A token that is to have a name: where its middle is (degrees, px from the centre), its size, what it is called.

    `is_fixed`: what it is called is no name, and cannot be shortened. `is_crowded`: it shares its tick with so many
    that names beside them would hide the arcs.
    """

    angle: float
    at: float
    r: float
    name: str
    has_halo: bool = False
    is_fixed: bool = False
    is_crowded: bool = False


class Name(NamedTuple):
    """What stands at a token, if anything, and where from the token's middle: how far its line begins, ends or has its
    middle (`anchor`, in the words of SVG) to the right, and how far below its foot is."""

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
    """The name at each token. Who acts now is named first, then tick by tick."""
    circles = [(*point(one.at, one.angle), page.grown * (one.r + HALO * one.has_halo)) for one in tokens]
    taken = list(_NUMBERS)
    found = [Name()] * len(tokens)
    for place in sorted(range(len(tokens)), key=lambda place: not tokens[place].has_halo):
        x, y, _r = circles[place]
        others = [one for one in circles if one is not circles[place] and math.dist(one[:2], (x, y)) < REACH]
        boxes = [box for box in taken if box.left - REACH < x < box.right + REACH and abs(box.top - y) < REACH]
        for name in _candidates(tokens[place], page):
            box = _box(name, x, y, page)
            if _is_free(box, others, boxes):
                found[place] = name
                taken.append(box)
                break
    return tuple(found)


def _candidates(one: Labelled, page: Page) -> Iterator[Name]:
    """What could stand at a token, the best first: in the lowest sectors over it, so that it stays within the ring."""
    halo = HALO * one.has_halo
    under, over, aside = f"{one.r + LABEL + halo:.1f}", f"{-(one.r + 7 + halo):.1f}", one.r + 6 + halo
    turn = math.radians(one.angle)
    texts = [one.name] if one.is_fixed else [*dict.fromkeys(short(one.name, letters) for letters in page.letters)]
    for text in filter(None, texts):
        yield from (Name(text, y) for y in ((over, under) if math.sin(turn) > 0.5 else (under, over)))
    if abs(math.cos(turn)) > ASIDE and not one.is_crowded:
        x, anchor = (f"{-aside:.1f}", "end") if math.cos(turn) > 0 else (f"{aside:.1f}", "start")
        yield from (Name(text, "4.5", x, anchor) for text in filter(None, texts))


def _box(name: Name, x: float, y: float, page: Page) -> _Box:
    """The room that a name takes."""
    size, width = page.grown * page.size, LETTER * page.grown * page.size * len(name.text)
    left = x + page.grown * float(name.x) - {"start": 0, "middle": width / 2, "end": width}[name.anchor]
    foot = y + page.grown * float(name.y)
    return _Box(left - APART, foot - ABOVE * size, left + width + APART, foot + BELOW * size)


def _is_free(box: _Box, circles: Sequence[Circle], boxes: Sequence[_Box]) -> bool:
    left, top, right, bottom = box
    if left < -WIDTH / 2 or right > WIDTH / 2:
        return False
    if any(one.left < right and left < one.right and one.top < bottom and top < one.bottom for one in boxes):
        return False
    return not any(
        math.hypot(x - min(max(x, left), right), y - min(max(y, top), bottom)) < r for x, y, r in (*circles, _HUB)
    )


_HUB: Circle = (0, 0, HUB)
_NUMBERS = [
    _Box(x - NUMBER, y - NUMBER, x + NUMBER, y + NUMBER)
    for x, y in (point(RADIUS - BAND / 2, angle(k)) for k in range(PAST, FUTURE + 1))
]
"""Where the ticks' numbers stand in the ring."""


@lru_cache(maxsize=4096)
def short(name: str, limit: int) -> str:
    """A name that fits `limit` letters: whole, or a part of it, or nothing; a copied extra keeps its number."""
    if len(name) <= limit:
        return name
    words = name.replace(",", " ").split() or [""]
    is_copy = len(words) > 1 and words[-1].isdigit()
    own = [word for word in words if word.lower() not in STYLES] or words
    parts = [" ".join(words[-2:])] if is_copy else [" ".join(words[:2]), own[0], own[-1]]
    fitting = (part for part in parts if len(part) <= limit and part.lower().rpartition(" ")[2] not in STYLES)
    return next(fitting, "")
