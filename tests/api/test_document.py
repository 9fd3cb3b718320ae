"""The OpenAPI document describes all that is sent and answered: every object in it is closed, in every game."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from api.games import describe_games
from campaigns.models import TokenScope
from rules import PACKAGED, SYSTEMS, get_system
from rules.errors import BadInput
from rules.json_schema import describe_type
from rules.system import System
from tests.api.conftest import sit
from tests.api.document import list_misfits, read_document
from tests.cast import gather_cast

SCHEMAS_THEMSELVES = ("OfferHead/properties/schema", "RollHead/properties/schema")
"""A JSON Schema is an object of any keys."""
MOST_BYTES = 300_000


def list_open(schema: Any, path: str = "") -> Iterator[str]:
    """Yield the places of the objects that take any key with any value."""
    if isinstance(schema, list):
        for number, item in enumerate(schema):
            yield from list_open(item, f"{path}/{number}")
    elif isinstance(schema, dict):
        if "object" in schema.get("type", ()) and schema.get("additionalProperties", True) in (True, {}):
            yield path
        for key, value in schema.items():
            yield from list_open(value, f"{path}/{key}")


def test_every_object_of_the_document_is_closed() -> None:
    found = [path.removeprefix("/") for path in list_open(read_document()["components"]["schemas"])]
    assert [path for path in found if not path.startswith(SCHEMAS_THEMSELVES)] == []


def test_the_document_stays_small_enough_to_be_read() -> None:
    assert len(json.dumps(read_document())) < MOST_BYTES


def test_the_document_of_one_game_has_nothing_of_another() -> None:
    told = json.loads(Client().get("/api/v1/openapi.json?system=v20da").content)
    schemas = told["components"]["schemas"]
    assert "V20daDeclareActions" in schemas
    assert not [name for name in schemas if name.startswith(("Exalted", "Wod"))]
    assert schemas["BattleMove"]["properties"]["move"]["allOf"] == [{"$ref": "#/components/schemas/V20daMove"}]
    assert Client().get("/api/v1/openapi.json?system=chess").status_code == 404


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_archetype_fits_the_schema_of_its_sheet_whose_bounds_are_kept(system: str) -> None:
    sheets, name = get_system(system).sheets, f"{system.capitalize()}Sheet"
    schema = read_document()["components"]["schemas"][name]
    for archetype in sheets.archetypes:
        written = sheets.blank(archetype)
        assert list_misfits(name, written) == []
    assert sorted(schema["required"]) == sorted(schema["properties"]) == sorted(written)
    for key, shape in schema["properties"].items():
        if "maximum" in shape:
            with pytest.raises(BadInput):
                sheets.parse({**written, key: shape["maximum"] + 1})


@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_character_is_answered_as_the_document_says(system: str) -> None:
    cast = gather_cast(system)
    for user, scope in ((cast.storyteller, TokenScope.STORYTELLER), (cast.player, TokenScope.READ)):
        told = sit(cast, user, scope).get(f"characters/{cast.heroine.pk}").json()  # it is held against the document
        assert told["file"]["system"] == system
        assert ("secret_notes" in told["file"]) == (user == cast.storyteller)


def test_settings_rulings_replies_and_values_have_a_schema() -> None:
    schemas = read_document()["components"]["schemas"]
    contest = schemas["Wod2004Settings"]["properties"]["dramatic_contest"]
    assert contest["enum"] == ["fails_utterly", "opponent_exceptional"]
    for name in ("Exalted3eRuling", "Exalted3eReply", "Exalted3eRequest", "Resistance", "Wod2004Settings"):
        assert list_misfits(name, {}) == []
        assert list_misfits(name, {"zq": 1})
    assert list_misfits("AnswerProposal", move := {"kind": "AnswerProposal", "proposal": "1", "allow": True}) == []
    assert list_misfits("AnswerProposal", {**move, "values": {"bonus": 3, "powers": ["a"]}}) == []
    assert list_misfits("AnswerProposal", {**move, "values": {"bonus": {"n": 3}}})


def test_a_table_of_a_type_is_described_by_its_values() -> None:
    assert describe_type(dict[str, int | None])["additionalProperties"] == {"type": ["integer", "null"]}


def test_a_game_of_a_package_is_described_as_far_as_it_says_what_it_has(
    toy: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = describe_games(["coins"])
    assert games.pictures == [{"$ref": "#/components/schemas/CoinsPictureParts"}]
    assert games.components["CoinsSheet"]["properties"]["coins"]["maximum"] == 10
    monkeypatch.setitem(PACKAGED, "coins", replace(toy, sheets=replace(toy.sheets, parse=lambda data: data)))
    get_system.cache_clear()
    assert describe_games(["coins"]).components["CoinsSheet"] == {"type": "object"}
