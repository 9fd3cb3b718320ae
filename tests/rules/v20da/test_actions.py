"""Multiple, repeated, extended, resisted and teamwork actions."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ScriptedRoller
from rules.errors import IllegalMove
from rules.pool import Term
from rules.tasks import Side, Task
from rules.text import Text
from rules.v20da.actions.difficulty import build_difficulty, check_difficulty, is_allowed, opponents_raise
from rules.v20da.actions.extended import add_roll, is_epic
from rules.v20da.actions.multiple import PlannedAction, allot, check_set, find_offenders
from rules.v20da.actions.resisted import add_round, compare, judge, resisted_difficulty
from rules.v20da.actions.rolling import Result, roll_dice
from rules.v20da.actions.teamwork import Part, work_together
from rules.v20da.traits import can_specialise, find_ability, look_up, trait_maximum, untrained_raise


def rolled(*faces: int, **how: Any) -> Result:
    return roll_dice(len(faces), 6, ScriptedRoller(faces), **how)


# --- difficulty


@pytest.mark.parametrize(
    ("mods", "attempt", "place", "total", "allowed"),
    [
        ((), 1, 0, 6, True),
        ((2, 2), 1, 0, 10, True),
        ((2, 3), 1, 0, 11, False),
        ((-7,), 1, 0, 2, True),
        ((), 2, 2, 9, True),
        ((), 3, 2, 10, False),
        ((), 5, 0, 10, False),
        ((), 1, 4, 10, False),
    ],
)
def test_difficulties_add_up(mods: tuple[int, ...], attempt: int, place: int, total: int, allowed: bool) -> None:
    built = build_difficulty(6, [Term(Text("m"), amount, "x", "V20-038") for amount in mods], attempt, place)
    assert (built.total, is_allowed(built.total, attempt, place)) == (total, allowed)
    if not allowed:
        with pytest.raises(IllegalMove):
            check_difficulty(built.total, attempt, place)


def test_more_than_four_further_opponents_raise_no_more() -> None:
    assert [opponents_raise(number) for number in (0, 1, 2, 5, 6, 60)] == [0, 0, 1, 4, 4, 4]


# --- multiple actions


def test_johans_three_actions_get_harder_one_by_one() -> None:
    allotted = allot([PlannedAction(6), PlannedAction(6, attack=True), PlannedAction(7)])
    assert [(action.dice, action.difficulty) for action in allotted] == [(5, 7), (4, 8), (4, 9)]


def test_a_single_action_is_not_changed() -> None:
    assert [(action.dice, action.difficulty) for action in check_set([PlannedAction(1, 10)])] == [(1, 10)]


def test_every_offender_is_named_and_the_whole_is_refused() -> None:
    plans = [PlannedAction(1, attack=True), PlannedAction(9, 8, attack=True), PlannedAction(9), PlannedAction(9)]
    assert [(found.index, found.code) for found in find_offenders(plans)] == [
        (1, "no_dice"), (2, "difficulty"), (2, "second_attack"), (4, "difficulty"),
    ]  # fmt: skip
    with pytest.raises(IllegalMove) as refusal:
        check_set(plans)
    assert refusal.value.code == "no_dice"
    assert refusal.value.data["rule"] == "V20-056"
    assert "Action 4: difficulty 6 + 4 = 10, and 9 is the most (V20-053)." in refusal.value.sentence


@given(
    st.lists(st.builds(PlannedAction, st.integers(-1, 12), st.integers(2, 10), st.booleans()), min_size=1, max_size=6)
)
@settings(max_examples=100, deadline=None)
def test_a_set_is_allowed_exactly_when_every_action_fits(plans: list[PlannedAction]) -> None:
    many = len(plans) > 1
    fits = sum(plan.attack for plan in plans) <= 1
    for place, plan in enumerate(plans, 1):
        shift = place if many else 0
        fits &= plan.pool - shift > 0 and (plan.difficulty or 6) + shift < (10 if many else 11)
    assert (find_offenders(plans) == ()) == fits


# --- extended


def test_an_extended_action_gathers_until_it_is_complete() -> None:
    side = Side("", "", target=5)
    seen = []
    for faces in ([6, 7, 2], [6, 1, 1], [8, 8, 8]):
        side = add_roll(side, rolled(*faces))
        seen.append((side.total, side.standing))
    assert seen == [(2, "in_progress"), (2, "in_progress"), (5, "complete")]
    assert Task("", "", "extended", (side,), interval=2).seconds == 6 * 60


def test_a_botch_starts_an_extended_action_over_or_ends_it() -> None:
    again = add_roll(Side("", "", target=5, total=4), rolled(1, 2))
    assert (again.total, again.standing) == (0, "in_progress")
    ended = add_roll(Side("", "", target=5, total=4), rolled(1, 2), botch_ends=True)
    assert (ended.total, ended.standing) == (0, "ruined")


def test_an_extended_action_may_run_out_of_rolls() -> None:
    assert add_roll(Side("", "", target=5, max_rolls=1), rolled(6, 2)).standing == "exhausted"
    assert add_roll(Side("", "", target=1, max_rolls=1), rolled(6, 2)).standing == "complete"


def test_twenty_successes_are_reasonable_and_more_are_epic() -> None:
    assert [is_epic(required) for required in (15, 20, 21)] == [False, False, True]


# --- resisted


def start(target: int, *totals: int) -> tuple[Side, Side]:
    a, b = totals or (0, 0)
    return Side("", "", target=target, total=a), Side("", "", target=target, total=b)


def totals(sides: tuple[Side, Side]) -> list[int]:
    return [side.total for side in sides]


def test_the_resisted_difficulty_lies_between_two_and_nine() -> None:
    assert [resisted_difficulty(value) for value in (-1, 1, 2, 7, 9, 10, 14)] == [2, 2, 2, 7, 9, 9, 9]


@pytest.mark.parametrize(
    ("a", "b", "expected"), [(5, 2, ("a", 3)), (0, 0, ("none", 0)), (1, 4, ("b", 3)), (2, 2, ("none", 0))]
)
def test_more_net_successes_win(a: int, b: int, expected: tuple[str, int]) -> None:
    assert compare(a, b) == expected


def test_in_a_race_each_side_adds_its_own_and_a_botch_clears_its_own() -> None:
    sides = add_round(start(4), rolled(6, 7, 8), rolled(6, 2, 3))
    assert (totals(sides), judge(sides)) == ([3, 1], ("in_progress", "none"))
    sides = add_round(sides, rolled(1, 2, 3), rolled(7, 8, 9))
    assert (totals(sides), judge(sides)) == ([0, 4], ("complete", "b"))


def test_by_margin_only_the_winner_of_a_round_adds() -> None:
    sides = add_round(start(4), rolled(6, 7, 8), rolled(6, 2, 3), "margin")
    assert totals(sides) == [2, 0]
    sides = add_round(sides, rolled(6, 2, 3), rolled(6, 2, 3), "margin")
    assert totals(sides) == [2, 0]


def test_when_both_arrive_together_the_higher_total_wins_and_equal_ones_tie() -> None:
    assert judge(add_round(start(3, 1, 2), rolled(6, 7, 2), rolled(6, 7, 8))) == ("complete", "b")
    assert judge(add_round(start(3, 2, 2), rolled(6, 7, 2), rolled(6, 7, 2))) == ("tie", "none")


# --- teamwork


def test_helpers_roll_first_and_their_successes_are_dice() -> None:
    roller = ScriptedRoller([6, 7, 1, 9, 9, 2])
    work = work_together([Part(3)], Part(2, 7), None, roller)
    roller.finish()
    assert ([helper.net for helper in work.helpers], work.primary_pool, work.primary.net) == ([1], 3, 2)


def test_too_many_helpers_raise_every_difficulty() -> None:
    work = work_together([Part(1), Part(1)], Part(1), 1, ScriptedRoller([6, 7, 7, 7]))
    assert (work.raised, [helper.net for helper in work.helpers], work.primary.difficulty) == (1, [0, 1], 7)


@pytest.mark.parametrize(
    ("helpers", "primary", "rule"),
    [
        ([Part(3, 9), Part(3, 9)], Part(3, 9), "V20-136"),
        ([Part(0)], Part(3), "V20-037"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_before_a_die_falls(helpers: list[Part], primary: Part, rule: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        work_together(helpers, primary, 0, ScriptedRoller([]))
    assert refusal.value.data["rule"] == rule


def test_a_primary_without_dice_rolls_those_of_the_helpers() -> None:
    work = work_together([Part(3)], Part(0), None, ScriptedRoller([6, 7, 2, 8, 3]))
    assert (work.primary_pool, work.primary.net) == (2, 1)


# --- traits


def test_the_standard_abilities_are_known_by_any_spelling() -> None:
    assert find_ability("Animal Ken") == find_ability("animal_ken") == (True, True)
    assert find_ability("Larceny") == (False, False)
    assert find_ability("Larceny", ("larceny",)) == (True, False)


def test_untrained_talents_cost_nothing_skills_one_and_knowledges_the_roll() -> None:
    assert (untrained_raise("talent"), untrained_raise("skill")) == (0, 1)
    with pytest.raises(IllegalMove, match="Knowledge"):
        untrained_raise("knowledge")


def test_specialties_begin_at_four_dots() -> None:
    assert [can_specialise(dots) for dots in (3, 4, 7)] == [False, True, True]


def test_low_generations_have_higher_traits() -> None:
    assert [trait_maximum(generation) for generation in (13, 8, 7, 6, 5, 4, None)] == [5, 5, 6, 7, 8, 9, 5]
    assert look_up("blood_pool", 4) == [50, 10]
