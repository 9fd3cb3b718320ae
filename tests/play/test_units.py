"""The ranks of a unit, as a seat is told them."""

from play.stage.people import make_unit
from rules.text import Text
from rules.view import UnitView


def make(**changes: object) -> UnitView:
    unit: UnitView = {
        "name": "The Reed <Spears>", "size": 2, "most": 3, "lost": 4, "each": 7, "words": Text("11 to 75 bodies"),
        "formation": "Wedge",
    }  # fmt: skip
    return {**unit, **changes}  # type: ignore[typeddict-item]


def test_a_unit_is_told_by_its_ranks_and_in_words() -> None:
    told = make_unit(make())
    assert (told["size"], told["most"], told["lost"], told["each"]) == (2, 3, 4, 7)
    assert told["says"] == "The Reed <Spears>, Magnitude 2 of 3, 11 to 75 bodies, 4 of 7 levels lost, Wedge"


def test_of_a_scattered_unit_nothing_is_left() -> None:
    told = make_unit(make(size=0, lost=0, words=Text(""), formation=""))
    assert told["says"] == "The Reed <Spears>, Magnitude 0 of 3"
