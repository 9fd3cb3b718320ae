"""What experience buys."""

import pytest

from rules.errors import BadInput
from rules.exalted2e.experience import Training, buy, raise_trait, splat_table
from rules.raising import DAY


@pytest.mark.parametrize(
    ("splat", "trait", "steps", "favored", "costs", "days"),
    [
        ("solar", "attribute", (2, 4), False, (8, 12), 28 * 5),
        ("solar", "ability", (0, 2), True, (3, 1), 21),
        ("solar", "ability", (2, 3), False, (4,), 14),
        ("solar", "essence", (2, 4), False, (16, 24), 84),
        ("solar", "virtue", (1, 2), False, (3,), 0),
        ("solar", "willpower", (5, 6), False, (10,), 0),
        ("lunar", "attribute", (3, 4), True, (9,), 84),
        ("lunar", "attribute", (3, 4), False, (12,), 84),
        ("lunar", "essence", (2, 3), False, (18,), 0),
        ("sidereal", "essence", (3, 4), False, (27,), 84),
        ("dragon_blooded", "essence", (2, 3), False, (20,), 0),
        ("mortal", "attribute", (2, 3), False, (8,), 112),
        ("mortal", "ability", (1, 2), False, (2,), 14),
        ("mortal", "essence", (1, 2), False, (20,), 56),
    ],
)
def test_each_dot_costs_by_the_rating_before_it(
    splat: str, trait: str, steps: tuple[int, int], favored: bool, costs: tuple[int, ...], days: int
) -> None:
    found = raise_trait(splat_table(splat), trait, *steps, favored=favored).price()
    assert (found.costs, found.seconds) == (costs, days * DAY)
    assert found.why.total == found.total == sum(costs)


@pytest.mark.parametrize(
    ("splat", "what", "favored", "cost", "training"),
    [
        ("solar", "charm", True, 8, Training(4, "days")),
        ("solar", "charm", False, 10, Training(6, "days")),
        ("solar", "foreign_charm", False, 16, Training(6, "weeks")),
        ("solar", "spell", True, 8, Training(2, "weeks")),
        ("solar", "specialty", False, 3, Training(3, "weeks")),
        ("solar", "specialty_swap", False, 2, Training(3, "weeks")),
        ("lunar", "charm", False, 12, Training(6, "days")),
        ("dragon_blooded", "charm", True, 10, Training(4, "days")),
        ("mortal", "specialty", False, 3, Training(6, "weeks")),
        ("mortal", "spell", False, 15, Training(4, "weeks")),
        ("mortal", "spell", True, 12, Training(4, "weeks")),
        ("mortal", "thaumaturgy", False, 10, Training(3, "months")),
        ("mortal", "thaumaturgy", True, 8, Training(3, "weeks")),
    ],
)
def test_what_is_bought_whole_has_its_price(
    splat: str, what: str, favored: bool, cost: int, training: Training
) -> None:
    found = buy(splat_table(splat), what, favored, min_ability=4, min_essence=2, circle=2, degree=3)
    assert [step[1:] for step in found.steps] == [(cost, training)]


@pytest.mark.parametrize(
    ("trait", "steps"),
    [("luck", (1, 2)), ("virtue", (5, 6)), ("ability", (3, 3)), ("ability", (3, 2)), ("attribute", (-1, 2))],
)
def test_what_cannot_be_raised_is_refused(trait: str, steps: tuple[int, int]) -> None:
    with pytest.raises(BadInput):
        raise_trait("solar", trait, *steps)


def test_mortal_essence_ends_at_3_and_unknown_things_are_not_for_sale() -> None:
    with pytest.raises(BadInput):
        raise_trait("mortal", "essence", 3, 4)
    with pytest.raises(BadInput):
        buy("mortal", "foreign_charm", min_ability=1, min_essence=1)
    with pytest.raises(BadInput):
        buy("solar", "charm")
    with pytest.raises(BadInput):
        splat_table("dragon king")
    assert splat_table("Dragon-Blooded") == "dragon_blooded"
