"""Actions outside combat: extended, contested, willpower, experience, timing."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import SeededRoller
from rules.errors import BadInput
from rules.tasks import Side
from rules.wod2004.actions.contested import compare
from rules.wod2004.actions.extended import add_roll, has_extra_benefit
from rules.wod2004.actions.extended_contested import add_stage, judge
from rules.wod2004.actions.instant import Outcome, Result, roll_dice
from rules.wod2004.actions.willpower import regain, spend
from rules.wod2004.experience import dot_cost
from rules.wod2004.options import Options
from rules.wod2004.timing import Contender, clock, roll_initiative, sort_initiative

POLICIES = st.sampled_from(["fails_utterly", "opponent_exceptional"])
GAINS = st.lists(st.one_of(st.none(), st.integers(0, 8)), max_size=12)


@given(GAINS, st.integers(1, 20), st.one_of(st.none(), st.integers(1, 8)), st.booleans())
@settings(max_examples=150, deadline=None)
def test_an_attempt_sums_what_came_after_the_last_dramatic_failure(
    gains: list[int | None], target: int, limit: int | None, delicate: bool
) -> None:
    side = Side("", "", target=target, max_rolls=limit)
    for gained in gains:
        if side.standing != "in_progress":
            break
        outcome: Outcome = "dramatic_failure" if gained is None else "success"
        side = add_roll(side, Result((), gained or 0, outcome, chance=False), delicate=delicate)
    made = list(side.gains)
    since = made[len(made) - made[::-1].index(None) :] if None in made else made
    assert side.total == sum(gain for gain in since if gain is not None)
    assert (side.standing == "complete") == (side.total >= target)
    assert (side.standing == "ruined") == (delicate and None in made)
    assert limit is None or len(side.gains) <= limit
    assert not has_extra_benefit(side) or side.total >= target + 5


@given(
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 10**6),
    POLICIES,
)
@settings(max_examples=150, deadline=None)
def test_a_contest_is_fair(a: int, b: int, seed: int, policy: Any) -> None:
    roller, options = SeededRoller(seed), Options(dramatic_contest=policy)
    first, second = roll_dice(a, roller), roll_dice(b, roller)
    there, back = compare(first, second, options), compare(second, first, options)
    assert (there.outcome_a, there.outcome_b) == (back.outcome_b, back.outcome_a)
    assert (there.winner == "none") == (there.winner_successes == 0)
    if not first.is_dramatic and not second.is_dramatic:
        assert (there.winner == "a") == (first.successes > second.successes)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 10**6), st.sampled_from(["draw", "continue", "void"]))
@settings(max_examples=100, deadline=None)
def test_a_race_ends_with_at_most_one_winner(a: int, b: int, seed: int, simultaneous: Any) -> None:
    roller = SeededRoller(seed)
    options, sides = Options(simultaneous=simultaneous), (Side("", "", target=4), Side("", "", target=4))
    for _ in range(30):
        sides, counted = add_stage(sides, (roll_dice(a, roller), roll_dice(b, roller)), options)
        status, winner = judge(sides, counted, options)
        if status != "in_progress":
            break
    if status == "complete":
        own, other = sides if winner == "a" else sides[::-1]
        assert own.total >= 4
        assert own.total > other.total
    else:
        assert winner == "none"


def test_willpower_is_spent_once_a_turn_and_never_above_its_dots() -> None:
    assert spend(2, 0, "dice").points == 1
    assert spend(2, 1, "defense").rule == "WD-055"
    assert spend(0, 0, "stamina").rule == "WD-050"
    assert (regain(1, 5, "vice"), regain(1, 5, "virtue"), regain(5, 5, "rest")) == (2, 5, 5)
    assert regain(1, 5, "rest", Options(willpower_rest=2)) == 3
    with pytest.raises(BadInput):
        spend(1, 0, "flight")


@given(st.sampled_from(["attribute", "skill", "merit", "morality", "willpower"]), st.integers(0, 4), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_several_dots_cost_what_each_costs(kind: str, old: int, more: int) -> None:
    assert dot_cost(kind, old, old + more) == sum(dot_cost(kind, dot, dot + 1) for dot in range(old, old + more))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.integers(0, 10**6))
@settings(max_examples=100, deadline=None)
def test_initiative_leaves_no_tie(modifiers: list[int], seed: int) -> None:
    contenders = [Contender(str(n), modifier) for n, modifier in enumerate(modifiers)]
    dice = SeededRoller(seed)
    rolled = roll_initiative(contenders, lambda _key: dice, lambda _keys: dice)
    order = sort_initiative(rolled)
    assert len({rolled[key].rank for key in order}) == len(order)
    assert [rolled[key].total for key in order] == sorted((own.total for own in rolled.values()), reverse=True)


def test_a_turn_is_three_seconds() -> None:
    assert (clock(1), clock(2), clock(21)) == ("0:00", "0:03", "1:00")
