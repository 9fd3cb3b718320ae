"""One module knows the marks of wounds, however a game's sheets write them."""

import pytest

from rules import SYSTEMS, get_system
from rules.wounds import CAPITALS, SMALL, STROKES, rank, read_mark, rewrite_track, sort_track


@pytest.mark.parametrize(("track", "marks", "written"), [
    ("X/ *", STROKES, "*X/"), ("B.LA", STROKES, "*X/"), ("*X/", CAPITALS, "ALB"),
    ("b/B", SMALL, "bbb"), ("....", CAPITALS, ""),
])  # fmt: skip
def test_a_track_is_rewritten_with_the_worst_wound_first(track: str, marks: str, written: str) -> None:
    assert rewrite_track(track, marks) == written


def test_empty_boxes_come_last_and_have_no_mark() -> None:
    assert sort_track(".B.A") == "AB.."
    assert [read_mark(mark) for mark in "*Lb. "] == ["a", "l", "b", "", ""]


@pytest.mark.parametrize("key", SYSTEMS)
def test_each_box_of_a_sheet_may_hold_the_three_kinds_of_wounds(key: str) -> None:
    sheets = get_system(key).sheets
    sheet = sheets.parse(sheets.blank(next(iter(sheets.archetypes))))
    track = next(trait for section in sheets.layout(sheet) for trait in section.traits if trait.kind == "track")
    assert [rank(str(choice.value)) for choice in track.choices] == [-1, 0, 1, 2]
