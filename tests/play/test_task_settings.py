"""What the Storyteller sets for one task of the World of Darkness: settings, rows of the tables."""

from typing import Any

import pytest
from django.http import QueryDict

from campaigns.models import Series
from play.commands.forms import parse_move
from play.commands.moves import BattleMove, BringIn, StartTask
from play.table.state import decode_state, encode_state
from rules import get_system
from rules.errors import BadInput
from tests.play.tasking import TaskTable, only, open_table

WOD = only("wod2004")


def fail_dramatically(table: TaskTable) -> None:
    """The heroine throws a chance die and a 1; the duelist has no success."""
    table.roll(table.cast.player, table.cast.heroine, 1, circumstances=-5)
    table.roll(table.cast.rival, table.cast.duelist, 2)


@WOD
@pytest.mark.parametrize(
    ("series", "one", "status", "told"),
    [
        ({}, {}, "tie", "No winner"),
        ({}, {"dramatic_contest": "opponent_exceptional"}, "failure", "Exceptional success: 5"),
        ({"dramatic_contest": "opponent_exceptional"}, {}, "failure", "Exceptional success: 5"),
        ({"dramatic_contest": "opponent_exceptional"}, {"dramatic_contest": "fails_utterly"}, "tie", "No winner"),
    ],
)
def test_a_dramatic_failure_does_what_is_set_for_the_contest_or_else_for_the_series(
    table: TaskTable, series: dict[str, Any], one: dict[str, Any], status: str, told: str
) -> None:
    table.scene.series.options = series
    table.set_task(action="contested", settings=one)
    fail_dramatically(table)
    assert (table.task.status, table.task.verdict) == (status, told)


@WOD
@pytest.mark.parametrize(("together", "status"), [("draw", "tie"), ("void", "tie"), ("continue", "open"), ("", "tie")])
def test_finishing_together_does_what_is_set_for_the_contest(table: TaskTable, together: str, status: str) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=3, settings={"simultaneous": together})
    table.roll(cast.player, cast.heroine)
    table.roll(cast.rival, cast.duelist)
    assert table.task.status == status


@WOD
@pytest.mark.parametrize(
    ("settings", "told", "totals"),
    [
        ({}, "In progress", [0, 0]),
        (
            {"dramatic_contest": "opponent_exceptional"},
            "In progress; the dramatic failure gives the other side 5",
            [0, 5],
        ),
    ],
)
def test_what_a_dramatic_failure_gives_the_other_side_is_told_stage_by_stage(
    table: TaskTable, settings: dict[str, Any], told: str, totals: list[int]
) -> None:
    table.set_task(action="extended_contested", target=9, settings=settings)
    fail_dramatically(table)
    assert (table.task.verdict, [side.total for side in table.task.sides]) == (told, totals)


@WOD
def test_what_holds_for_a_contest_is_kept_with_it_and_told_where_it_is_not_the_books_own(table: TaskTable) -> None:
    task = table.set_task(action="extended_contested", target=3, settings={"dramatic_contest": "opponent_exceptional"})
    assert task.settings == {"dramatic_contest": "opponent_exceptional", "simultaneous": "draw"}
    told = table.reads(table.cast.player)
    assert "a dramatic failure gives the other side an exceptional success" in told
    assert "if both finish together" not in told


@WOD
def test_a_task_that_was_kept_before_there_were_settings_is_read(table: TaskTable) -> None:
    table.set_task(action="contested")
    kept = encode_state(table.state)
    for task in kept["work"]["tasks"]:
        del task["settings"]
    assert decode_state(table.system, kept).work.tasks[0].settings == {}


@WOD
@pytest.mark.parametrize(
    ("asked", "target", "time"),
    [
        ({"challenge": "15", "pace": "30 minute"}, 15, (30, "minute")),
        ({"challenge": "25", "pace": "1 turn"}, 25, (1, "turn")),
        ({"challenge": "25", "target": 12, "pace": "1 month", "interval": 2, "unit": "hour"}, 12, (2, "hour")),
        ({"target": 7}, 7, (0, "minute")),
    ],
)
def test_a_row_of_the_books_tables_counts_where_there_is_no_number_of_ones_own(
    table: TaskTable, asked: dict[str, Any], target: int, time: tuple[int, str]
) -> None:
    task = table.set_task(action="extended", **asked)
    assert (task.sides[0].target, (task.interval, task.unit)) == (target, time)


