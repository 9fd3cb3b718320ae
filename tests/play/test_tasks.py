"""Tasks outside combat through the service and the database, in every book; what hides stays hidden."""

import uuid
from typing import Any

import pytest

from campaigns.models import Character
from play.commands import moves
from play.models import Entry, Table
from play.table.history import state_at
from rules.errors import BadInput, IllegalMove, RulesError
from rules.paths import get_path, write_path
from tests.play.facts_of import facts_of
from tests.play.tasking import WILLPOWER, TaskTable, key_of, only, request_of

WITH_RACES = ("exalted2e", "v20da", "wod2004")


def test_a_task_is_set_rolled_for_and_done(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    table.roll(cast.player, cast.heroine)
    assert table.task.status == "success"
    assert "The lock" in table.reads(cast.rival)
    with pytest.raises(IllegalMove, match="is done"):
        table.roll(cast.player, cast.heroine)


def test_only_the_storyteller_sets_ends_and_rules_tasks(table: TaskTable) -> None:
    table.set_task(action="extended", target=20)
    task, who = table.task.id, key_of(table.cast.heroine)
    for move in (
        moves.StartTask("Mine", "simple", who),
        moves.EndTask(task),
        moves.RuleTask(task, who, 3),
        moves.InterruptTask(task, who),
        moves.TryAgain(task),
        moves.RevealTask(task),
    ):
        with pytest.raises(IllegalMove, match="Only the Storyteller"):
            table.act(table.cast.player, move)


def test_nobody_rolls_for_another(table: TaskTable) -> None:
    table.set_task()
    with pytest.raises(IllegalMove, match="You can’t act for that character here"):
        table.roll(table.cast.rival, table.cast.heroine)
    with pytest.raises(IllegalMove, match="is not part of this task"):
        table.roll(table.cast.rival, table.cast.duelist)


def test_extended_work_gathers_successes_until_it_is_complete(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=9)
    table.roll(cast.player, cast.heroine)
    assert (table.task.status, table.task.sides[0].total) == ("open", 5)
    table.roll(cast.player, cast.heroine)
    assert (table.task.status, table.task.sides[0].total) == ("success", 10)


def test_extended_work_fails_when_the_rolls_run_out(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=20, max_rolls=2)
    table.roll(cast.player, cast.heroine)
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, key_of(cast.heroine)))
    assert (table.task.status, table.task.sides[0].total) == ("failure", 5)


def test_each_roll_of_extended_work_takes_its_time_and_a_rewind_gives_it_back(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=20, interval=30, unit="minute")
    table.roll(cast.player, cast.heroine)
    second = table.roll(cast.player, cast.heroine)
    assert table.clock == 3600
    assert "Time passes: 30 minutes." in table.reads(cast.rival)
    table.act(cast.storyteller, moves.Rewind(second.first))
    assert (table.clock, table.task.sides[0].total) == (1800, 5)
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, key_of(cast.heroine)))
    assert table.clock == 3600


def test_those_who_work_side_by_side_share_their_time(table: TaskTable) -> None:
    cast = table.cast
    first = table.set_task(action="extended", target=20, interval=1, unit="hour")
    other = table.set_task(
        title="The gate", action="extended", character=key_of(cast.duelist), target=20, interval=1, unit="hour"
    )
    table.act(cast.player, moves.RollForTask(first.id, key_of(cast.heroine)))
    table.act(cast.rival, moves.RollForTask(other.id, key_of(cast.duelist)))
    assert table.clock == 3600
    table.act(cast.rival, moves.RollForTask(other.id, key_of(cast.duelist)))
    assert table.clock == 7200


def difficulties_of(table: TaskTable) -> dict[str, int]:
    """The Storyteller's difficulties, where the other side's dice would set them: then all dice would fall at once."""
    return {"difficulty": 6, "other_difficulty": 6} if table.system.key == "v20da" else {}


def test_a_contest_stays_sealed_until_both_have_rolled(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="contested", **difficulties_of(table))
    table.roll(cast.player, cast.heroine)
    assert "5 successes" not in table.reads(cast.rival)
    assert "5 successes" in table.reads(cast.player)
    with pytest.raises(IllegalMove, match="is waiting for Tolvar"):
        table.roll(cast.player, cast.heroine)
    table.roll(cast.rival, cast.duelist, face=3)
    assert (table.task.status, table.task.winner) == ("success", 0)
    told = table.reads(cast.spectator)
    assert "Ysane of the Reeds wins" in told
    thrown = [throw["name"] for entry in table.facts(cast.spectator)["log"].values() for throw in entry.get("dice", [])]
    assert {f"{who.name}: Dice" for who in (cast.heroine, cast.duelist)} <= {*thrown}


