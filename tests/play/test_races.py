"""Who falls in a race is not waited for: the race is lost, in words, and the others go on."""

from typing import Any

from campaigns.models import Character
from play.commands import moves
from play.commands.moves import BattleMove, BringIn
from play.table.waits import list_waiting
from rules.battle import Json
from rules.tasks import Side, Task, lose_race
from tests.play.tasking import TaskTable, key_of, only

WITH_RACES = ("exalted2e", "v20da", "wod2004")
V20 = only("v20da")
DEATHS: dict[str, dict[str, Json]] = {
    "exalted2e": {"fate": "dead"},
    "exalted3e": {"fate": "dead"},
    "v20da": {"fate": "torpor"},
    "wod2004": {"fate": "unconscious"},
}


def race(table: TaskTable, **changes: Any) -> None:
    difficulties = {"difficulty": 6, "other_difficulty": 6} if table.system.key == "v20da" else {}
    table.set_task(action="extended_contested", target=30, **{**difficulties, **changes})


def fell(table: TaskTable, who: Character) -> None:
    """Write a fate of the book on the sheet, as its page does."""
    who.sheet = {**table.sheet(who), **DEATHS[table.system.key]}
    who.save()


def waits_for(table: TaskTable) -> set[str]:
    return {one.character for one in list_waiting(table.system, table.state)}


@only(*WITH_RACES)
def test_the_race_is_lost_by_who_has_fallen_and_won_by_the_other(table: TaskTable) -> None:
    cast = table.cast
    race(table)
    table.roll(cast.player, cast.heroine)
    fell(table, cast.duelist)
    table.say(cast.player, "On!")
    assert (table.task.status, table.task.winner) == ("success", 0)
    assert not waits_for(table)
    assert all(side.sealed is None and side.chosen is None for side in table.task.sides)
    told = f"{cast.duelist.name} can’t go on and loses “The lock”. {cast.heroine.name} wins."
    assert told in table.reads(cast.spectator)


@only(*WITH_RACES)
def test_an_undo_takes_the_end_of_the_race_back_with_what_led_to_it(table: TaskTable) -> None:
    cast = table.cast
    race(table)
    before = table.number + 1
    fell(table, cast.duelist)
    table.say(cast.player, "On!")
    table.act(cast.storyteller, moves.Rewind(before))
    assert table.task.is_open


def test_of_several_at_one_work_only_the_fallen_fails(table: TaskTable) -> None:
    cast = table.cast
    asked = (key_of(cast.heroine), key_of(cast.duelist))
    table.set_task(action="extended", target=30, character="", characters=asked)
    fell(table, cast.duelist)
    table.say(cast.player, "On!")
    mine, other = table.state.work.tasks
    assert (mine.status, other.status) == ("open", "failure")
    assert waits_for(table) == {key_of(cast.heroine)}
    assert f"{cast.duelist.name} can’t go on and loses" in table.reads(cast.spectator)


@V20
def test_a_race_is_lost_by_boxes_that_a_tap_fills(table: TaskTable) -> None:
    cast = table.cast
    race(table)
    table.act(cast.storyteller, moves.Tap(f"{key_of(cast.duelist)} lethal 1", times=7))
    assert (table.task.status, table.task.winner) == ("success", 0)


@V20
def test_a_race_is_lost_by_a_wound_in_a_fight(table: TaskTable) -> None:
    cast = table.cast
    race(table)
    for who, side in ((cast.heroine, "ours"), (cast.duelist, "theirs")):
        table.act(cast.storyteller, BringIn((key_of(who),), side))
    table.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))
    there = {one.character: one.id for one in table.state.battle.combatants}
    hurt = {"what": "lethal", "value": 7, "reason": "a fall"}
    table.act(cast.storyteller, BattleMove({"kind": "Override", "actor": there[key_of(cast.heroine)], **hurt}))
    assert (table.task.status, table.task.winner) == ("failure", 1)


def test_when_both_fall_nobody_wins() -> None:
    task = Task("task", "Run", "extended_contested", (Side("1", "Ada", target=5), Side("2", "Ben", target=5)))
    after = lose_race(task, (0, 1))
    assert (after.status, after.winner, str(after.verdict)) == ("tie", None, "No side can continue")
