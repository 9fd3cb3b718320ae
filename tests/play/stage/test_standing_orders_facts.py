"""What is planned in a fight by post: its player fetches what may be planned, and sends it as the page before does."""

import uuid
from typing import Any

import pytest
from django.test import Client

from play.stage.facts import make_facts
from tests.conftest import SignIn
from tests.play.stage.patching import find_nulls
from tests.play.test_planned_moves import Tick

pytestmark = pytest.mark.django_db


def list_plans(client: Client, base: str, actor: str) -> list[tuple[str, str]]:
    """The occasion and the id of each move that may be planned for a combatant."""
    occasions = client.get(f"{base}stage/ahead/{actor}").json()["occasions"]
    return [(one["when"], offer["offer"]) for one in occasions for offer in one["offers"]]


def fill(form: Any) -> dict[str, Any]:
    """A form as it is sent while nobody has changed anything in it."""
    made: dict[str, Any] = dict(form["hidden"])
    for field in (*form["main"], *form["more"], *form["terms"]):
        chosen = [option["value"] for option in field.get("options", []) if option.get("chosen")]
        first = [option["value"] for option in field.get("options", [])][: bool(field.get("required"))]
        made[field["name"]] = field.get("value") or chosen or first or ""
    return made


def test_every_move_that_may_be_planned_has_a_form_and_its_words(sign_in: SignIn) -> None:
    fight = Tick()
    client, base = sign_in(fight.cast.player), f"/scenes/{fight.table.scene.pk}/"
    plans = list_plans(client, base, fight.heroine)
    assert {when for when, _offer in plans} >= {"defense", "turn"}
    for when, offer in plans:
        form = client.get(f"{base}stage/ahead/{fight.heroine}/{when}/{offer}").json()
        assert not [*find_nulls(form)]
        words = client.get(f"{base}stage/ahead/", {"move": "GiveStanding", **fill(form)})
        assert (words.status_code, words["Content-Type"]) == (200, "text/plain; charset=utf-8")
        assert words.content
        assert form.get("lays", False) == (when == "turn")


def test_an_order_and_a_move_face_down_are_sent_from_one_form(sign_in: SignIn) -> None:
    fight = Tick()
    client, base = sign_in(fight.cast.player), f"/scenes/{fight.table.scene.pk}/"
    when, offer = next((when, one) for when, one in list_plans(client, base, fight.heroine) if "Guard" in one)
    form = client.get(f"{base}stage/ahead/{fight.heroine}/{when}/{offer}").json()
    for move in ("GiveStanding", "LayMove"):
        sent = {**fill(form), "move": move, "command": uuid.uuid4(), "number": fight.table.count(fight.cast.player)}
        assert client.post(f"{base}command/", sent, headers={"HX-Request": "true"}).status_code == 200
    facts = make_facts(fight.board(fight.cast.player))
    row = facts["ahead"]["rows"][fight.heroine]
    assert (row["laid"], len(row["orders"])) == ("Guard", 1)
    assert [one["id"] for one in facts["ahead"]["gathered"] if one["laid"]] == [fight.heroine]


def test_nobody_else_may_plan_for_a_player(sign_in: SignIn) -> None:
    fight = Tick()
    base = f"/scenes/{fight.table.scene.pk}/stage/ahead/"
    when, offer = list_plans(sign_in(fight.cast.player), f"/scenes/{fight.table.scene.pk}/", fight.heroine)[0]
    for user in (fight.cast.rival, fight.cast.spectator, fight.cast.storyteller):
        client = sign_in(user)
        assert client.get(f"{base}{fight.heroine}").status_code == 409
        assert client.get(f"{base}{fight.heroine}/{when}/{offer}").status_code == 409
    assert sign_in(fight.cast.storyteller).get(f"{base}{fight.guards[0]['id']}").json()["occasions"]
    assert sign_in(fight.cast.stranger).get(f"{base}{fight.heroine}").status_code == 404
