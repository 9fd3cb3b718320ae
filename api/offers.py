"""What a seat may do, each with a JSON Schema of the move: what its class reads, narrowed to what is possible now."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from play.commands.moves import MOVES, GiveOrder
from play.seats.board import RollOffer
from rules.battle import Choice, Field, Offer
from rules.battle.declare import DeclaredField, list_declared
from rules.battle.guards import MAX_NAME
from rules.battle.moves import HIGHEST, LOWEST
from rules.codec import encode
from rules.json_schema import Schema, describe_class
from rules.system import System

Bound = TypeVar("Bound")
PARTS = {
    "move": "A move of the fight: see the schema of its offer.",
    "deed": "A move of the fight: see the schema of its offer.",
    "request": "A roll of the game: see `request` in the schema that `rolls` lists.",
    "settings": "The game's options that are different for this task, by their keys.",
    "ruling": "The game's form of a ruling on influence.",
    "values": "The numbers as the Storyteller changes them, by their names.",
    "reply": "The game's form of an answer to influence.",
}
"""What the objects in moves are, of which each game has its own."""
HINGED = "What is possible here depends on the other values."
"""Of the fields that share a price or a limit with others: together they may be too much, and are refused then."""
WAITS = "From a player another value than the usual one waits for the Storyteller."
"""Of the fields that are rulings: such a move becomes a proposal."""


@cache
def describe_table_moves() -> dict[str, Schema]:
    """Return the JSON Schema of each move of a table, by its kind. An order is given at the table's page alone."""
    return {kind: _describe_table_move(kind, move) for kind, move in MOVES.classes.items() if move is not GiveOrder}


def _describe_table_move(kind: str, move: type) -> Schema:
    schema = describe_class(move)
    properties = schema["properties"]
    for name, what in PARTS.items():
        if properties.get(name, {}).get("type") == "object":
            properties[name]["description"] = what
    return {
        "title": kind,
        "description": inspect.cleandoc(move.__doc__ or ""),
        **schema,
        "properties": {"kind": {"const": kind}, **properties},
        "required": ["kind", *schema["required"]],
    }


def describe_offer(offer: Offer) -> dict[str, Any]:
    """Return an offer of the fight, without its form."""
    return {
        "move": offer.move,
        "actor": offer.actor,
        "label": offer.label,
        "group": offer.group,
        "cost": offer.cost,
        "hint": offer.hint,
        "reason": offer.reason,
        "prompt": offer.prompt,
    }


def describe_form(offer: Offer, system: System) -> Schema | None:
    """Return the JSON Schema of the `move` in a command; None while something forbids it."""
    if offer.reason:
        return None
    battle = system.battle
    fixed = {"kind": offer.move, **encode(offer.fixed)}
    hinged = (*battle.hinged.get(offer.move, ()), "powers")
    inner = _describe_form(battle.moves.classes[offer.move], fixed, offer.fields, hinged)
    return _describe_move(offer.label, {"kind": {"const": "BattleMove"}, "move": inner}, ("kind", "move"))


def describe_roll(offer: RollOffer, system: System) -> Schema:
    """Return the JSON Schema of the `move` of a command that rolls for a character, during a fight or not."""
    secret = describe_table_moves()["MakeRoll"]["properties"]["secret"]
    fixed = {"kind": {"const": "MakeRoll"}, "character": {"const": offer.character}}
    request = _describe_form(system.rolls.request, {}, offer.fields, system.rolls.hinged)
    return _describe_move(offer.name, {**fixed, "request": request, "secret": secret}, (*fixed, "request"))


def _describe_move(title: str, properties: Schema, required: Sequence[str]) -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _describe_form(cls: type, fixed: Mapping[str, Any], fields: Iterable[Field], hinged: Sequence[str]) -> Schema:
    """Return the schema of a form of this class: what is `fixed`, and its fields. Required is what the class or the
    moment gives no value that fits.
    """
    declared = {field.name: field for field in list_declared(cls)}
    fields = tuple(fields)
    properties: Schema = {name: {"const": value} for name, value in fixed.items()}
    required = [*fixed]
    for name, items in _gather(fields).items():
        shape = _describe_items(items) if items[0].name != name else describe_field(items[0], declared.get(name))
        fits = _put_default(shape, declared.get(name), items[0])
        _describe_limits(shape, items, declared.get(name), hinged)
        properties[name] = shape
        if not fits:
            required.append(name)
    form = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    conditions = [*_list_conditions(fields)]
    return {**form, "allOf": conditions} if conditions else form


def _describe_limits(
    shape: Schema, items: Sequence[Field], declared: DeclaredField | None, hinged: Sequence[str]
) -> None:
    """Say of a field whether it waits for the Storyteller, and whether it shares a limit with others."""
    asked = declared.asked if declared else None
    waits = (asked is not None and asked.waits) or any(item.waits for item in items)
    shares = any(item.name in hinged for item in items)
    said = (shape.get("description"), WAITS if waits else "", HINGED if shares else "")
    if any(said):
        shape["description"] = " ".join(filter(None, said))


def _gather(fields: Iterable[Field]) -> dict[str, list[Field]]:
    """Return the fields by their keys: "others.0" and "others.1" are items of the list `others`."""
    found: dict[str, list[Field]] = {}
    for field in fields:
        name, _dot, place = field.name.partition(".")
        found.setdefault(name if place.isdecimal() else field.name, []).append(field)
    return found


