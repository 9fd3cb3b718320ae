"""The ranks of a unit, as the board draws them."""

from play.html.markup.units import draw_unit
from rules.text import Text
from rules.view import UnitView


def make(**changes: object) -> UnitView:
    unit: UnitView = {
        "name": "The Reed <Spears>", "size": 2, "most": 3, "lost": 4, "each": 7, "words": Text("11 to 75 bodies"),
        "formation": "Wedge",
    }  # fmt: skip
    return {**unit, **changes}  # type: ignore[typeddict-item]


def test_a_row_stands_for_each_magnitude_and_what_is_lost_is_hollow() -> None:
    drawn = draw_unit(make())
    assert drawn.count('class="rank') - drawn.count('class="ranks"') == 21
    assert drawn.count("is-lost") == 7 + 4
    assert "The Reed &lt;Spears&gt;, Magnitude 2 of 3, 11 to 75 bodies, 4 of 7 levels lost, Wedge" in drawn
    assert "style=" not in drawn


def test_a_scattered_unit_has_no_full_rank() -> None:
    drawn = draw_unit(make(size=0, lost=0, words=Text(""), formation=""))
    assert drawn.count("is-lost") == 21
    assert "The Reed &lt;Spears&gt;, Magnitude 0 of 3" in drawn
