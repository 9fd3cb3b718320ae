"""The JSON Schema of a class that declares a form (`rules.battle.declare`): its types with its bounds.

Which choices are open now, and within which narrower bounds, stands in an offer: this is what holds at all times.
"""

from typing import Any

from rules.battle.declare import DeclaredField, FieldSpec, Move, list_declared
from rules.battle.guards import MAX_NAME
from rules.json_schema import Schema, describe_class


def describe_declared(cls: type[Any]) -> Schema:
    """Return the schema of a move or request with all the bounds of its declaration."""
    schema, most = describe_class(cls), MAX_NAME if issubclass(cls, Move) else 0
    for declared in list_declared(cls):
        if declared.asked is not None:
            schema["properties"][declared.name] |= _describe_bounds(declared, declared.asked, most)
    return schema


def _describe_bounds(declared: DeclaredField, asked: FieldSpec, most: int) -> Schema:
    """Return what a declared field adds to the schema of its type. The default always fits.

    `most`: the length of a text that declares none; 0 for any.
    """
    shape: Schema = {"title": asked.label}
    if bool in declared.marks:
        return shape
    if int in declared.marks:
        low, high = asked.low, asked.high
        if type(declared.default) is int:
            low, high = min(low, declared.default), max(high, declared.default)
        return {**shape, "minimum": low, "maximum": high}
    words = [choice.value for choice in asked.choices]
    if tuple in declared.marks or isinstance(declared.default, tuple) or Ellipsis in declared.marks:
        return shape | _describe_list(words, asked.high)
    if words:
        usual = [declared.default] if declared.has_default and declared.default not in words else []
        return {**shape, "enum": [*usual, *words]}
    return shape | _describe_words(declared, asked, asked.high or most)


def _describe_list(words: list[str], most: int) -> Schema:
    return ({"items": {"type": "string", "enum": words}} if words else {}) | ({"maxItems": most} if most else {})


def _describe_words(declared: DeclaredField, asked: FieldSpec, most: int) -> Schema:
    if not most:
        return {}
    must = asked.required and not declared.has_default
    return {"maxLength": most} | ({"minLength": 1, "pattern": "\\S"} if must else {})
