"""The chances at a task: for whoever rolls, with all that the task brings, and nothing of what is hidden."""

import re

import pytest
from django.test import Client

from campaigns.models import Character, User
from play.commands import moves
from tests.play.tasking import TaskTable, key_of, only


def ask(table: TaskTable, user: User, who: Character, **query: str) -> tuple[int, str]:
    """What the page fetches beside the pad of a character at the newest task."""
    client = Client()
    client.force_login(user)
    answer = client.get(f"/scenes/{table.scene.pk}/odds/", {"task": table.task.id, "character": key_of(who), **query})
    return answer.status_code, answer.content.decode()


def plan(table: TaskTable, user: User, **query: str) -> tuple[int, str]:
    """What the page fetches beside the form that sets a task."""
    client = Client()
    client.force_login(user)
    asked = {"move": "StartTask", "title": "", "action": "simple", "character": key_of(table.cast.heroine), **query}
    answer = client.get(f"/scenes/{table.scene.pk}/odds/", asked)
    return answer.status_code, answer.content.decode()


def test_whoever_rolls_and_the_storyteller_see_the_bars(table: TaskTable) -> None:
    table.set_task()
    for user in (table.cast.player, table.cast.storyteller):
        status, html = ask(table, user, table.cast.heroine)
        assert status == 200, html
        assert "hist__bar is-enough" in html
        assert "to succeed" in html


@only("v20da")
def test_a_pool_without_dice_has_no_odds_and_is_no_error(table: TaskTable) -> None:
    table.set_task()
    table.cast.heroine.sheet["health"] = "XXXXXX"
    table.cast.heroine.save()
    status, html = ask(table, table.cast.player, table.cast.heroine, **{"r.modifier": "-20"})
    assert (status, "No dice left in the pool" in html) == (200, True)


@only("exalted2e")
def test_a_question_that_the_roll_has_overtaken_is_no_error(table: TaskTable) -> None:
    table.set_task()
    table.roll(table.cast.player, table.cast.heroine, face=1)
    status, html = ask(table, table.cast.player, table.cast.heroine)
    assert (status, "is done" in html) == (200, True)


@only("exalted2e")
def test_nobody_else_does(table: TaskTable) -> None:
    table.set_task()
    assert ask(table, table.cast.stranger, table.cast.heroine)[0] == 404
    for user, who in ((table.cast.rival, table.cast.heroine), (table.cast.rival, table.cast.duelist),
                      (table.cast.spectator, table.cast.heroine)):  # fmt: skip
        status, html = ask(table, user, who)
        assert status in (400, 409)
        assert "hist__bar" not in html


@only("exalted2e", "exalted3e")
def test_a_hidden_difficulty_marks_no_bar_until_it_is_known(table: TaskTable) -> None:
    table.set_task(difficulty=4, hidden=True)
    status, html = ask(table, table.cast.player, table.cast.heroine)
    assert status == 200
    assert "hist__bar" in html
    assert "is-enough" not in html
    assert "to succeed" not in html
    assert "is-enough" in ask(table, table.cast.storyteller, table.cast.heroine)[1]
    if table.system.tasks.look is not None:
        table.act(table.cast.player, moves.LookFirst(table.task.id, key_of(table.cast.heroine)))
    else:
        table.act(table.cast.storyteller, moves.RevealTask(table.task.id))
    assert "is-enough" in ask(table, table.cast.player, table.cast.heroine)[1]


@only("exalted2e", "exalted3e")
def test_what_a_player_is_shown_does_not_depend_on_a_hidden_difficulty(table: TaskTable) -> None:
    table.set_task(difficulty=1, hidden=True)
    easy = ask(table, table.cast.player, table.cast.heroine)[1].replace(table.task.id, "")
    table.set_task(difficulty=5, hidden=True)
    assert ask(table, table.cast.player, table.cast.heroine)[1].replace(table.task.id, "") == easy


@only("exalted2e", "v20da")
def test_a_contest_marks_no_bar_for_nobody_knows_how_many_are_enough(table: TaskTable) -> None:
    table.set_task(action="contested", difficulty=6 if table.system.key == "v20da" else None)
    status, html = ask(table, table.cast.player, table.cast.heroine)
    assert (status, "is-enough" in html) == (200, False)


@only("v20da")
def test_the_dice_of_another_side_are_not_told_by_the_odds_against_them(table: TaskTable) -> None:
    table.set_task(action="contested")
    assert "hist__bar" not in ask(table, table.cast.player, table.cast.heroine)[1]
    assert "hist__bar" in ask(table, table.cast.storyteller, table.cast.heroine)[1]


@only("exalted2e", "v20da")
def test_failed_tries_count_in_the_odds(table: TaskTable) -> None:
    table.set_task()
    fresh = ask(table, table.cast.player, table.cast.heroine)[1]
    table.roll(table.cast.player, table.cast.heroine, face=3)
    table.act(table.cast.storyteller, moves.TryAgain(table.task.id))
    again = ask(table, table.cast.player, table.cast.heroine)[1]
    assert success(again) < success(fresh)


def success(html: str) -> int:
    found = re.search(r"<b>(\d+) %</b> to succeed", html)
    assert found is not None, html
    return int(found[1])


def test_what_the_form_of_the_pad_says_changes_the_odds(table: TaskTable) -> None:
    table.set_task()
    name = table.system.tasks.spoken.words["+"]
    plain, more = (ask(table, table.cast.player, table.cast.heroine, **query)[1] for query in ({}, {f"r.{name}": "3"}))
    assert plain != more


@only("exalted2e")
def test_the_storyteller_sees_the_odds_of_a_task_before_setting_it(table: TaskTable) -> None:
    status, html = plan(table, table.cast.storyteller, traits=table.traits)
    assert status == 200, html
    assert "hist__bar" in html
    assert not table.number


@only("exalted2e")
@pytest.mark.parametrize(
    "query", [{}, {"character": ""}, {"traits": "Charm"}, {"traits": "Wits", "action": "teamwork"}, {"action": "dance"}]
)
def test_a_form_that_is_not_filled_in_is_no_error(table: TaskTable, query: dict[str, str]) -> None:
    status, html = plan(table, table.cast.storyteller, **query)
    assert status == 200
    assert '<p class="hint">' in html


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
    status, html = ask(table, table.cast.player, table.cast.heroine, **query)
    assert status in (400, 409)
    assert '<p class="hint">' in html


@only("exalted2e")
def test_the_pads_fetch_their_odds(table: TaskTable) -> None:
    table.set_task()
    assert 'hx-get="odds/"' in table.reads(table.cast.player)
    assert 'id="task-' in table.reads(table.cast.player)


@only("exalted2e")
def test_a_task_of_the_hidden_is_no_task_to_others(table: TaskTable) -> None:
    table.set_task(character=key_of(table.cast.lurker))
    status, html = ask(table, table.cast.player, table.cast.heroine)
    assert status == 409
    assert "That task no longer exists" in html
