"""A picture in parts: what a game may bring, and what is refused with a reason."""

from typing import Any

import pytest

from rules.picture import KINDS, PictureParts
from rules.picture_law import check_parts
from rules.shapes import check_shape
from rules.text import Text

SAID: dict[str, Any] = {"label": Text("The bridge"), "says": Text("Ysane is on the bridge.")}
RING: dict[str, Any] = {
    **SAID, "kind": "ring", "word": Text("Tick"), "now": 3, "sectors": 10, "past": 2, "marks": [{"id": "ys", "at": 4}],
    "spans": [{"id": "ys", "start": 2, "lane": 0}], "lanes": ["0"], "gone": [{"id": "de", "at": 2}], "hint": Text("x"),
}  # fmt: skip
GOOD: list[dict[str, Any]] = [
    RING,
    {**SAID, "kind": "column", "word": Text("Order"), "zones": [], "marks": [{"id": "ys", "at": -1, "now": True}],
     "links": [{"id": "ys", "to": "de"}]},
    {**SAID, "kind": "line", "stops": [{"label": Text("close"), "ids": ["ys"], "here": True}]},
    {**SAID, "kind": "cards", "note": Text(""), "played": True, "cards": [{"id": "ys", "at": 9, "face": "down"}]},
    {**SAID, "kind": "clock", "of": 6, "filled": 6, "tone": "grave"},
    {**SAID, "kind": "boxes", "of": 9, "filled": 0},
    {**SAID, "kind": "zones", "rooms": [{"label": Text("Bank"), "ids": ["de"], "note": Text("wet")}]},
    {**SAID, "kind": "words", "lines": [Text("Fog.")]},
    {**SAID, "kind": "units", "units": [{"id": "de", "name": Text("A"), "size": 3, "most": 5, "words": Text("60")}]},
]  # fmt: skip


def check(*parts: dict[str, Any]) -> None:
    picture = {"kind": "parts", "parts": list(parts)}
    check_parts(picture, ("ys", "de"))
    check_shape(picture, PictureParts, "picture")


def test_every_kind_of_part_is_let_through() -> None:
    assert {part["kind"] for part in GOOD} == KINDS.keys()
    check(*GOOD)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({**SAID, "kind": "hologram"}, "no part of a picture 'hologram'"),
        ({"kind": "clock", "of": 6, "filled": 2}, "has the keys"),
        ({**SAID, "kind": "clock", "of": 6, "filled": 7}, "7 of 6"),
        ({**SAID, "kind": "boxes", "of": 61, "filled": 7}, "7 of 61"),
        ({**SAID, "kind": "clock", "of": 6, "filled": 2, "tone": "pink"}, "pink"),
        ({**SAID, "kind": "zones", "rooms": [{"label": Text("Bank"), "ids": ["spy"]}]}, "spy"),
        ({**SAID, "kind": "words", "lines": [Text("Fog.")] * 61}, "more than 60 lines"),
        ({**RING, "spans": [{"id": "ys", "start": 2, "lane": 1}]}, "no lane 1"),
        ({**RING, "past": 10}, "10 of 10 sectors are past"),
        ({**RING, "marks": [{"id": "ys", "at": 4}] * 2}, "two marks"),
        ({**RING, "marks": [{"id": "ys", "at": "4"}]}, "at is '4'"),
        ({**SAID, "kind": "column", "word": Text("x"), "zones": [], "marks": [], "links": [{"id": "ys", "to": "spy"}]},
         "spy"),
    ],
)  # fmt: skip
def test_a_part_that_no_browser_could_draw_is_refused_with_its_reason(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(AssertionError, match=reason):
        check(wrong)


def test_each_part_is_held_to_its_own_kind() -> None:
    """Also where a shape is one of several objects."""
    with pytest.raises(AssertionError, match="has the keys"):
        check_shape({"kind": "parts", "parts": [{**SAID, "kind": "clock", "lines": []}]}, PictureParts, "picture")
