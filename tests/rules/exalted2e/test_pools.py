"""The six steps, and the pools that the book names."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.exalted2e.pools import (
    bonus,
    control_clinch,
    join_battle,
    keep_footing,
    multiple_action,
    multiple_action_penalty,
    order_modifiers,
    penalty,
    specialty_dice,
    steady_nerve,
    stunt_dice,
    trait_pool,
    wound_terms,
)
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.parse import parse
from rules.pool import Pool, Term
from rules.text import Text

SIX = ["1.", "2.", "3.", "4.", "5.", "6."]
DICE = st.integers(0, 12)


def base(dice: int) -> tuple[Term, ...]:
    return (Term(Text("Base"), dice, "base", "2E-035"),)


def test_all_six_steps_stand_even_when_empty() -> None:
    pool = order_modifiers(Text("Pool"), base(4), essence=1)
    assert [step.name[:2] for step in pool.steps[1:]] == SIX
    assert [step.after for step in pool.steps] == [4] * 7


def test_the_worked_example_of_the_book_gives_two_dice() -> None:
    pool = order_modifiers(
        Text("Pool"),
        base(5),
        essence=3,
        bonuses=stunt_dice(1),
        penalties=(*wound_terms(1), penalty(Text("Blind"), 4)),
    )
    assert [step.after for step in pool.steps] == [5, 6, 1, 1, 1, 2, 2]


def test_a_negative_accuracy_is_a_penalty_of_step_2() -> None:
    pool = order_modifiers(Text("Pool"), base(5), essence=1, bonuses=(bonus(Text("Accuracy"), -2, "equipment"),))
    assert (pool.steps[1].after, pool.steps[2].after) == (5, 3)


def test_specialties_give_at_most_three_dice() -> None:
    assert specialty_dice(5)[0].amount == 3


def test_bonus_successes_let_an_empty_pool_try() -> None:
    pool = order_modifiers(
        Text("Pool"), base(0), essence=1, successes=(Term(Text("Willpower"), 1, "willpower", "2E-160"),)
    )
    assert (pool.dice, pool.bonus_successes, pool.can_roll) == (0, 1, True)


def test_external_penalties_leave_the_dice_alone() -> None:
    pool = order_modifiers(Text("Pool"), base(5), essence=1, external=(Term(Text("Rain"), -2, "external", "2E-087"),))
    assert (pool.total, pool.external, len(pool.steps)) == (5, 2, 8)


@pytest.mark.parametrize(("count", "penalties"), [(1, [0]), (2, [2, 3]), (3, [3, 4, 5]), (4, [4, 5, 6, 7])])
def test_each_of_several_actions_loses_more_dice(count: int, penalties: list[int]) -> None:
    assert [multiple_action_penalty(count, index) for index in range(1, count + 1)] == penalties


@settings(max_examples=100)
@given(DICE, st.integers(1, 8), DICE, DICE, DICE, DICE, DICE)
def test_every_step_is_the_sum_of_its_terms(
    dice: int, essence: int, stunt: int, wound: int, multiple: int, other: int, magic: int
) -> None:
    pool = order_modifiers(
        Text("Pool"),
        base(dice),
        essence=essence,
        bonuses=stunt_dice(stunt),
        penalties=(*wound_terms(wound), *multiple_action(multiple), penalty(Text("Other"), other)),
        magic_penalties=(penalty(Text("Magic"), magic, "magic penalty"),),
    )
    for before, step in zip(pool.steps[:-1], pool.steps[1:], strict=True):
        assert step.before == before.after
        assert step.after == step.before + sum(term.amount for term in step.terms)
    assert pool.total == pool.steps[-1].after
    # Internal penalties leave an enlightened being her Essence, less wounds and multiple actions, but never add dice.
    unhindered = dice + stunt
    assert pool.total <= max(unhindered, dice)
    if essence >= 2:
        assert pool.total >= min(unhindered - wound - multiple - other - magic, essence)
        assert pool.total >= min(essence - wound - multiple, dice)


FIGHTER = parse({
    "being": "heroic_mortal",
    "attributes": {"strength": 2, "dexterity": 3, "stamina": 4, "perception": 2, "wits": 3},
    "abilities": {"awareness": 2, "athletics": 1, "resistance": 2, "martial_arts": 1},
    "virtues": {"conviction": 3, "valor": 2},
})  # fmt: skip


@pytest.mark.parametrize(
    ("pool", "dice"),
    [
        (join_battle(FIGHTER), 5),
        (keep_footing(FIGHTER), 6),
        (control_clinch(FIGHTER), 4),
        (steady_nerve(FIGHTER), 2),
        (trait_pool(FIGHTER, "wits", "occult"), 1),
        (trait_pool(replace(FIGHTER, being="exalt"), "wits", "occult"), 3),
        (trait_pool(replace(FIGHTER, health="LLLL...", fatigue=1), "wits", "awareness"), 2),
        (trait_pool(FIGHTER, "wits", "awareness", wound=4), 1),
    ],
)
def test_a_named_pool_has_the_dice_of_its_traits(pool: Pool, dice: int) -> None:
    assert pool.total == dice


def test_join_battle_is_at_least_one_die() -> None:
    assert join_battle(Sheet(being="extra"), wound=4).total == 1
