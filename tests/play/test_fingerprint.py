"""The fingerprint of a view."""

import json

from play.html.fingerprint import fingerprint
from rules.text import Text


def test_views_that_say_the_same_have_one_fingerprint() -> None:
    name = "Ysane"
    view = {"who": [name, name], "at": 3, "out": None, "odds": 0.5, "now": True}
    assert fingerprint(view) == fingerprint(json.loads(json.dumps(view)))


def test_whatever_differs_in_a_view_has_another_fingerprint() -> None:
    prints = {fingerprint({"at": value}) for value in (0, 1, False, True, "1", None, 1.0, [1], {"1": 1})}
    assert len(prints) == 9


def test_a_view_with_texts_has_a_fingerprint_too() -> None:
    first, second, third = ({"who": "Ysane", "out": Text("tick {n}", n=n)} for n in (1, 1, 2))
    assert fingerprint(first) == fingerprint(second) != fingerprint(third)
