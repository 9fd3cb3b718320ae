"""What the API says of moves is enough to make them: a program that knows no game fills in the schemas."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from api import record_schemas, table_schemas
from api.offers import describe_table_moves
from campaigns.models import TokenScope
from play.commands.moves import MOVES
from rules import SYSTEMS
from tests.api.conftest import Program, sit
from tests.api.test_client import load_client
from tests.api.test_tables import told
from tests.cast import gather_cast
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.django_db


def schemas() -> dict[str, Any]:
    described = json.loads(Client().get("/api/v1/openapi.json").content)
    found: dict[str, Any] = described["components"]["schemas"]
    return found


def test_every_move_of_a_table_is_described_and_says_what_it_needs() -> None:
    found = schemas()
    named = {one["$ref"].rpartition("/")[2] for one in found["CommandIn"]["properties"]["move"]["oneOf"]}
    assert named == set(MOVES.classes) - {"GiveOrder"} == set(describe_table_moves())
    assert all(found[kind]["properties"]["kind"] == {"const": kind} for kind in named)
    assert found["Say"]["required"] == ["kind", "text"]
    assert found["Say"]["properties"]["to"]["default"] == ""
    assert "Speak to everyone" in found["Say"]["description"]


def test_the_description_is_made_once_and_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/api/v1/openapi.json"
    first = Client().get(path)
    monkeypatch.setattr("api.document.describe_table_moves", lambda: pytest.fail("it is described again"))
    assert Client().get(path).content == first.content
    assert Client().get(path, headers={"if-none-match": first["ETag"]}).status_code == 304


def test_no_answer_has_the_name_of_a_move() -> None:
    assert not set(describe_table_moves()) & {*vars(record_schemas), *vars(table_schemas)}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_roll_that_is_filled_in_by_its_schema_falls(system: str) -> None:
    cast, client = gather_cast(system), load_client()
    client.random.seed(7)
    player = sit(cast, cast.player, TokenScope.ACT, cast.heroine)
    (offer,) = told(player.get(f"scenes/{cast.scene.pk}/rolls"))["rolls"]
    assert (offer["character"], offer["name"]) == (str(cast.heroine.pk), cast.heroine.name)
    move = client.fill_in(offer["schema"])
    assert set(move) <= {"kind", "character", "request", "secret"}
    assert player.move(cast.scene.pk, 0, move).status_code == 200
    line = told(player.get(f"scenes/{cast.scene.pk}/log"))["lines"][-1]
    assert (line["kind"], cast.heroine.name in line["line"]) == ("RollMade", True)


def test_a_program_rolls_for_those_alone_whom_its_seat_plays(coins: TableInPlay, storyteller: Program) -> None:
    cast, path = coins.cast, f"scenes/{coins.scene.pk}/rolls"
    assert told(sit(cast, cast.spectator, TokenScope.READ).get(path))["rolls"] == []
    hers = told(sit(cast, cast.player, TokenScope.READ).get(path))["rolls"]
    assert {one["character"] for one in hers} == {str(cast.heroine.pk)}
    everybody = told(storyteller.get(path))["rolls"]
    assert {str(cast.lurker.pk), str(cast.heroine.pk)} <= {one["character"] for one in everybody}
    secret = fill_in_secretly(everybody, str(cast.lurker.pk))
    assert storyteller.move(coins.scene.pk, 0, secret, uuid.uuid4()).status_code == 200
    assert told(sit(cast, cast.player, TokenScope.READ).get(f"scenes/{coins.scene.pk}/log"))["lines"] == []


def fill_in_secretly(rolls: list[dict[str, Any]], character: str) -> dict[str, Any]:
    """The roll of a character that only the Storyteller sees."""
    schema = next(one["schema"] for one in rolls if one["character"] == character)
    assert "storyteller" in schema["properties"]["secret"]["enum"]
    return {**load_client().fill_in(schema), "secret": "storyteller"}
