"""One request for a roll to many: a task for each, together under one heading, and nobody learns of who is hidden."""

from typing import Any

import pytest

from campaigns.models import Character
from play.commands.moves import EVERYBODY, EndTask, Rewind, RollForAll, RollForTask, Say, StartTask, TryAgain
from play.commands.tasks.setting import MAX_ASKED, MAX_OPEN
from rules.errors import IllegalMove, RulesError
from rules.tasks import Task
from rules.tasks.work import KEPT_CLOSED
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.facts_of import facts_of
from tests.play.tasking import TaskTable, key_of, only

pytestmark = pytest.mark.walk


def ask(table: TaskTable, *keys: str, **changes: Any) -> tuple[Task, ...]:
    """The Storyteller asks these for a roll; gives their tasks."""
    asked = {"title": "The ambush", "action": "simple", "traits": table.traits, "characters": keys}
    table.act(table.cast.storyteller, StartTask(**{**asked, **changes}))
    return table.state.work.tasks


def rows(table: TaskTable, person: Any) -> list[tuple[str, int | None]]:
    """Who was asked together in one request, as somebody is sent it, and how many successes each has."""
    tasks = facts_of(table.scene, table.cast.membership(person))["tasks"]
    asked = [tasks["items"][id] for id in tasks["order"]]
    assert len({task["group"] for task in asked}) == 1
    return [(side["name"], side.get("successes")) for task in asked for side in task["sides"]]


def test_all_players_are_asked_and_each_result_is_one_line(table: TaskTable) -> None:
    cast = table.cast
    tasks = ask(table, EVERYBODY, key_of(cast.warden))
    assert [task.sides[0].name for task in tasks] == ["Tolvar", "Ysane of the Reeds", "Deruvin"]
    assert len({task.group for task in tasks}) == 1
    assert "Tolvar, Ysane of the Reeds and Deruvin: “The ambush”." in table.reads(cast.spectator)
    assert rows(table, cast.player) == [("Tolvar", None), ("Ysane of the Reeds", None), ("Deruvin", None)]
    for person, who, task in ((cast.player, cast.heroine, tasks[1]), (cast.rival, cast.duelist, tasks[0])):
        table.act(person, RollForTask(task.id, key_of(who)))
    assert rows(table, cast.spectator) == [("Tolvar", 5), ("Ysane of the Reeds", 5), ("Deruvin", None)]
    assert {task.status for task in table.state.work.tasks} == {"open", "success"}


def test_one_tap_rolls_for_all_that_one_plays(table: TaskTable) -> None:
    cast = table.cast
    *_, group = {task.group for task in ask(table, EVERYBODY, key_of(cast.warden), key_of(cast.lurker))}
    table.act(cast.storyteller, RollForAll(group))
    rolled = {task.sides[0].name: task.sides[0].made for task in table.state.work.tasks}
    assert rolled == {"Tolvar": None, "Ysane of the Reeds": None, "Deruvin": 5, cast.lurker.name: 5}
    table.act(cast.player, RollForAll(group))
    assert table.state.work.tasks[1].sides[0].made == 5
    for person in (cast.player, cast.storyteller, cast.spectator):
        with pytest.raises(IllegalMove):
            table.act(person, RollForAll(group))
    assert SECRET not in table.reads(cast.player)


@only("exalted2e", "wod2004")
def test_who_is_hidden_is_not_in_what_others_read(table: TaskTable, sign_in: SignIn) -> None:
    cast = table.cast
    *_, group = {task.group for task in ask(table, key_of(cast.heroine), key_of(cast.lurker))}
    for person in (cast.player, cast.rival, cast.spectator):
        read = table.reads(person)
        assert SECRET not in read + sign_in(person).get(f"/scenes/{table.scene.pk}/plain/").content.decode()
        assert "Ysane of the Reeds: “The ambush”." in read
        (task,) = facts_of(table.scene, cast.membership(person))["tasks"]["items"].values()
        assert "group" not in task, "it looks like a task of its own"
    table.act(cast.storyteller, RollForAll(group))
    assert "Someone" not in table.reads(cast.player)
    assert len(rows(table, cast.storyteller)) == 2


@only("exalted2e")
def test_a_request_to_hidden_ones_alone_is_the_storytellers(table: TaskTable) -> None:
    cast = table.cast
    other = Character.objects.create(series=cast.series, name=f"Ghost {SECRET}", hidden=True, sheet=cast.lurker.sheet)
    ask(table, key_of(cast.lurker), key_of(other))
    assert "The ambush" not in table.reads(cast.player)
    assert "The ambush" in table.reads(cast.co_storyteller)


