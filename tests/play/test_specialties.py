"""Specialties at the table: typed rolls, the pad, tasks, helpers and their odds take none that nobody has."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Character
from play.commands import moves
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from rules.errors import RulesError
from rules.paths import write_path
from tests.play.tasking import TaskTable, key_of, only, request_of

WATCHFUL: dict[str, list[tuple[str, Any]]] = {
    "exalted2e": [("specialties", [{"name": "Ambushes", "ability": "awareness", "dots": 1}])],
    "exalted3e": [("specialties", [{"name": "Ambushes", "ability": "awareness"}])],
    "v20da": [("specialties.alertness", "Ambushes"), ("abilities.alertness", 4)],
    "wod2004": [("specialties.investigation", "Ambushes")],
}
"""What makes somebody's noticing special."""


@pytest.fixture(autouse=True)
def _plain(table: TaskTable) -> None:
    """Nobody of the cast has a specialty yet."""
    for who in (table.cast.heroine, table.cast.duelist):
        had = who.sheet["specialties"]
        who.sheet["specialties"] = dict.fromkeys(had, "") if isinstance(had, dict) else []
        who.save()


def teach(table: TaskTable, who: Character) -> None:
    for path, value in WATCHFUL[table.system.key]:
        who.sheet = write_path(who.sheet, path, value)
    who.version += 1
    who.save()


def pad_fields(table: TaskTable) -> dict[str, str]:
    """The names of what the heroine's player may still choose for her roll at the task, with their hints."""
    board = gather_translated_board(load_facts(table.scene.pk), seat_class_of(table.cast.membership(table.cast.player)))
    (pad,) = board.task_board.pads
    return {field.name: field.help or ", ".join(choice.label for choice in field.choices) for field in pad.fields}


def claim(table: TaskTable) -> dict[str, Any]:
    """How a roll claims the specialty of `WATCHFUL`."""
    return {"specialties": ["awareness:Ambushes"]} if table.system.key == "exalted2e" else {"specialty": True}


def test_a_typed_roll_with_a_specialty_that_nobody_has_is_refused(table: TaskTable) -> None:
    with pytest.raises(RulesError, match=r"(?i)specialty"):
        table.say(table.cast.player, f"/roll {table.traits} spec")
    teach(table, table.cast.heroine)
    table.say(table.cast.player, f"/roll {table.traits} spec")


def test_the_pad_of_a_task_asks_for_a_specialty_of_its_traits_alone(table: TaskTable) -> None:
    table.set_task()
    assert not {"specialty", "specialties"} & pad_fields(table).keys()
    with pytest.raises(RulesError, match=r"(?i)specialty"):
        table.roll(table.cast.player, table.cast.heroine, **claim(table))
    teach(table, table.cast.heroine)
    assert "Ambushes" in pad_fields(table)[next(iter(claim(table)))]
    table.roll(table.cast.player, table.cast.heroine, **claim(table))


def test_the_odds_say_that_there_is_no_such_specialty(table: TaskTable) -> None:
    client = Client()
    client.force_login(table.cast.player)
    asked = {f"r.{key}": value for key, value in request_of(table).items()} | {"r.specialty": "1"}
    answer = client.get(f"/scenes/{table.scene.pk}/stage/odds/", {"character": key_of(table.cast.heroine), **asked})
    assert answer.status_code == 409
    assert "specialty" in answer.content.decode().lower()


@only("v20da", "wod2004")
def test_a_helper_claims_none_either(table: TaskTable) -> None:
    cast = table.cast
    table.set_task(action="teamwork", helpers=(key_of(cast.duelist),), helper_traits=table.traits)
    with pytest.raises(RulesError, match=r"(?i)specialty"):
        table.act(cast.rival, moves.HelpTask(table.task.id, key_of(cast.duelist), {"specialty": True}))
