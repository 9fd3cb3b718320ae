"""A unit test that takes too much of the processor fails, whatever it found."""

import pytest

from tests.budget import UNIT_SECONDS, find_excess

MUCH = UNIT_SECONDS + 0.1


@pytest.mark.parametrize(
    ("place", "is_walk", "seconds"),
    [
        ("tests/rules/test_dice.py::test_a", False, UNIT_SECONDS),
        ("tests/rules/test_laws.py::test_a", True, MUCH),
        ("tests/e2e/test_looks.py::test_a", False, MUCH),
        ("tests/shared/test_faults.py::test_a", False, MUCH),
    ],
)
def test_what_is_within_its_budget_passes(place: str, is_walk: bool, seconds: float) -> None:
    assert find_excess(place, is_walk=is_walk, seconds=seconds) == ""


def test_what_is_over_its_budget_says_how_much_and_what_to_do() -> None:
    found = find_excess("tests/rules/test_dice.py::test_a", is_walk=False, seconds=7.26)
    assert found.startswith("This unit test took 7.3 s of the processor; 6 are allowed.")
    assert "pytest.mark.walk" in found