@only("exalted2e")
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"characters": ()}, "Choose who acts"), ({"characters": ("", "")}, "Choose who acts"),
        ({"characters": tuple(map(str, range(MAX_ASKED + 1)))}, f"at most {MAX_ASKED}"),
        ({"characters": (EVERYBODY, "424242")}, "You can’t act for that character here"),
        ({"characters": ("x",)}, "You can’t act for that character here"),
        ({"characters": (EVERYBODY,), "action": "teamwork"}, "one leader"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused(table: TaskTable, changes: dict[str, Any], told: str) -> None:
    with pytest.raises(RulesError, match=told):
        ask(table, **changes)
    assert table.number == 0


@only("exalted2e")
def test_each_is_asked_once_and_may_be_asked_alone(table: TaskTable) -> None:
    heroine = key_of(table.cast.heroine)
    (task,) = ask(table, heroine, heroine, character=heroine)
    assert task.group == ""


@only("exalted2e")
def test_a_request_stays_together_until_all_have_rolled(table: TaskTable) -> None:
    cast = table.cast
    for n in range(KEPT_CLOSED + 2):
        Character.objects.create(series=cast.series, name=f"Guard {n}", sheet=cast.warden.sheet)
    keys = map(str, Character.objects.filter(name__startswith="Guard").values_list("pk", flat=True))
    tasks = ask(table, key_of(cast.heroine), *keys)
    table.act(cast.storyteller, RollForAll(tasks[0].group))
    assert len(table.state.work.tasks) == KEPT_CLOSED + 3
    table.act(cast.player, RollForTask(tasks[0].id, key_of(cast.heroine)))
    assert len(table.state.work.tasks) == KEPT_CLOSED + 3, "one request counts as one of those that are kept"
    for _ in range(KEPT_CLOSED):
        table.set_task()
        table.roll(cast.player, cast.heroine)
    assert len(table.state.work.tasks) == KEPT_CLOSED


@only("exalted2e")
def test_a_request_counts_as_one_open_task(table: TaskTable) -> None:
    for _ in range(MAX_OPEN):
        ask(table, EVERYBODY)
    with pytest.raises(IllegalMove, match="tasks are open"):
        ask(table, EVERYBODY)


@only("exalted2e")
def test_those_who_work_side_by_side_take_one_time(table: TaskTable) -> None:
    cast = table.cast
    other = Character.objects.create(series=cast.series, name="Guard", sheet=cast.warden.sheet)
    began = table.clock
    tasks = ask(table, key_of(cast.warden), key_of(other), interval=10, unit="minute")
    table.act(cast.storyteller, RollForAll(tasks[0].group))
    assert table.clock == began + 600


@only("exalted2e")
def test_a_rewind_takes_all_of_a_request_back(table: TaskTable) -> None:
    tasks = ask(table, EVERYBODY)
    table.act(table.cast.storyteller, Rewind(1))
    assert table.state.work.tasks == ()
    assert len(tasks) == 2


@only("exalted2e")
def test_who_fails_tries_again_alone(table: TaskTable) -> None:
    cast = table.cast
    tasks = ask(table, EVERYBODY)
    table.act(cast.storyteller, EndTask(tasks[0].id))
    table.act(cast.storyteller, TryAgain(tasks[0].id))
    assert (table.task.group, table.task.sides[0].made) == ("", None)


@only("exalted2e", "v20da")
def test_a_typed_roll_finds_the_own_task_of_a_request(table: TaskTable) -> None:
    cast = table.cast
    ask(table, EVERYBODY)
    table.act(cast.player, Say("/roll for the amb"))
    table.act(cast.rival, Say("/roll for the ambush"))
    assert [task.sides[0].made for task in table.state.work.tasks] == [5, 5]


@only("exalted2e")
def test_a_resisted_request_is_a_task_of_its_own_for_each(table: TaskTable) -> None:
    cast = table.cast
    ask(table, EVERYBODY, action="contested", against=key_of(cast.warden), other_traits=table.traits)
    assert "Tolvar and Ysane of the Reeds against Deruvin: “The ambush”." in table.reads(cast.spectator)
    tasks = facts_of(table.scene, cast.membership(cast.player))["tasks"]["items"].values()
    assert [task["kind"] for task in tasks] == ["contested", "contested"]
