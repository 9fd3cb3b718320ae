"""What a seat may do, each with a JSON Schema of the move, made from the fields that the move declares."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from play.commands.moves import MOVES, GiveOrder
from play.seats.board import RollOffer
from rules.battle import Choice, Field, Offer

SECRETS = ("", "owner", "storyteller")
"""Who sees a roll: all, the Storyteller and the roller's player, or the Storyteller alone."""


@cache
def describe_table_moves() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each move of a table, by its kind. An order is given at the table's page alone."""
    told: dict[str, dict[str, Any]] = {}
    for kind, move in MOVES.classes.items():
        if move is not GiveOrder:
            schema = TypeAdapter(move).json_schema()
            schema["properties"] = {"kind": {"const": kind}, **schema["properties"]}
            schema["required"] = ["kind", *schema.get("required", ())]
            told[kind] = schema
    return told


def describe_offer(offer: Offer) -> dict[str, Any]:
    """Return an offer of the fight. `schema` is that of the `move` in a command; None while `reason` forbids it."""
    return {
        "move": offer.move,
        "actor": offer.actor,
        "label": offer.label,
        "group": offer.group,
        "cost": offer.cost,
        "hint": offer.hint,
        "reason": offer.reason,
        "prompt": offer.prompt,
        "schema": None if offer.reason else _schema(offer),
    }


def _schema(offer: Offer) -> dict[str, Any]:
    fixed = {"kind": offer.move, **offer.fixed}
    inner = _describe_form(fixed, offer.fields, () if offer.at_once else offer.fields)
    return _describe_move(offer.label, {"kind": {"const": "BattleMove"}, "move": inner})


def describe_roll(offer: RollOffer) -> dict[str, Any]:
    """Return the JSON Schema of the `move` of a command that rolls for a character, during a fight or not."""
    inner = _describe_form({}, offer.fields, offer.fields)
    fixed = {"kind": {"const": "MakeRoll"}, "character": {"const": offer.character}}
    schema = _describe_move(offer.name, fixed | {"request": inner})
    schema["properties"]["secret"] = {"enum": SECRETS, "default": ""}
    return schema


def _describe_form(fixed: dict[str, Any], fields: Iterable[Field], asked: Iterable[Field]) -> dict[str, Any]:
    """Return the schema of a form: what is `fixed`, and its fields, those of `asked` required where they say so."""
    return {
        "type": "object",
        "properties": {
            **{name: {"const": value} for name, value in fixed.items()},
            **{field.name: describe_field(field) for field in fields},
        },
        "required": [*fixed, *(field.name for field in asked if field.required)],
        "additionalProperties": False,
        **_describe_bounds(fields),
    }


def _describe_bounds(fields: Iterable[Field]) -> dict[str, Any]:
    """Return the bounds of numbers that depend on what is chosen in another field."""
    known = {field.name: field for field in fields}
    found = [
        {
            "if": {"properties": {field.within: {"const": choice.value}}},
            "then": {"properties": {field.name: _describe_number(choice)}},
        }
        for field in known.values()
        if field.within
        for choice in known[field.within].choices
    ]
    return {"allOf": found} if found else {}


def _describe_number(choice: Choice) -> dict[str, Any]:
    return {"enum": choice.steps} if choice.steps else {"minimum": choice.low, "maximum": choice.high}


def _describe_move(title: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": properties,
        "required": [*properties],
    }


def describe_field(field: Field) -> dict[str, Any]:
    """Return the JSON Schema of one field of a form. Choices that are closed now are left out."""
    told: dict[str, Any] = {"title": field.label}
    if field.help:
        told["description"] = field.help
    if field.initial not in (None, (), ""):
        told["default"] = field.initial
    return told | _describe_value(field)


def _describe_value(field: Field) -> dict[str, Any]:
    choices = _describe_choices(field.choices)
    match field.kind:
        case "choice":
            return {"type": "string", **choices}
        case "choices":
            least = int(field.required and bool(choices))
            return {"type": "array", "items": {"type": "string", **choices}, "uniqueItems": True, "minItems": least}
        case "list":
            most = {"maxItems": field.high} if field.high else {}
            return {"type": "array", "items": {"type": "string", **choices}, "minItems": field.low, **most}
        case "number":
            return {"type": "integer", "minimum": field.low, "maximum": field.high}
        case "flag":
            return {"type": "boolean"}
    return {"type": "string", **({"maxLength": field.high} if field.high else {})}


def _describe_choices(choices: Iterable[Choice]) -> dict[str, Any]:
    there = [one for one in choices if not one.reason]
    return {"oneOf": [_describe_choice(one) for one in there]} if there else {}


def _describe_choice(choice: Choice) -> dict[str, Any]:
    told: dict[str, Any] = {"const": choice.value, "title": choice.label}
    return told | ({"description": choice.hint} if choice.hint else {})
