"""What the laws take for plain JSON of a shape."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from rules.shapes import check_shape
from rules.text import Text


class Leaf(TypedDict):
    word: str
    told: NotRequired[Text]
    size: NotRequired[int | None]
    kind: Annotated[Literal["a", "b"], "one of two"]


class Tree(TypedDict):
    leaves: list[Leaf]
    below: "Tree | None"
    more: dict[str, Any]


GOOD = {
    "leaves": [{"word": "x", "told": Text("x"), "kind": "a", "size": None}],
    "below": None,
    "more": {"n": [1, 0.5, None]},
}


def test_a_value_of_its_shape_is_let_through() -> None:
    check_shape({**GOOD, "below": GOOD}, Tree, "tree")


@pytest.mark.parametrize(
    "wrong",
    [
        {"leaves": ()},
        {"leaves": [{"word": "x"}]},
        {"leaves": [{"word": "x", "kind": "c"}]},
        {"leaves": [{"word": "x", "kind": "a", "size": 0.5}]},
        {"leaves": [{"word": "x", "kind": "a", "size": {}}]},
        {"leaves": [{"word": 1, "kind": "a"}]},
        {"leaves": [{"word": Text("x"), "kind": "a"}]},
        {"leaves": [{"word": "x", "kind": "a", "surprise": 1}]},
        {"below": 1},
        {"below": {**GOOD, "below": {}}},
        {"more": {"n": (1,)}},
        {"more": {1: "n"}},
        {"more": {"n": float("nan")}},
        {"more": []},
    ],
)
def test_a_value_of_another_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match=r"has the keys|is no |is not plain| is "):
        check_shape({**GOOD, **wrong}, Tree, "tree")
