"""The JSON Schema of a game's sheet as it is written: from the declarations of its places, and of its powers.

A bound that depends on the sheet is left out, and so are the values of a place that the game itself checks.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, cast, get_args, get_origin, get_type_hints

from rules.json_schema import Schema, describe_type, require_all
from rules.powers.model import MAX_EFFECTS, MAX_KEY, MAX_LASTS, MAX_NAME, MAX_POWERS, MAX_TEXT, Power, PowerRules
from rules.sheets.schema import Place, places
from rules.wounds import HARMS


def describe_sheet(cls: type[Any], powers: PowerRules | None = None) -> Schema:
    """Return the schema of what `rules.codec.encode` writes of a class of sheets: every key is there."""
    schema = _describe_places(cls, None)
    if powers is not None and "powers" in schema["properties"]:
        schema["properties"]["powers"] = _describe_powers(powers)
    return schema


def _describe_places(cls: type[Any], around: Place | None) -> Schema:
    """Return the schema of a dataclass. `around`: the declaration of the group that it is."""
    hints, known = get_type_hints(cls, include_extras=True), places(cls)
    written = [field.name for field in fields(cls) if field.metadata.get("stored", True)]
    return {
        "type": "object",
        "properties": {name: _describe_place(hints[name], known.get(name, around)) for name in written},
        "required": written,
        "additionalProperties": False,
    }


def _describe_place(hint: Any, place: Place | None) -> Schema:
    if place is not None and place.row is not None:
        rows = _describe_places(place.row, None)
        return {"type": "array", "items": rows} | _bound("maxItems", place.high)
    if is_dataclass(hint):
        return _describe_places(cast(type[Any], hint), place)
    if place is not None and place.blank is not None:
        value = _describe_value(get_args(hint)[1], place)
        names = [*place.blank]
        return {
            "type": "object",
            "properties": dict.fromkeys(names, value),
            "required": names,
            "additionalProperties": False,
        }
    if place is not None and get_origin(hint) is Mapping:
        return {"type": "object", "additionalProperties": _describe_value(get_args(hint)[1], place)}
    return _describe_value(hint, place)


def _describe_value(hint: Any, place: Place | None) -> Schema:
    """Return the schema of a single value or of a list of words."""
    shape = require_all(describe_type(hint))
    if place is None or place.loose or "enum" in shape:
        return shape
    kind = shape.get("type")
    if kind == "integer" or (isinstance(kind, list) and "integer" in kind):
        return shape | _bound("minimum", place.low) | _bound("maximum", place.high)
    words = [] if callable(place.choices) else [choice.value for choice in place.choices]
    if place.kind == "choice" and kind == "string":
        return shape | ({"enum": words} if words else {})
    if place.kind == "items" and kind == "array":
        listed = {"items": {"type": "string", "enum": words}} if words else {}
        return shape | listed | (_bound("maxItems", place.high) if place.high else {})
    return shape | (_bound("maxLength", place.high) if place.kind == "text" else {})


def _bound(key: str, value: Any) -> Schema:
    return {key: value} if isinstance(value, int) else {}


def _describe_powers(rules: PowerRules) -> Schema:
    """Return the schema of the powers of a sheet: uses, timings, tracks and effects are those of the game."""
    shape = require_all(describe_type(Power))
    costs = {track.key: {"type": "integer", "minimum": 0, "maximum": track.high} for track in rules.tracks}
    effect = shape["properties"]["effects"]["items"]
    effect["properties"]["kind"] |= {"enum": [kind.key for kind in rules.kinds]}
    shape["properties"]["effects"]["maxItems"] = MAX_EFFECTS
    shape["properties"]["cost"] = {"type": "object", "properties": costs, "additionalProperties": False}
    bounds: Mapping[str, Schema] = {
        "key": {"minLength": 1, "maxLength": MAX_KEY},
        "name": {"minLength": 1, "maxLength": MAX_NAME},
        "use": {"enum": [use.key for use in rules.uses]},
        "timing": {"enum": [timing.key for timing in rules.timings]},
        "text": {"maxLength": MAX_TEXT},
        "lasts": {"minimum": 0, "maximum": MAX_LASTS},
        "harm": {"enum": ["", *HARMS]},
    }
    for name, bound in bounds.items():
        shape["properties"][name] |= bound
    return {"type": "array", "items": shape, "maxItems": MAX_POWERS}
