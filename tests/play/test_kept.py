"""What a view is recognised by."""

import json

from play.kept import Kept, mark_of


def test_views_that_say_the_same_have_one_mark_whoever_made_them() -> None:
    name = "Ysane"
    view = {"who": [name, name], "at": 3, "out": None, "odds": 0.5, "now": True}
    assert mark_of(view) == mark_of(json.loads(json.dumps(view)))


def test_whatever_differs_in_a_view_differs_in_its_mark() -> None:
    marks = {mark_of({"at": value}) for value in (0, 1, False, True, "1", None, 1.0, [1], (1,), {"1": 1})}
    assert len(marks) == 10


def test_what_was_not_used_for_longest_goes_first() -> None:
    kept: Kept[str, str] = Kept(4)
    for key in ("a", "b", "c", "a", "d", "a", "e"):
        kept.get_or_make(key, key.upper)
        assert len(kept) <= 4
    assert (kept.get("a"), kept.get("b")) == ("A", None)
