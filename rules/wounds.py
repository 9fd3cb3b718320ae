"""Wounds: the kinds of damage, and their marks in the boxes of a health track.

Sheets and battles store marks in three ways: strokes as the books print them, capitals (with "." for an empty box), and
small letters, which pages use too. Stored files keep the marks they have; this module sorts, compares and draws them.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from rules.text import Text, join

Harm = Literal["bashing", "lethal", "aggravated"]
Mark = Literal["", "b", "l", "a"]

HARMS: Final[tuple[Harm, ...]] = ("bashing", "lethal", "aggravated")
"""The kinds from light to severe, as are all marks below."""
NAMES: Final[Mapping[Harm, Text]] = {
    "bashing": Text("bashing"),
    "lethal": Text("lethal"),
    "aggravated": Text("aggravated"),
}
SMALL: Final[tuple[Mark, ...]] = ("b", "l", "a")
CAPITALS: Final = "BLA"
STROKES: Final = "/X*"
STROKE_OF: Final[Mapping[str, str]] = dict(zip(HARMS, STROKES, strict=True))

_RANKS: Final = {mark: place for marks in (SMALL, CAPITALS, STROKES) for place, mark in enumerate(marks)}


def rank(mark: str) -> int:
    """Return how severe a mark is: 0 bashing, 1 lethal, 2 aggravated, -1 for an empty box."""
    return _RANKS.get(mark, -1)


def read_mark(mark: str) -> Mark:
    """Return a mark as the small letter that pages draw, or an empty text for an empty box."""
    return SMALL[_RANKS[mark]] if mark in _RANKS else ""


def sort_track(marks: Iterable[str]) -> str:
    """Return the marks, the worst first and empty boxes last."""
    return "".join(sorted(marks, key=rank, reverse=True))


def rewrite_track(track: str, marks: str) -> str:
    """Return the track in other `marks`, the worst first, without its empty boxes."""
    return sort_track(marks[rank(mark)] for mark in track if mark in _RANKS)


def set_marks(track: str, mark: str, count: int, boxes: int) -> tuple[str, str]:
    """Return the marks of a track with exactly `count` of one mark, and the lighter marks that it pushed out.

    Worse harm takes the place of lighter where no box is empty, the lightest first. `count_room` says how many fit.
    """
    others = "".join(box for box in track if rank(box) >= 0 and box != mark)
    marks = sort_track(others + mark * count)
    return marks[:boxes], marks[boxes:].replace(mark, "")


def count_room(track: str, mark: str, boxes: int) -> int:
    """Return how many boxes this mark can fill: all but those with worse wounds."""
    return boxes - sum(rank(box) > rank(mark) for box in track)


def count_levels(n: int, kind: str) -> Text:
    """Return health levels with their kind of damage: "2 lethal levels"."""
    if kind == "bashing":
        return Text("{n} bashing level", "{n} bashing levels", n=n)
    if kind == "lethal":
        return Text("{n} lethal level", "{n} lethal levels", n=n)
    return Text("{n} aggravated level", "{n} aggravated levels", n=n)


def say_wounds(track: Iterable[str]) -> Text:
    """Return the wounds of a track in words, the worst first: "1 lethal, 2 bashing"; "unhurt" without any."""
    ranks = [rank(mark) for mark in track]
    counts = ((ranks.count(place), NAMES[kind]) for place, kind in reversed(list(enumerate(HARMS))))
    return join(", ", (Text("{n} {wounds}", n=n, wounds=wounds) for n, wounds in counts if n)) or Text("unhurt")
