"""The OpenAPI document: what Ninja makes of the operations, with the moves, views and refusals that it misses."""

from collections.abc import Iterable
from typing import Any

from ninja import Schema
from ninja.operation import Operation

from api.offers import describe_table_moves
from rules.json_schema import PLACE, describe_type
from rules.view import BattleView, LogStepView

REFUSALS = (400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 507)
"""The statuses with which a request may be refused, or fail by a fault of the server (5xx)."""
WEIGHED = ("BattleMove", "MakeRoll")
"""The moves whose odds a program may ask for."""


class Problem(Schema):
    """A refusal: `detail` is the sentence that a page would show. Nothing was changed."""

    type: str
    title: str
    status: int
    detail: str


def name_operation(operation: Operation) -> str:
    """Return the name of an operation, which is that of its function: "read_table"."""
    return operation.view_func.__name__


def describe_api(told: dict[str, Any]) -> dict[str, Any]:
    """Complete the document that Ninja has made."""
    schemas, moves = told["components"]["schemas"], describe_table_moves()
    schemas |= moves | _describe_views() | {"Problem": Problem.model_json_schema()}
    schemas["CommandIn"]["properties"]["move"] = _describe_one_of(moves)
    schemas["MoveIn"]["properties"]["move"] = _describe_one_of(WEIGHED)
    schemas["Table"]["properties"]["battle"] = {"anyOf": [_refer("BattleView"), {"type": "null"}]}
    schemas["Line"]["properties"]["steps"]["items"] = _refer("LogStepView")
    refused = {
        "description": "Refused, with a sentence",
        "content": {"application/problem+json": {"schema": _refer("Problem")}},
    }
    for methods in told["paths"].values():
        for operation in methods.values():
            _say_plainly(operation)
            operation["responses"] |= {str(status): refused for status in REFUSALS}
    return told


def _describe_one_of(moves: Iterable[str]) -> dict[str, Any]:
    mapping = {kind: f"{PLACE}{kind}" for kind in moves}
    return {
        "oneOf": [_refer(kind) for kind in moves],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }


def _refer(name: str) -> dict[str, Any]:
    return {"$ref": f"{PLACE}{name}"}


def _say_plainly(operation: dict[str, Any]) -> None:
    """Make the first sentence of the description the summary: "Read a table as the seat sees it now."."""
    first, _dot, _rest = operation.get("description", "").partition(".")
    if first:
        operation["summary"] = " ".join(first.split())


def _describe_views() -> dict[str, Any]:
    """Return the schemas of a fight and of a line's steps, and of all in them, by the names of their classes."""
    views: dict[str, Any] = {}
    for view in (BattleView, LogStepView):
        describe_type(view, views)
    return views
