"""Tasks by word: typed rolls that count for one, and tasks that make no sense."""

from typing import Any

import pytest
from django.utils.translation import override

from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.seats.translate import translate_board
from rules.errors import BadInput, RulesError
from tests.play.tasking import TaskTable, only


def test_a_typed_roll_counts_for_a_task(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(title="The great lock", action="extended", target=30)
    table.roll(cast.player, cast.heroine)
    table.say(cast.player, "/roll for the great")
    table.say(cast.storyteller, "/r wp for The Great Lock as Ysane")
    assert len(table.task.sides[0].gains) == 3
    for line, told in (
        ("/roll for the moon", "No open task here starts with"),
        ("/roll 8 for the great lock", "leave out the dice"),
        (f"/roll {table.traits} for the great lock", "Leave the traits out"),
        ("/gmr for the great lock", "can’t be secret"),
    ):
        with pytest.raises(BadInput, match=told):
            table.say(cast.player, line)


def test_a_typed_roll_names_its_traits_where_the_task_leaves_them_open(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(traits="")
    with pytest.raises(BadInput, match="Choose the traits"):
        table.say(cast.player, "/roll for the lock")
    table.say(cast.player, f"/roll {table.traits} for the lock")
    assert table.task.status == "success"


@only("exalted2e", "exalted3e", "v20da")
def test_a_typed_roll_does_not_set_what_the_storyteller_sets(table: TaskTable) -> None:
    table.set_task()
    with pytest.raises(BadInput, match="Only the Storyteller can set"):
        table.say(table.cast.player, "/roll diff 2 for the lock")


NONSENSE: tuple[dict[str, Any], ...] = (
    {"title": ""}, {"title": "x" * 200}, {"action": "nonsense"}, {"character": "0"}, {"character": "none"},
    {"traits": "Salt + Silt"}, {"action": "extended"}, {"action": "extended", "target": 0}, {"interval": -1},
    {"action": "contested", "against": ""}, {"difficulty": 999}, {"unit": "aeon"}, {"botch": "all"},
    {"action": "extended", "target": 5, "max_rolls": 0},
)  # fmt: skip


def test_a_task_that_makes_no_sense_is_refused(table: TaskTable) -> None:
    for changes in NONSENSE:
        with pytest.raises(RulesError):
            table.set_task(**changes)
    assert table.number == 0


@only("exalted3e")
def test_a_task_tells_its_traits_in_the_language_of_the_reader(table: TaskTable) -> None:
    table.set_task(traits="Wits + Awareness")
    facts = load_facts(table.scene.pk)
    board = gather_translated_board(facts, seat_class_of(table.cast.membership(table.cast.rival)))
    with override("fi"):
        (task,) = translate_board(board).task_board.tasks
    assert task["sides"][0]["traits"] == "Nokkeluus + Valppaus"
