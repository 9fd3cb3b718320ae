"""A table's page says which of its parts have something in them, from the first drawing on and with each push."""

import pytest

from play.html.page import regions
from play.html.shows import list_shown
from tests.play.test_render import BOARDS

EMPTY_RESULT = '<section id="result" class="region result" aria-label="Last result"></section>'


@pytest.mark.parametrize(
    ("name", "there", "missing"),
    [
        ("turn", {"fight", "act", "due", "mine", "me", "rolls"}, {"fighters", "proposal", "harm"}),
        ("storyteller", {"fight", "act", "fighters", "harm"}, {"me", "asked"}),
        ("spectator", {"fight", "fighters"}, {"mine", "due", "me", "rolls", "harm"}),
        ("asked", {"fight", "act"}, {"proposal"}),
        ("undo, storyteller", {"asked", "act", "mine"}, {"proposal"}),
        ("setup", {"fight", "act"}, {"harm"}),
        ("bare", set(), {"fight", "act", "mine", "due", "me", "rolls", "result", "card"}),
    ],
)
def test_a_drawing_names_what_it_shows(name: str, there: set[str], missing: set[str]) -> None:
    drawn = regions(BOARDS[name])
    shown = list_shown(drawn)
    assert there <= set(shown.split())
    assert not missing.intersection(shown.split())
    assert f'data-shows="{shown}"' in drawn["shows"]


@pytest.mark.parametrize(
    ("region", "html", "named"),
    [
        ("result", '<section id="result" class="region result"><p class="came came--none">-</p></section>', {"result"}),
        (
            "result",
            '<section id="result" class="region"><details class="came" open></details></section>',
            {"result", "card"},
        ),
        ("wheel", '<div id="wheel" class="region wheel-region"><p class="calm">No fight here.</p></div>', set()),
        ("wheel", '<div id="wheel" class="region"><div class="gather"><p class="calm">-</p></div></div>', {"fight"}),
        (
            "asked",
            '<div id="asked" class="region"><section class="mine proposal"></section></div>',
            {"proposal", "mine"},
        ),
    ],
)
def test_what_stands_in_a_region_is_named(region: str, html: str, named: set[str]) -> None:
    blank = dict.fromkeys(regions(BOARDS["bare"]), EMPTY_RESULT)
    assert named == set(list_shown({**blank, region: html}).split()) - {"asked", "act"}
