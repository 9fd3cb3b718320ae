"""What a seat may do, each with a JSON Schema of the move, made from the fields that the move declares."""

from collections.abc import Iterable
from typing import Any

from rules.battle import Choice, Field, Offer


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
    fixed = {name: {"const": value} for name, value in {"kind": offer.move, **offer.fixed}.items()}
    asked = {field.name: describe_field(field) for field in offer.fields}
    needed = [field.name for field in offer.fields if field.required and not offer.at_once]
    inner = {
        "type": "object",
        "properties": fixed | asked,
        "required": [*fixed, *needed],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": offer.label,
        "type": "object",
        "properties": {"kind": {"const": "BattleMove"}, "move": inner},
        "required": ["kind", "move"],
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