@only(*WITH_RACES)
def test_an_extended_contest_runs_until_one_is_there(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=8, interval=1, unit="hour", **difficulties_of(table))
    for face in (3, 3):
        table.roll(cast.player, cast.heroine)
        table.roll(cast.rival, cast.duelist, face=face)
    assert (table.task.status, table.task.winner) == ("success", 0)
    assert table.clock == 7200


@only(*WITH_RACES)
def test_a_contest_in_which_nobody_can_roll_any_more_is_over(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=50, max_rolls=1)
    table.roll(cast.player, cast.heroine)
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, key_of(cast.duelist)))
    assert not table.task.is_open


def help_told(table: TaskTable) -> list[str]:
    """What the player's page says of each helper."""
    tasks = facts_of(table.cast.scene, table.cast.membership(table.cast.player))["tasks"]
    return [helper["says"] for helper in tasks["items"][table.task.id]["helpers"]]


@only(*WITH_RACES)
def test_helpers_are_awaited_first_and_bring_dice(table: TaskTable) -> None:
    cast = table.cast
    helpers = (key_of(cast.duelist), key_of(cast.warden))
    table.set_task(action="teamwork", helpers=helpers, helper_traits=table.traits, helper_limit=2)
    with pytest.raises(IllegalMove, match="is waiting for Tolvar, Deruvin"):
        table.roll(cast.player, cast.heroine)
    assert help_told(table) == ["has not rolled", "has not rolled"]
    table.act(cast.rival, moves.HelpTask(table.task.id, helpers[0]))
    table.act(cast.storyteller, moves.HelpTask(table.task.id, helpers[1], declines=True))
    assert help_told(table) == ["1 die" if table.system.key == "exalted2e" else "5 dice", "does not help"]
    table.roll(cast.player, cast.heroine)
    rolled = Entry.objects.order_by("number").last()
    assert rolled is not None
    assert len(rolled.event["roll"]["dice"]) == 5 + (1 if table.system.key == "exalted2e" else 5)


def test_a_failure_is_remembered_until_it_is_waived(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    table.roll(cast.player, cast.heroine, face=3)
    assert table.task.status == "failure"
    who = key_of(cast.heroine)
    assert table.state.work.failures(who, " the LOCK ") == 1
    table.act(cast.storyteller, moves.TryAgain(table.task.id))
    table.roll(cast.player, cast.heroine, face=3)
    assert table.state.work.failures(who, "The lock") == 2
    table.act(cast.storyteller, moves.TryAgain(table.task.id, waive=True))
    assert table.state.work.failures(who, "The lock") == 0


@only("exalted2e", "v20da", "wod2004")
def test_a_new_try_under_pressure_is_harder(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(pressure=True)
    table.roll(cast.player, cast.heroine, face=3)
    table.act(cast.storyteller, moves.TryAgain(table.task.id))
    table.roll(cast.player, cast.heroine)
    before, after = Entry.objects.filter(event__kind="TaskRolled").order_by("number")
    was, now = before.event["roll"], after.event["roll"]
    harder = (now["pool"]["total"] < was["pool"]["total"], now["total"] < 5, now["difficulty"] != was["difficulty"])
    assert any(harder)


def is_sure(table: TaskTable) -> bool:
    """Whether the heroine's player may take the automatic success."""
    return any(pad.get("automatic") for pad in table.facts(table.cast.player)["tasks"].get("pads", []))


@only("exalted2e", "v20da")
def test_a_success_that_the_book_gives_is_offered_and_taken(table: TaskTable) -> None:
    cast = table.cast
    able = {"difficulty": 1, "traits": "Dexterity + Melee"} if table.system.key == "exalted2e" else {"difficulty": 3}
    table.set_task(**able)
    assert is_sure(table)
    table.act(cast.player, moves.RollForTask(table.task.id, key_of(cast.heroine), automatic=True))
    assert table.task.status == "success"
    table.set_task(**able, pressure=True)
    assert not is_sure(table)
    with pytest.raises(IllegalMove, match="Roll for it"):
        table.act(cast.player, moves.RollForTask(table.task.id, key_of(cast.heroine), automatic=True))
    table.set_task(**able)
    table.act(cast.storyteller, moves.OpenBattle())
    assert not is_sure(table)
    with pytest.raises(IllegalMove, match="Roll for it"):
        table.act(cast.player, moves.RollForTask(table.task.id, key_of(cast.heroine), automatic=True))


@only("exalted2e", "v20da")
def test_what_the_storyteller_sets_apart_from_the_fight_may_succeed_by_itself(table: TaskTable) -> None:
    cast = table.cast
    able = {"difficulty": 1, "traits": "Dexterity + Melee"} if table.system.key == "exalted2e" else {"difficulty": 3}
    take: dict[str, Any] = {"character": key_of(cast.heroine), "automatic": True}
    table.act(cast.storyteller, moves.OpenBattle())
    table.set_task(**able, apart=True)
    assert is_sure(table)
    table.act(cast.player, moves.RollForTask(table.task.id, **take))
    assert table.task.status == "success"
    table.act(cast.storyteller, moves.BringIn((key_of(cast.heroine),), "red"))
    table.set_task(**able, apart=True)
    with pytest.raises(IllegalMove, match="Roll for it"):  # who fights is under stress, whatever is rolled
        table.act(cast.player, moves.RollForTask(table.task.id, **take))


@only("exalted2e")
def test_the_roll_pad_gives_no_automatic_success_in_a_fight_either(table: TaskTable) -> None:
    cast, sure = table.cast, {"attribute": "dexterity", "ability": "melee", "automatic": True}
    table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), sure))
    table.act(cast.storyteller, moves.OpenBattle())
    table.act(cast.storyteller, moves.BringIn((key_of(cast.heroine),), "red"))
    for user in (cast.player, cast.storyteller):
        with pytest.raises(IllegalMove, match="Roll for it"):
            table.act(user, moves.MakeRoll(key_of(cast.heroine), sure))
    with pytest.raises(IllegalMove, match="Roll for it"):
        table.say(cast.player, "/roll Dexterity + Melee auto")
    with pytest.raises(IllegalMove, match="Roll for it"):
        table.act(cast.rival, moves.MakeRoll(key_of(cast.duelist), sure))
    table.act(cast.storyteller, moves.MakeRoll(key_of(cast.duelist), sure))  # her word: no roll of this fight