@WOD
def test_the_form_offers_the_tables_by_name_and_stands_at_what_the_series_has_settled(table: TaskTable) -> None:
    Series.objects.update(options={"simultaneous": "continue"})
    read = table.reads(table.cast.storyteller)
    for label in ("Elaborate or demanding: 15", "Exhausting: 1 month", "Quick: 1 turn", "Custom number"):
        assert label in read
    assert "name=&#x27;s.simultaneous&#x27;" in read or "name='s.simultaneous'" in read
    assert "initial='continue'" in read


@pytest.mark.parametrize("key", ["exalted2e", "exalted3e", "v20da"])
def test_a_book_without_such_tables_asks_for_none(db: None, key: str) -> None:
    table = open_table(key)
    rules = table.system.tasks
    assert [*rules.challenges, *rules.paces, *rules.settings] == []
    with pytest.raises(BadInput, match="The book’s table has no such row"):
        table.set_task(action="extended", challenge="15")


@WOD
def test_what_no_task_can_be_set_to_is_refused(table: TaskTable) -> None:
    for asked in (
        {"action": "extended", "challenge": "16"},
        {"action": "extended", "target": 5, "pace": "1 year"},
        {"action": "contested", "settings": {"dramatic_contest": "sudden_death"}},
    ):
        with pytest.raises(BadInput):
            table.set_task(**asked)


def test_a_posted_form_says_what_is_set_for_one_task() -> None:
    data = QueryDict("move=StartTask&title=x&action=contested&character=1&s.dramatic_contest=fails_utterly")
    move = parse_move(get_system("wod2004"), data)
    assert isinstance(move, StartTask)
    assert move.settings == {"dramatic_contest": "fails_utterly"}


def equip(table: TaskTable, **dots: int) -> None:
    """Give the duelist these Attributes."""
    table.cast.duelist.sheet["attributes"].update(dots)
    table.cast.duelist.save()


@WOD
@pytest.mark.parametrize(("source", "targets"), [("speed", [12, 9]), ("traits", [6, 5]), ("double", [12, 10])])
def test_the_target_of_a_race_comes_from_the_traits_of_the_other_side(
    table: TaskTable, source: str, targets: list[int]
) -> None:
    equip(table, strength=3, dexterity=4, wits=4)
    sheet = table.sheet(table.cast.heroine)
    speed = 5 + sheet["attributes"]["strength"] + sheet["attributes"]["dexterity"]
    table.set_task(action="extended_contested", target_from=source)
    expected = [12, speed] if source == "speed" else targets
    assert [side.target for side in table.task.sides] == expected


@WOD
def test_the_target_of_extended_work_comes_from_the_own_traits(table: TaskTable) -> None:
    table.set_task(action="extended", target_from="double")
    assert table.task.sides[0].target == 10
    with pytest.raises(BadInput, match="Enter the traits to roll"):
        table.set_task(action="extended", target_from="double", traits="")
    with pytest.raises(BadInput, match="from the list"):
        table.set_task(action="extended", target_from="luck")


@WOD
def test_the_faster_has_bonus_dice_in_a_race(table: TaskTable) -> None:
    cast = table.cast
    mine = table.sheet(cast.heroine)["attributes"]
    equip(table, strength=mine["strength"], dexterity=mine["dexterity"] + 2)
    table.set_task(action="contested", edge=True)
    assert [side.edge for side in table.task.sides] == [0, 2]
    assert f"{cast.duelist.name}: +2 dice for higher Speed" in table.reads(cast.player)
    table.roll(cast.player, cast.heroine)
    table.roll(cast.rival, cast.duelist)
    assert "7 dice" in table.reads(cast.rival)


@WOD
def test_each_round_of_a_race_tells_the_sums(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=20)
    for _ in range(2):
        table.roll(cast.player, cast.heroine)
        table.roll(cast.rival, cast.duelist, 3)
    assert f"{cast.heroine.name} 5, 10 of 20 in all; {cast.duelist.name} 0, 0 of 20 in all" in table.reads(
        cast.spectator
    )


@WOD
def test_who_lies_dying_is_not_asked_to_race(table: TaskTable) -> None:
    cast = table.cast
    cast.duelist.sheet["health"] = "L" * (5 + cast.duelist.sheet["attributes"]["stamina"])
    equip(table, composure=4)  # another initiative: all dice fall alike
    key = str(cast.duelist.pk)
    table.act(cast.storyteller, BringIn((key, str(cast.heroine.pk)), "ours", anyway=True))
    table.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))
    with pytest.raises(BadInput, match="can do nothing"):
        table.set_task(action="contested")
