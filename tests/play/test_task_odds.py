"""The chances at a task: for whoever rolls, with all that the task brings, and nothing of what is hidden."""

import re
from typing import Any

import pytest
from django.test import Client

from campaigns.models import Character, User
from play.commands import moves
from tests.play.tasking import TaskTable, key_of, only


def ask(table: TaskTable, user: User, who: Character, **query: str) -> tuple[int, Any]:
    """What the page fetches beside the pad of a character at the newest task."""
    client = Client()
    client.force_login(user)
    answer = client.get(
        f"/scenes/{table.scene.pk}/stage/odds/", {"task": table.task.id, "character": key_of(who), **query}
    )
    return answer.status_code, answer.json() if answer["Content-Type"] == "application/json" else {}


def plan(table: TaskTable, user: User, **query: str) -> tuple[int, Any]:
    """What the page fetches beside the form that sets a task."""
    client = Client()
    client.force_login(user)
    asked = {"move": "StartTask", "title": "", "action": "simple", "character": key_of(table.cast.heroine), **query}
    answer = client.get(f"/scenes/{table.scene.pk}/stage/odds/", asked)
    return answer.status_code, answer.json() if answer["Content-Type"] == "application/json" else {}


def reaches(odds: Any) -> bool:
    """Whether the bars tell which totals are enough."""
    return any(bar.get("reaches") for bar in odds["bars"])


def test_whoever_rolls_and_the_storyteller_see_the_bars(table: TaskTable) -> None:
    table.set_task()
    for user in (table.cast.player, table.cast.storyteller):
        status, odds = ask(table, user, table.cast.heroine)
        assert status == 200, odds
        assert reaches(odds)
        assert odds["says"].endswith(" to succeed")


@only("v20da")
def test_a_pool_without_dice_has_no_odds_and_is_no_error(table: TaskTable) -> None:
    table.set_task()
    table.cast.heroine.sheet["health"] = "XXXXXX"
    table.cast.heroine.save()
    status, odds = ask(table, table.cast.player, table.cast.heroine, **{"r.modifier": "-20"})
    assert (status, "No dice left in the pool" in odds["says"]) == (200, True)


@only("exalted2e")
def test_a_question_that_the_roll_has_overtaken_is_no_error(table: TaskTable) -> None:
    table.set_task()
    table.roll(table.cast.player, table.cast.heroine, face=1)
    status, odds = ask(table, table.cast.player, table.cast.heroine)
    assert (status, "is done" in odds["says"]) == (200, True)


@only("exalted2e")
def test_nobody_else_does(table: TaskTable) -> None:
    table.set_task()
    assert ask(table, table.cast.stranger, table.cast.heroine)[0] == 404
    for user, who in ((table.cast.rival, table.cast.heroine), (table.cast.rival, table.cast.duelist),
                      (table.cast.spectator, table.cast.heroine)):  # fmt: skip
        status, odds = ask(table, user, who)
        assert status in (400, 409)
        assert "bars" not in odds


@only("exalted2e", "exalted3e")
def test_a_hidden_difficulty_marks_no_bar_until_it_is_known(table: TaskTable) -> None:
    table.set_task(difficulty=4, hidden=True)
    status, odds = ask(table, table.cast.player, table.cast.heroine)
    assert status == 200
    assert odds["bars"]
    assert not reaches(odds)
    assert "to succeed" not in str(odds)
    assert reaches(ask(table, table.cast.storyteller, table.cast.heroine)[1])
    if table.system.tasks.look is not None:
        table.act(table.cast.player, moves.LookFirst(table.task.id, key_of(table.cast.heroine)))
    else:
        table.act(table.cast.storyteller, moves.RevealTask(table.task.id))
    assert reaches(ask(table, table.cast.player, table.cast.heroine)[1])


@only("exalted2e", "exalted3e")
def test_what_a_player_is_shown_does_not_depend_on_a_hidden_difficulty(table: TaskTable) -> None:
    table.set_task(difficulty=1, hidden=True)
    easy = ask(table, table.cast.player, table.cast.heroine)
    table.set_task(difficulty=5, hidden=True)
    assert ask(table, table.cast.player, table.cast.heroine) == easy


@only("exalted2e", "v20da")
def test_a_contest_marks_no_bar_for_nobody_knows_how_many_are_enough(table: TaskTable) -> None:
    table.set_task(action="contested", difficulty=6 if table.system.key == "v20da" else None)
    status, odds = ask(table, table.cast.player, table.cast.heroine)
    assert (status, reaches(odds)) == (200, False)


@only("v20da")
def test_the_dice_of_another_side_are_not_told_by_the_odds_against_them(table: TaskTable) -> None:
    table.set_task(action="contested")
    assert "bars" not in ask(table, table.cast.player, table.cast.heroine)[1]
    assert "bars" in ask(table, table.cast.storyteller, table.cast.heroine)[1]


@only("exalted2e", "v20da")
def test_failed_tries_count_in_the_odds(table: TaskTable) -> None:
    table.set_task()
    fresh = ask(table, table.cast.player, table.cast.heroine)[1]
    table.roll(table.cast.player, table.cast.heroine, face=3)
    table.act(table.cast.storyteller, moves.TryAgain(table.task.id))
    again = ask(table, table.cast.player, table.cast.heroine)[1]
    assert success(again) < success(fresh)


def success(odds: Any) -> int:
    found = re.fullmatch(r"(\d+) % to succeed", odds["says"])
    assert found is not None, odds
    return int(found[1])


def test_what_the_form_of_the_pad_says_changes_the_odds(table: TaskTable) -> None:
    table.set_task()
    name = table.system.tasks.spoken.words["+"]
    plain, more = (ask(table, table.cast.player, table.cast.heroine, **query)[1] for query in ({}, {f"r.{name}": "3"}))
    assert plain != more


@only("exalted2e")
def test_the_storyteller_sees_the_odds_of_a_task_before_setting_it(table: TaskTable) -> None:
    status, odds = plan(table, table.cast.storyteller, traits=table.traits)
    assert status == 200, odds
    assert odds["bars"]
    assert not table.number


@only("exalted2e")
@pytest.mark.parametrize(
    "query", [{}, {"character": ""}, {"traits": "Charm"}, {"traits": "Wits", "action": "teamwork"}, {"action": "dance"}]
)
def test_a_form_that_is_not_filled_in_is_no_error(table: TaskTable, query: dict[str, str]) -> None:
    status, odds = plan(table, table.cast.storyteller, **query)
    assert status == 200
    assert odds.keys() == {"says"}


@only("exalted2e")
def test_only_the_storyteller_plans(table: TaskTable) -> None:
    assert plan(table, table.cast.player, traits=table.traits)[0] == 409
    assert plan(table, table.cast.stranger, traits=table.traits)[0] == 404


@pytest.mark.parametrize(
    "query",
    [{"task": "t999"}, {"task": ""}, {"character": "x"}, {"r.bonus": "many"}, {"task": "\x00"}],
)
@only("exalted2e")
def test_a_bad_question_gets_a_sentence(table: TaskTable, query: dict[str, str]) -> None:
    table.set_task()
    status, odds = ask(table, table.cast.player, table.cast.heroine, **query)
    assert status in (400, 409)
    assert odds.keys() == {"says"}


@only("exalted2e")
def test_a_task_of_the_hidden_is_no_task_to_others(table: TaskTable) -> None:
    table.set_task(character=key_of(table.cast.lurker))
    status, odds = ask(table, table.cast.player, table.cast.heroine)
    assert status == 409
    assert odds == {"says": "That task no longer exists."}