@only("wod2004")
def test_a_side_whose_work_is_ruined_rolls_no_more(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended_contested", target=30, botch="ruin", traits="Wits + Medicine")
    heroine = cast.heroine
    for path in ("attributes.wits", "skills.investigation"):
        heroine.sheet = write_path(heroine.sheet, path, 1)
    heroine.save()
    table.roll(cast.player, heroine, face=1, circumstances=-5)
    table.roll(cast.rival, cast.duelist)
    assert table.task.sides[0].ruined
    with pytest.raises(IllegalMove, match="is waiting for Tolvar"):
        table.roll(cast.player, heroine)
    table.roll(cast.rival, cast.duelist)
    assert table.task.sides[1].total == 10


def test_the_kept_state_is_what_the_log_folds_to(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=7, interval=1, unit="day")
    table.say(cast.player, "/roll for the lock")
    table.set_task(action="contested", title="Chase")
    table.act(cast.storyteller, moves.EndTask(table.task.id, "dusk"))
    rolled = table.act(cast.player, moves.RollForTask(table.state.work.tasks[0].id, key_of(cast.heroine)))
    folded = state_at(table.system, Table.objects.get(scene=table.scene), table.number)
    assert folded == table.state
    table.act(cast.storyteller, moves.Rewind(rolled.first))
    assert state_at(table.system, Table.objects.get(scene=table.scene), table.number) == table.state
    assert [task.status for task in table.state.work.tasks] == ["open", "ended"]


# --- what it costs


def test_willpower_is_paid_from_the_sheet_once_and_given_back_by_a_rewind(table: TaskTable) -> None:
    cast = table.cast
    path, asked = WILLPOWER[table.system.key]
    before = get_path(table.sheet(cast.heroine), path)
    table.set_task()
    move, key = moves.RollForTask(table.task.id, key_of(cast.heroine), asked), uuid.uuid4()
    answer = table.act(cast.player, move, key=key)
    assert table.act(cast.player, move, key=key).repeated
    assert get_path(table.sheet(cast.heroine), path) == before - 1
    table.act(cast.storyteller, moves.Rewind(answer.last))
    assert get_path(table.sheet(cast.heroine), path) == before
    assert table.task.is_open


def test_a_cost_that_is_given_back_leaves_a_persons_later_word(table: TaskTable) -> None:
    cast = table.cast
    path, asked = WILLPOWER[table.system.key]
    table.set_task()
    paid = table.act(cast.player, moves.RollForTask(table.task.id, key_of(cast.heroine), asked))
    spent = get_path(table.sheet(cast.heroine), path)
    back = table.act(cast.storyteller, moves.Rewind(paid.last))
    again = table.act(cast.storyteller, moves.Rewind(back.last))
    assert get_path(table.sheet(cast.heroine), path) == spent
    back = table.act(cast.storyteller, moves.Rewind(again.last))
    ruled = write_path(table.sheet(cast.heroine), path, spent - 1)
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=ruled)
    table.act(cast.storyteller, moves.Rewind(back.last))
    assert get_path(table.sheet(cast.heroine), path) == spent - 1


