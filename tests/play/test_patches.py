"""A patch says what is new of a text, and makes the new text again."""

from hypothesis import given
from hypothesis import strategies as st

from play.live.patches import apply_patch, make_patch

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "d"]), max_size=12).map("\n".join)


@given(LINES, LINES)
def test_a_patch_of_two_texts_makes_the_one_into_the_other(before: str, after: str) -> None:
    assert apply_patch(before, make_patch(before, after)) == after


def test_only_new_lines_are_sent() -> None:
    assert make_patch("a\nb\nc\nd", "a\nb\nx\ny\nd") == [[0, 2], "x\ny", [3, 1]]
    assert make_patch("a\nb", "a\nb") == [[0, 2]]


def test_rows_that_change_places_are_not_sent_again() -> None:
    assert make_patch("a\nb\nc", "c\na\nb") == [[2, 1], [0, 2]]
