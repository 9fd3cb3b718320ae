"""Interrupted work: nothing of it, a part of it, or the rest of it later (2E-220 to 2E-226)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER
from rules.codec import decode, encode
from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.requests import RollRequest, build_pool, make_roll
from rules.exalted2e.actions.tasks import Tasks
from rules.exalted2e.options import DEFAULTS
from rules.exalted2e.sheet.parse import parse
from rules.roll import Roll
from rules.tasks import Cut, Helper, Side, Task, Work, add_roll, check_cut, interrupt, rule_total, view_task

SLEUTH = parse({"being": "exalt", "essence": 2, "attributes": {"perception": 3}, "abilities": {"investigation": 3}})
SEARCH = RollRequest("perception", "investigation")
HER = Side("1", "Ysane", "Perception + Investigation")
MINUTE = 60


def make_task(kind: Any = "extended", **changes: Any) -> Task:
    """The seed's murder scene: a quarter of an hour for each roll."""
    target = 10 if kind.startswith("extended") else 0
    sides = (replace(HER, target=target), Side("2", "Tolvar", target=target))
    return replace(Task("t1", "The clues", kind, sides[: 2 if "contested" in kind else 1], interval=15), **changes)


def roll(task: Task, *faces: int) -> tuple[Task, Roll]:
    """Roll for the first side, as the table does."""
    request = Tasks().prepare(SLEUTH, SEARCH, Work().conditions(task, task.sides[0]), DEFAULTS)
    roller = ScriptedRoller(faces)
    rolled = make_roll(SLEUTH, request, roller, DEFAULTS)
    roller.finish()
    return add_roll(task, 0, rolled, Tasks(), DEFAULTS), rolled


def test_the_dice_of_helpers_are_named_in_the_pool() -> None:
    helpers = tuple(Helper(id, id, gain=1, outcome="success") for id in ("3", "4"))
    given = Work().conditions(make_task("teamwork", helpers=helpers), HER)
    terms = build_pool(SLEUTH, Tasks().prepare(SLEUTH, SEARCH, given, DEFAULTS), DEFAULTS).steps[1].terms
    assert [(term.name, term.amount, term.rule) for term in terms] == [("Helpers", 2, "2E-251")]


@pytest.mark.parametrize(
    ("cut", "dice", "gained"),
    [
        (Cut("penalty", 1, 2), 3, 1),  # the seed's own example: half done, three of six dice, half of the success
        (Cut("penalty", 1, 3), 2, 0),
        (Cut("share", 1, 2), 6, 3),
        (Cut("share", 5, 15), 6, 2),
        (Cut("penalty", 1, 2, penalty=1), 5, 2),
        (Cut("share", 1, 2, effect=2), 6, 6),
    ],
)
def test_a_part_of_an_interval_is_rolled_for(cut: Cut, dice: int, gained: int) -> None:
    task = interrupt(make_task(), 0, cut)
    after, rolled = roll(task, *(7,) * dice)
    assert (rolled.pool.total, after.sides[0].gains, after.rule) == (dice, (gained,), "2E-224")
    assert after.seconds == cut.done * 15 * MINUTE // cut.of
    again, rolled = roll(after, *(7,) * 6)
    assert (rolled.pool.total, again.sides[0].total, again.sides[0].cut) == (6, gained + 6, None)
    assert again.seconds == after.seconds + 15 * MINUTE
    assert decode(Task, encode(task)) == task


def test_the_dice_lost_are_a_term_of_the_pool() -> None:
    pool = build_pool(SLEUTH, replace(SEARCH, interrupted=3), DEFAULTS)
    assert [(term.name, term.amount, term.rule) for term in pool.steps[2].terms] == [("Interrupted", -3, "2E-224")]
    with pytest.raises(BadInput):
        build_pool(SLEUTH, replace(SEARCH, interrupted=-3), DEFAULTS)


def test_work_that_is_resumed_takes_the_time_that_is_left() -> None:
    task = interrupt(make_task(), 0, Cut("resume", 5, 15))
    assert (task.seconds, task.sides[0].gains) == (5 * MINUTE, ())
    assert view_task(task, STORYTELLER)["sides"][0]["note"] == "interrupted: 10 minutes of work left"
    after, _ = roll(task, *(7,) * 6)
    assert (after.seconds, after.sides[0].total) == (15 * MINUTE, 6)


def test_an_interval_that_fails_costs_the_time_that_was_spent() -> None:
    task = interrupt(interrupt(make_task(), 0, Cut("resume", 5, 15)), 0, Cut("fail", 6, 15))
    assert (task.seconds, task.sides[0].gains, task.is_open) == (6 * MINUTE, (0,), True)
    assert interrupt(make_task(), 0).seconds == 15 * MINUTE
    hours = interrupt(make_task(interval=1, unit="hour"), 0, Cut("fail", 1, 2))
    assert view_task(hours, STORYTELLER)["time"] == "30 minutes"


def test_a_dramatic_action_is_interrupted_as_well() -> None:
    failed = interrupt(make_task("simple"), 0, Cut("fail", 5, 15), "2E-221")
    assert (failed.status, failed.verdict, failed.rule, failed.seconds) == ("failure", "Interrupted", "2E-221", 300)
    task = interrupt(make_task("simple"), 0, Cut("share", 5, 15))
    after, _ = roll(task, *(7,) * 2, *(2,) * 4)
    assert (after.status, after.verdict) == ("success", "Competent, for 5 of 15 parts of the effect")
    assert after.seconds == 5 * MINUTE


def test_a_botch_of_a_part_costs_what_a_botch_costs() -> None:
    task = interrupt(rule_total(make_task(botch="lose:3"), 0, 5), 0, Cut("share", 1, 2))
    after, _ = roll(task, 1, 2, 2, 2, 2, 2)
    assert (after.sides[0].gains, after.sides[0].total, after.rule) == ((None,), 2, "2E-144")


@pytest.mark.parametrize(
    "cut",
    [
        Cut("share", 2, 2),
        Cut("share", 0, 2),
        Cut("fail", -1, 2),
        Cut("fail", 0, 0),
        Cut("penalty", 1, 2, penalty=31),
        Cut("share", 1, 2, effect=3),
    ],
)
def test_an_interruption_that_cannot_be_is_refused(cut: Cut) -> None:
    known = tuple(choice.value for choice in Tasks().interruptions)
    with pytest.raises(BadInput):
        check_cut(cut, known)
    with pytest.raises(BadInput):
        check_cut(Cut("fail", 1, 2), ())


def test_nobody_rolls_for_a_part_in_a_contest() -> None:
    with pytest.raises(IllegalMove, match="No partial-interval rolls in a contest"):
        interrupt(make_task("extended_contested"), 0, Cut("share", 1, 2))
    assert interrupt(make_task("extended_contested"), 0, Cut("fail", 1, 2)).sides[0].gains == (0,)