def test_willpower_that_is_not_there_cannot_be_spent(table: TaskTable) -> None:
    cast = table.cast
    path, asked = WILLPOWER[table.system.key]
    table.set_task()
    while get_path(table.sheet(cast.heroine), path):
        table.act(cast.player, moves.MakeRoll(key_of(cast.heroine), {**request_of(table), **asked}))
    with pytest.raises(RulesError, match="Willpower"):
        table.roll(cast.player, cast.heroine, **asked)
    assert table.task.is_open


@only("exalted3e")
def test_motes_are_paid_the_peripheral_ones_first_and_the_anima_shows(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    before = table.sheet(cast.heroine)
    answer = table.roll(cast.player, cast.heroine, motes=5)
    after = table.sheet(cast.heroine)
    assert after["motes"]["peripheral"] == before["motes"]["peripheral"] - 5
    assert after["anima"] == 1
    table.act(cast.storyteller, moves.Rewind(answer.last))
    assert table.sheet(cast.heroine) == before


@only("exalted2e")
def test_work_is_interrupted_and_rolled_for_in_part(table: TaskTable) -> None:
    cast, who = table.cast, key_of(table.cast.heroine)
    table.set_task(action="extended", target=20, interval=30, unit="minute")
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, who, "penalty", done=1, of=2))
    assert "is interrupted with 1 of 2 parts of “The lock” done. A roll with fewer dice gives 1 of 2 parts" in (
        table.reads(cast.rival)
    )
    assert table.clock == 900
    table.roll(cast.player, cast.heroine, interrupted=0)
    assert (table.task.sides[0].total, table.clock) == (1, 900)  # three of five dice were lost
    table.act(cast.storyteller, moves.InterruptTask(table.task.id, who, "resume", done=1, of=3))
    assert table.clock == 1500
    table.roll(cast.player, cast.heroine)
    assert (table.task.sides[0].total, table.clock) == (6, 2700)


def test_a_way_that_the_book_does_not_know_is_refused(table: TaskTable) -> None:
    table.set_task(action="extended", target=20)
    way = moves.InterruptTask(table.task.id, key_of(table.cast.heroine), "doze", done=1, of=2)
    with pytest.raises(BadInput, match="Choose the result of the interruption"):
        table.act(table.cast.storyteller, way)


def test_a_task_is_asked_for_in_the_books_words(table: TaskTable) -> None:
    table.set_task()
    assert "A dramatic failure costs" in table.reads(table.cast.storyteller) or table.system.key != "wod2004"
    has_stunts = table.system.tasks.stunts is not None
    (pad,) = table.facts(table.cast.player)["tasks"]["pads"]
    assert (
        any("stunt" in field["name"] for part in ("main", "more", "asks") for field in pad.get(part, [])) is has_stunts
    )


def test_a_finished_task_is_told_as_done(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    assert table.facts(cast.player)["tasks"]["items"][table.task.id]["status"] == "open"
    table.roll(cast.player, cast.heroine)
    for user in (cast.player, cast.storyteller):
        assert table.facts(user)["tasks"]["items"][table.task.id]["status"] == "success"


@only("v20da")
def test_two_who_are_named_for_a_contest_are_its_two_sides(table: TaskTable) -> None:
    cast = table.cast
    pair = (key_of(cast.heroine), key_of(cast.duelist))
    table.set_task(action="contested", character="", characters=pair, against="")
    assert tuple(side.character for side in table.task.sides) == pair
    with pytest.raises(BadInput, match="two sides"):
        table.set_task(action="contested", character="", characters=(*pair, key_of(cast.warden)), against="")
    with pytest.raises(BadInput, match="Choose the opponent"):
        table.set_task(action="contested", character="", characters=pair[:1], against="")


@only("v20da")
def test_of_those_who_are_named_for_teamwork_the_first_leads_and_the_others_help(table: TaskTable) -> None:
    cast = table.cast
    three = (key_of(cast.duelist), key_of(cast.heroine), key_of(cast.warden))
    table.set_task(action="teamwork", character="", characters=three)
    assert table.task.sides[0].character == three[0]
    assert tuple(helper.character for helper in table.task.helpers) == three[1:]