def _describe_items(fields: Sequence[Field]) -> Schema:
    """Return the schema of a list that a form asks for item by item."""
    items = [describe_field(field, None) for field in fields]
    least = max((place for place, field in enumerate(fields, start=1) if field.required), default=0)
    return {"type": "array", "prefixItems": items, "items": False, "minItems": least, "maxItems": len(items)}


def _put_default(shape: Schema, declared: DeclaredField | None, field: Field) -> bool:
    """Write the value that counts where none is sent, and return whether there is one. Where one must be sent, the
    form's first value is a hint.
    """
    shape.pop("default", None)
    if (
        declared is not None
        and declared.has_default
        and not field.leaves
        and fits(shape, value := encode(declared.default))
    ):
        shape["default"] = value
        return True
    if field.initial not in (None, (), "") and fits(shape, value := encode(field.initial)):
        shape["default"] = value
    return False


def fits(shape: Schema, value: Any) -> bool:
    """Return whether a value fits the schema of a field."""
    if isinstance(value, list):
        low, high = shape.get("minItems", 0), shape.get("maxItems", len(value))
        items = shape.get("items")
        return low <= len(value) <= high and (not items or all(fits(items, item) for item in value))
    if "oneOf" in shape:
        return any(value == option["const"] and type(value) is type(option["const"]) for option in shape["oneOf"])
    match shape.get("type"):
        case "integer":
            return type(value) is int and shape["minimum"] <= value <= shape["maximum"]
        case "boolean":
            return isinstance(value, bool)
        case "string":
            return isinstance(value, str) and shape.get("minLength", 0) <= len(value)
    return bool(value == shape.get("const", value))


def _list_conditions(fields: Sequence[Field]) -> Iterable[Schema]:
    """Yield what the value of one field asks of another: bounds of a number, some of its choices, a list's length."""
    known = {field.name: field for field in fields}
    for field in fields:
        ranges = {choice.value: _find_range(choice) for choice in known[field.within].choices} if field.within else {}
        for (low, high, steps), values in _group(ranges):
            bounds = {"enum": list(steps)} if steps else {"minimum": low, "maximum": high}
            yield _condition(field.within, {"enum": values}, field.name, bounds)
        for words, values in _group(field.leaves):
            yield _condition(field.bound_by, {"enum": values}, field.name, {"enum": list(words)})
    for name, items in _gather(fields).items():
        if items[0].bound_by and items[0].name != name:
            for most in range(len(items)):
                yield _condition(items[0].bound_by, {"maxItems": most}, name, {"maxItems": most})


def _find_range(choice: Choice) -> tuple[int, int, tuple[int, ...]]:
    """Return the bounds of the number that stands within a choice, or its only values."""
    return max(LOWEST, choice.low or 0), min(HIGHEST, choice.high or 0), choice.steps


def _condition(asked: str, is_so: Schema, bound: str, then: Schema) -> Schema:
    return {"if": {"properties": {asked: is_so}, "required": [asked]}, "then": {"properties": {bound: then}}}


def _group(bounds: Mapping[str, Bound]) -> Iterable[tuple[Bound, list[str]]]:
    """Return each bound with all the values that set it."""
    found: dict[Bound, list[str]] = {}
    for value, bound in bounds.items():
        found.setdefault(bound, []).append(value)
    return found.items()


def describe_field(field: Field, declared: DeclaredField | None) -> Schema:
    """Return the JSON Schema of one field of a form. Choices that are closed now are left out."""
    schema: Schema = {"title": field.label}
    if field.help:
        schema["description"] = field.help
    return schema | _describe_value(field, declared)


def _describe_value(field: Field, declared: DeclaredField | None) -> Schema:
    choices = [_describe_choice(choice) for choice in field.choices if not choice.reason]
    match field.kind:
        case "choice":
            nothing = encode(declared.default) if declared and declared.has_default else None
            return {"type": "string", "oneOf": choices} if choices else {"const": nothing}
        case "choices":
            least = max(field.low, int(field.required and bool(choices)))
            return {**_describe_list(choices, least, field.high), "uniqueItems": True}
        case "list":
            return _describe_list(choices, field.low, field.high)
        case "number":
            low, high = (max(LOWEST, field.low), min(HIGHEST, field.high)) if field.within else (field.low, field.high)
            return {"type": "integer", "minimum": low, "maximum": high}
        case "flag":
            return {"type": "boolean"}
    asked = declared.asked if declared else None
    most = field.high or (asked.high if asked else 0) or MAX_NAME
    must = asked.required if asked else field.required
    return {"type": "string", "maxLength": most, **({"minLength": 1, "pattern": "\\S"} if must else {})}


def _describe_list(choices: list[Schema], least: int, most: int) -> Schema:
    """Return the schema of a list of these; where there is nothing to choose, of an empty one."""
    if not choices:
        return {"type": "array", "items": False, "minItems": 0, "maxItems": 0}
    return {"type": "array", "items": {"type": "string", "oneOf": choices}, "minItems": least} | (
        {"maxItems": most} if most else {}
    )


def _describe_choice(choice: Choice) -> Schema:
    schema: Schema = {"const": choice.value, "title": choice.label}
    return schema | ({"description": choice.hint} if choice.hint else {})
