"""The OpenAPI document: what Ninja makes of the operations, with the moves, views and refusals that it misses."""

from collections.abc import Iterable
from typing import Any

from ninja.operation import Operation

from api.answers import Shape
from api.games import NOTHING, VALUES, Games, describe_games, one_of, refer
from api.offers import PARTS, describe_table_moves
from rules.json_schema import PLACE, describe_type
from rules.view import BattleView, LogStepView

REFUSALS = (400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 507)
"""The statuses with which a request may be refused, or fail by a fault of the server (5xx)."""
WEIGHED = ("BattleMove", "MakeRoll")
"""The moves whose odds a program may ask for."""


class Problem(Shape):
    """A refusal: `detail` is the sentence that a page would show. Nothing was changed."""

    type: str
    title: str
    status: int
    detail: str


def name_operation(operation: Operation) -> str:
    """Return the name of an operation, which is that of its function: "read_table"."""
    return operation.view_func.__name__


def describe_api(document: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Complete the document that Ninja has made, with what these games have of their own."""
    schemas, games = document["components"]["schemas"], describe_games(keys)
    moves = _describe_moves(games)
    if twice := sorted(games.components.keys() & {*schemas, *moves}):
        raise TypeError(f"two shapes have the name {twice[0]}")
    schemas |= games.components | moves | _describe_views(games) | {"Problem": Problem.model_json_schema()}
    schemas["CommandIn"]["properties"]["move"] = _describe_one_of(moves)
    schemas["MoveIn"]["properties"]["move"] = _describe_one_of(WEIGHED)
    schemas["Table"]["properties"]["battle"] = {"anyOf": [refer("BattleView"), {"type": "null"}]}
    schemas["Line"]["properties"]["steps"]["items"] = refer("LogStepView")
    schemas["Sheet"]["properties"]["file"] = _describe_file(games)
    refused = {
        "description": "Refused, with a sentence",
        "content": {"application/problem+json": {"schema": refer("Problem")}},
    }
    for methods in document["paths"].values():
        for operation in methods.values():
            _say_plainly(operation)
            operation["responses"] |= {str(status): refused for status in REFUSALS}
    return document


def _describe_one_of(moves: Iterable[str]) -> dict[str, Any]:
    mapping = {kind: f"{PLACE}{kind}" for kind in moves}
    return {
        "oneOf": [refer(kind) for kind in moves],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }


def _describe_file(games: Games) -> dict[str, Any]:
    choices = [{"$ref": place} for place in games.files.values()]
    return {"oneOf": choices, "discriminator": {"propertyName": "system", "mapping": games.files}}


def _describe_moves(games: Games) -> dict[str, Any]:
    """Return the schemas of the table's moves, with the parts that each game has of its own."""
    deeds = games.parts["move"]
    parts = {**games.parts, "deed": deeds, "values": [VALUES]}
    described = {}
    for kind, schema in describe_table_moves().items():
        found = {name: parts[name] for name in PARTS if schema["properties"].get(name, {}).get("type") == "object"}
        if kind == "GiveStanding":
            found["deed"] = [*deeds, NOTHING]  # the table chooses one
        own = {name: one_of(shapes or [NOTHING], description=PARTS[name]) for name, shapes in found.items()}
        described[kind] = {**schema, "properties": {**schema["properties"], **own}}
    return described


def _say_plainly(operation: dict[str, Any]) -> None:
    """Make the first sentence of the description the summary: "Read a table as the seat sees it now."."""
    first, _dot, _rest = operation.get("description", "").partition(".")
    if first:
        operation["summary"] = " ".join(first.split())


def _describe_views(games: Games) -> dict[str, Any]:
    """Return the schemas of a fight and of a line's steps, and of all in them, by the names of their classes."""
    views: dict[str, Any] = {}
    for view in (BattleView, LogStepView):
        describe_type(view, views)
    views["BattleView"]["properties"]["picture"] = one_of(games.pictures)
    return views
