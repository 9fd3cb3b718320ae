"""A failed try is remembered by character and task for the whole series, as far as a later scene may know of it."""

import json
from dataclasses import replace

import pytest

from campaigns.models import Scene
from play.commands import moves
from play.models import Entry, Table
from play.table.history import state_at
from tests.play.tasking import TaskTable, key_of, only

FAIL, SUCCEED = 3, 8


@pytest.fixture
def later(table: TaskTable) -> TaskTable:
    """The next scene of the series."""
    scene = Scene.objects.create(episode=table.scene.episode, title="The morning after")
    return replace(table, scene=Scene.objects.select_related("episode__story__series").get(pk=scene.pk))


def try_it(table: TaskTable, face: int, title: str = "The lock") -> int:
    """The heroine tries her hand at it; returns how many failures counted against her."""
    table.set_task(title=title)
    counted = table.task.failures
    table.roll(table.cast.player, table.cast.heroine, face=face)
    assert counted is not None
    return counted


@only("exalted3e", "wod2004")
def test_what_failed_in_one_scene_counts_in_the_next(table: TaskTable, later: TaskTable) -> None:
    assert [try_it(table, FAIL), try_it(table, FAIL)] == [0, 1]
    assert [try_it(later, FAIL, " the  LOCK"), try_it(later, FAIL, "The gate")] == [2, 0]
    assert try_it(table, FAIL) == 3


@only("exalted2e")
def test_the_roll_is_harder_for_it(table: TaskTable, later: TaskTable) -> None:
    try_it(table, FAIL)
    try_it(later, SUCCEED)
    rolled = Entry.objects.filter(table__scene=later.scene, event__kind="TaskRolled").get()
    assert "Retry" in str(rolled.event["roll"])
    assert rolled.event["roll"]["total"] == 4


@only("v20da")
class TestMemory:
    def test_a_success_anywhere_wipes_it_out_everywhere(self, table: TaskTable, later: TaskTable) -> None:
        try_it(table, FAIL)
        assert try_it(later, SUCCEED) == 1
        assert try_it(later, FAIL) == 0
        assert try_it(table, FAIL) == 1

    def test_so_does_a_waiver(self, table: TaskTable, later: TaskTable) -> None:
        for place in (table, later):
            try_it(place, FAIL)
        later.act(later.cast.storyteller, moves.TryAgain(later.task.id))
        assert later.task.failures == 2
        later.act(later.cast.storyteller, moves.EndTask(later.task.id))
        later.act(later.cast.storyteller, moves.TryAgain(later.task.id, waive=True))
        assert later.task.failures == 0
        assert try_it(table, FAIL) == 0

    def test_it_is_of_the_character_alone(self, table: TaskTable, later: TaskTable) -> None:
        try_it(table, FAIL)
        assert later.set_task(character=key_of(later.cast.duelist)).failures == 0

    def test_a_rewind_in_the_earlier_scene_takes_it_back_in_the_later(self, table: TaskTable, later: TaskTable) -> None:
        table.set_task()
        failed = table.roll(table.cast.player, table.cast.heroine, face=FAIL)
        assert later.set_task().failures == 1
        table.act(table.cast.storyteller, moves.Rewind(failed.first))
        later.roll(later.cast.player, later.cast.heroine, face=FAIL)
        assert later.task.failures == 0
        assert table.set_task(title="The lock").failures == 1

    def test_a_rewind_in_the_later_scene_gives_back_what_its_success_wiped_out(
        self, table: TaskTable, later: TaskTable
    ) -> None:
        try_it(table, FAIL)
        later.set_task()
        done = later.roll(later.cast.player, later.cast.heroine, face=SUCCEED)
        later.act(later.cast.storyteller, moves.Rewind(done.first))
        assert later.task.failures == 1
        assert table.set_task().failures == 1

    def test_what_is_tried_where_only_the_storyteller_looks_counts_there_alone(
        self, table: TaskTable, later: TaskTable
    ) -> None:
        Scene.objects.filter(pk=later.scene.pk).update(hidden=True)
        hidden = replace(later, scene=Scene.objects.select_related("episode__story__series").get(pk=later.scene.pk))
        hidden.set_task()
        hidden.roll(hidden.cast.storyteller, hidden.cast.heroine, face=FAIL)
        assert try_it(table, FAIL) == 0
        assert hidden.set_task().failures == 2

    def test_other_tasks_of_that_title_that_are_open_count_it_at_once(self, table: TaskTable) -> None:
        first, second = table.set_task(), table.set_task()
        table.act(table.cast.player, moves.RollForTask(first.id, key_of(table.cast.heroine)), FAIL)
        assert table.state.work.task(second.id) == replace(second, failures=1)

    def test_folding_the_log_finds_the_same_memory(self, table: TaskTable, later: TaskTable) -> None:
        for place in (table, later, table):
            try_it(place, FAIL)
        for place in (table, later):
            row = Table.objects.get(scene=place.scene)
            assert state_at(place.system, row, row.number) == place.state

    def test_nobody_reads_of_it_before_the_roll(self, table: TaskTable, later: TaskTable) -> None:
        try_it(table, FAIL)
        later.set_task()
        tasks = later.facts(later.cast.spectator)["tasks"]
        assert "ail" not in json.dumps(tasks["items"][later.task.id])
