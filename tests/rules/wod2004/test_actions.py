"""Actions outside combat: extended, contested, willpower, experience, timing."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.wod2004.actions.contested import compare
from rules.wod2004.actions.extended import Project, add_roll, add_successes, begin, has_extra_benefit
from rules.wod2004.actions.extended_contested import Race, add_stage
from rules.wod2004.actions.instant import roll_dice
from rules.wod2004.actions.willpower import regain, spend
from rules.wod2004.experience import dot_cost
from rules.wod2004.options import Options
from rules.wod2004.timing import Contender, clock, roll_initiative, sort_initiative
from tests.rules.battle_laws import SeededRoller

POLICIES = st.sampled_from(["fails_utterly", "opponent_exceptional"])
GAINS = st.lists(st.one_of(st.none(), st.integers(0, 8)), max_size=12)


@given(GAINS, st.integers(1, 20), st.one_of(st.none(), st.integers(1, 8)), st.booleans())
@settings(max_examples=150, deadline=None)
def test_an_attempt_sums_what_came_after_the_last_dramatic_failure(
    gains: list[int | None], target: int, limit: int | None, delicate: bool
) -> None:
    project = Project(target, max_rolls=limit, delicate=delicate)
    progress = begin(project)
    for gained in gains:
        if progress.status != "in_progress":
            break
        progress = add_successes(progress, project, gained)
    made = list(progress.per_roll)
    since = made[len(made) - made[::-1].index(None) :] if None in made else made
    assert progress.total == sum(gain for gain in since if gain is not None)
    assert (progress.status == "complete") == (progress.total >= target)
    assert (progress.status == "ruined") == (delicate and None in made)
    assert limit is None or progress.rolls_used <= limit
    assert not has_extra_benefit(progress, project) or progress.total >= target + 5


def test_an_attempt_that_is_over_takes_no_roll() -> None:
    project = Project(1)
    with pytest.raises(BadInput, match="complete"):
        add_roll(begin(project, 1), project, roll_dice(1, SeededRoller(1)))


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
    race = Race(Project(4, max_rolls=30), Project(4, max_rolls=30), Options(simultaneous=simultaneous))
    while race.status == "in_progress" and len(race.stages) < 30:
        race = add_stage(race, roll_dice(a, roller), roll_dice(b, roller))
    if race.status == "complete":
        own, other = race.totals if race.winner == "a" else race.totals[::-1]
        assert own >= 4
        assert own > other
    else:
        assert race.winner == "none"


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
    rolled = roll_initiative(contenders, SeededRoller(seed))
    order = sort_initiative(rolled)
    assert len({rolled[key].rank for key in order}) == len(order)
    assert [rolled[key].total for key in order] == sorted((own.total for own in rolled.values()), reverse=True)


def test_a_turn_is_three_seconds() -> None:
    assert (clock(1), clock(2), clock(21)) == ("0:00", "0:03", "1:00")
