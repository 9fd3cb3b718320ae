"""Facts of what can be done with tasks and stunts, and what comes of it when a page sends that."""

from typing import Any

from campaigns.models import User
from play.commands import moves
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.facts import make_facts
from tests.play.stage.patching import find_nulls
from tests.play.tasking import TaskTable, key_of, only, request_of


def tasks_of(table: TaskTable, user: User) -> Any:
    """The tasks as a seat knows them."""
    seat = seat_class_of(table.cast.membership(user))
    facts = make_facts(gather_board(load_facts(table.scene.pk), seat))["tasks"]
    assert not [*find_nulls(facts)]
    return facts


@only("exalted2e", "wod2004")
def test_a_request_to_many_is_rolled_at_once_for_those_whom_one_person_plays(table: TaskTable) -> None:
    cast = table.cast
    keys = (key_of(cast.heroine), key_of(cast.warden), key_of(cast.lurker))
    table.act(cast.storyteller, moves.StartTask("The ambush", "simple", characters=keys, traits=table.traits))
    pads = {pad["character"]: pad for pad in tasks_of(table, cast.storyteller)["pads"]}
    group = pads[keys[1]]["group"]
    assert [pads[key].get("group") for key in keys] == [None, group, group]
    (pad,) = tasks_of(table, cast.player)["pads"]
    assert "group" not in pad, "one character is rolled for by its own button"
    table.act(cast.storyteller, moves.RollForAll(group))
    (pad,) = tasks_of(table, cast.storyteller)["pads"]
    assert pad["character"] == keys[0]


@only("exalted2e", "exalted3e", "v20da")
def test_only_the_storyteller_can_end_interrupt_and_repeat_a_task(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="extended", target=20, interval=30, unit="minute")
    for person in (cast.player, cast.spectator):
        facts = tasks_of(table, person)
        assert "may_rule" not in facts
        (task,) = facts["items"].values()
        assert "ways" not in task
        assert not {"interrupts", "total_for"} & task["sides"][0].keys()
    facts = tasks_of(table, cast.storyteller)
    (task,) = facts["items"].values()
    assert facts["may_rule"]
    assert [way["value"] for way in task.get("ways", [])] == [w.value for w in table.system.tasks.interruptions]
    assert task["sides"][0]["interrupts"] == f"Interrupt {cast.heroine.name}"
    assert task["sides"][0]["total_for"] == f"Total for {cast.heroine.name}"


@only("exalted2e", "wod2004")
def test_a_single_roll_without_a_time_of_its_own_has_nothing_to_interrupt(table: TaskTable) -> None:
    table.set_task()
    (task,) = tasks_of(table, table.cast.storyteller)["items"].values()
    assert "ways" not in task
    assert "interrupts" not in task["sides"][0]


@only("exalted2e")
def test_a_rating_can_count_in_place_of_a_helpers_roll(table: TaskTable) -> None:
    cast, helper = table.cast, key_of(table.cast.duelist)
    table.set_task(action="pooled", helpers=(helper,))
    helping = [pad for pad in tasks_of(table, cast.storyteller)["pads"] if pad.get("helps")]
    assert [(pad["character"], pad["rates"]) for pad in helping] == [(helper, True)]
    assert not any(pad.get("rates") for pad in tasks_of(table, cast.rival)["pads"])


@only("exalted2e", "exalted3e")
def test_a_claimed_stunt_waits_for_the_storyteller_and_its_reward_for_the_player(table: TaskTable) -> None:
    cast, who = table.cast, key_of(table.cast.heroine)
    table.act(cast.player, moves.MakeRoll(who, {**request_of(table), "stunt": 2}))
    (claim,) = tasks_of(table, cast.storyteller)["stunts"]
    assert (claim["says"], claim["move"], claim["is_asked"]) == (
        f"{cast.heroine.name} rolled a stunt rated 2.",
        "AwardStunt",
        True,
    )
    assert [choice["label"] for choice in claim["choices"]] == ["1 point", "2 points", "3 points", "No reward"]
    table.act(cast.storyteller, moves.AwardStunt(who, 2, claim=claim["id"]))
    if table.system.key == "exalted2e":
        (reward,) = tasks_of(table, cast.player)["stunts"]
        assert (reward["move"], reward["is_asked"]) == ("TakeReward", True)
        (same,) = tasks_of(table, cast.storyteller)["stunts"]
        assert "is_asked" not in same, "a player chooses the own reward"
        table.act(cast.player, moves.TakeReward(reward["id"], reward["choices"][0]["value"]))
        assert not table.state.work.stunts


@only("exalted2e", "exalted3e")
def test_an_awarded_stunt_can_be_taken_back_by_the_storyteller(table: TaskTable) -> None:
    cast, who = table.cast, key_of(table.cast.heroine)
    table.act(cast.storyteller, moves.AwardStunt(who, 2))
    (mine,) = tasks_of(table, cast.player)["stunts"]
    assert mine["says"] == f"{cast.heroine.name} has a stunt rated 2 for the next roll."
    assert not {"choices", "move", "is_asked"} & mine.keys()
    (stunt,) = tasks_of(table, cast.storyteller)["stunts"]
    assert stunt["choices"] == [{"value": "0", "label": "Take back"}]
    table.act(cast.storyteller, moves.AwardStunt(who, 0, claim=stunt["id"]))
    assert not table.state.work.stunts


@only("exalted2e", "exalted3e")
def test_whoever_is_asked_for_a_roll_is_told_of_an_awarded_stunt_beside_it(table: TaskTable) -> None:
    cast, who = table.cast, key_of(table.cast.heroine)
    table.set_task()
    (pad,) = tasks_of(table, cast.player)["pads"]
    assert "note" not in pad
    table.act(cast.storyteller, moves.AwardStunt(who, 2))
    (pad,) = tasks_of(table, cast.player)["pads"]
    assert pad["note"] == f"{cast.heroine.name} has a stunt rated 2 for the next roll."
    assert not tasks_of(table, cast.rival)["pads"]
