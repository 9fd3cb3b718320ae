"""A roll of the pad that is tried again: the table counts what failed before (V20-070, WD-142)."""

from typing import Any

import pytest

from play.commands import moves
from rules.errors import IllegalMove
from tests.play.tasking import TaskTable, key_of, only, request_of

COUNTED = only("v20da", "wod2004")


def roll(table: TaskTable, face: int, *, secret: str = "", **request: Any) -> None:
    by = table.cast.storyteller if secret == "storyteller" else table.cast.player
    move = moves.MakeRoll(key_of(table.cast.heroine), {**request_of(table), **request}, secret)
    table.act(by, move, face)


def attempts(table: TaskTable) -> list[str]:
    told = table.reads(table.cast.player)
    return [f"Attempt {n}" for n in range(2, 6) if f"Attempt {n}" in told]


@COUNTED
def test_the_number_of_the_attempt_is_counted(table: TaskTable) -> None:
    roll(table, 3)
    roll(table, 3, retry=True)
    assert attempts(table) == ["Attempt 2"]
    roll(table, 3, retry=True)
    assert attempts(table) == ["Attempt 2", "Attempt 3"]


@COUNTED
def test_a_success_or_a_fresh_beginning_ends_the_count(table: TaskTable) -> None:
    roll(table, 3)
    roll(table, 3, retry=True)
    roll(table, 9, retry=True)
    roll(table, 3)
    roll(table, 3, retry=True)
    assert attempts(table) == ["Attempt 2", "Attempt 3"]


@COUNTED
def test_what_the_storyteller_rolls_in_secret_is_not_counted(table: TaskTable) -> None:
    roll(table, 3)
    for _ in range(3):
        roll(table, 3, secret="storyteller", retry=True)
    roll(table, 3, retry=True)
    assert attempts(table) == ["Attempt 2"]


@only("v20da")
def test_an_attempt_at_difficulty_10_is_refused(table: TaskTable) -> None:
    roll(table, 3, difficulty=9)
    with pytest.raises(IllegalMove, match="Difficulty 10"):
        roll(table, 3, difficulty=9, retry=True)


@only("v20da")
def test_one_of_several_actions_says_which_it_is(table: TaskTable) -> None:
    with pytest.raises(IllegalMove, match="which of the 3 actions"):
        roll(table, 9, actions=3)
    with pytest.raises(IllegalMove, match="which of the 3 actions"):
        roll(table, 9, actions=3, place=4)
    roll(table, 9, actions=3, place=2)
    assert "Action 2" in table.reads(table.cast.player)


@only("exalted2e")
def test_each_failed_try_takes_a_success(table: TaskTable) -> None:
    for retry in (False, True, True):
        roll(table, 3, retry=retry)
    rolled = [row.event["roll"]["pool"] for row in table.scene.table.entries.filter(event__kind="RollMade")]
    assert [pool["external"] for pool in rolled] == [0, 1, 2]
