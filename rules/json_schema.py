"""JSON Schema of what `rules.codec` reads: the types of a class, followed as the codec follows them.

A type says little about bounds. `Annotated[int, Within(1, 99)]` adds them, and `check_within` refuses what is outside.
"""

import dataclasses
import types
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import MISSING, dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rules.codec import encode
from rules.errors import BadInput
from rules.text import Text

Schema = dict[str, Any]
PLACE = "#/components/schemas/"
"""Where an OpenAPI document has its schemas by name."""
_SCALARS: Mapping[Any, str] = {int: "integer", str: "string", bool: "boolean", float: "number", Text: "string"}


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of a number, of the length of a text, or of the items of a list. `high` None: there is no upper bound.

    A text with a lower bound of 1 is not blank.
    """

    low: int = 0
    high: int | None = None


@dataclass(frozen=True, slots=True)
class WordList:
    """The words that a text can be."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EncodedAs:
    """Of a dictionary in a view: it is what `rules.codec.encode` makes of this class."""

    cls: type[Any]


def describe_class(cls: type[Any]) -> Schema:
    """Return the schema of a frozen dataclass as `rules.codec.decode` reads it: no other keys, required what has no
    default."""
    hints = get_type_hints(cls, include_extras=True)
    fields = dataclasses.fields(cls)
    return {
        "type": "object",
        "properties": {field.name: describe_type(hints[field.name]) | _describe_default(field) for field in fields},
        "required": [field.name for field in fields if field.default is MISSING and field.default_factory is MISSING],
        "additionalProperties": False,
    }


def _describe_default(field: dataclasses.Field[Any]) -> Schema:
    if field.default is not MISSING:
        return {"default": encode(field.default)}
    return {} if field.default_factory is MISSING else {"default": encode(field.default_factory())}


def describe_type(hint: Any, named: dict[str, Schema] | None = None) -> Schema:
    """Return the schema of a type.

    With `named`, typed dictionaries and what is `EncodedAs` go there by their names, and are referred to.
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin in (NotRequired, Required):
        return describe_type(args[0], named)
    if origin is Annotated:
        return _describe_annotated(args, named)
    if origin in (Union, types.UnionType):
        return _describe_union([describe_type(arg, named) for arg in args])
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (tuple, list, frozenset):
        return _describe_list(origin, args, named)
    if origin in (dict, Mapping) and args[1] is not Any:
        return {"type": "object", "additionalProperties": describe_type(args[1], named)}
    if is_typeddict(hint):
        return _describe_typed_dict(hint, {} if named is None else named)
    if dataclasses.is_dataclass(hint) and hint is not Text:
        return describe_class(cast(type[Any], hint))
    if hint in (Any, object):
        return {}
    return {"type": _SCALARS[hint]} if hint in _SCALARS else {"type": "null" if hint is type(None) else "object"}


def _describe_annotated(args: tuple[Any, ...], named: dict[str, Schema] | None) -> Schema:
    """Return the schema of an annotated type: the type's own, with what its marks say."""
    if isinstance(args[1], EncodedAs):
        return _describe_coded(args[1].cls, {} if named is None else named)
    schema = describe_type(args[0], named)
    for mark in args[1:]:
        schema |= _describe_mark(schema, mark)
    return schema


def _describe_mark(schema: Schema, mark: Any) -> Schema:
    if isinstance(mark, WordList):
        return {"enum": list(mark.words)}
    if not isinstance(mark, Bounds):
        return {}
    low, high = {
        "integer": ("minimum", "maximum"),
        "string": ("minLength", "maxLength"),
        "array": ("minItems", "maxItems"),
    }[schema["type"]]
    bounds: Schema = {low: mark.low} if mark.low or low == "minimum" else {}
    if schema["type"] == "string" and mark.low:
        bounds["pattern"] = "\\S"
    return bounds if mark.high is None else {**bounds, high: mark.high}


def _describe_union(members: list[Schema]) -> Schema:
    """Return the schema of one of several types; a plain type or nothing becomes one schema of two types."""
    nothing = {"type": "null"}
    members = [member for place, member in enumerate(members) if member not in members[:place]]
    others = [member for member in members if member != nothing]
    if len(members) == 1:
        return members[0]
    if len(others) < len(members) and len(others) == 1 and "type" in others[0] and "enum" not in others[0]:
        return {**others[0], "type": [others[0]["type"], "null"]}
    return {"anyOf": members}


def _describe_list(origin: Any, args: tuple[Any, ...], named: dict[str, Schema] | None) -> Schema:
    if origin is tuple and args[1:] != (Ellipsis,):
        items = [describe_type(arg, named) for arg in args]
        if items and all(item == items[0] for item in items):
            return {"type": "array", "items": items[0], "minItems": len(items), "maxItems": len(items)}
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    return {"type": "array", "items": describe_type(args[0], named)}


def _describe_typed_dict(hint: Any, named: dict[str, Schema]) -> Schema:
    if hint.__name__ not in named:
        named[hint.__name__] = {}  # it is being described: it may contain itself
        hints = get_type_hints(hint, include_extras=True)
        named[hint.__name__] |= {
            "type": "object",
            "description": describe_words(hint),
            "properties": {name: describe_type(hint, named) for name, hint in hints.items()},
            "required": sorted(hint.__required_keys__),
            "additionalProperties": False,
        }
    return {"$ref": f"{PLACE}{hint.__name__}"}


def _describe_coded(cls: type[Any], named: dict[str, Schema]) -> Schema:
    """Return a reference to the schema of what `encode` writes of a class: every key is there."""
    if cls.__name__ not in named:
        named[cls.__name__] = {"description": describe_words(cls), **require_all(describe_class(cls))}
    return {"$ref": f"{PLACE}{cls.__name__}"}


def require_all(schema: Schema) -> Schema:
    """Return a schema of what is written: every key that an object lists is there, and nothing has a default."""
    if "properties" not in schema:
        return {key: _require_in(value) for key, value in schema.items() if key != "default"}
    shapes = {name: require_all(shape) for name, shape in schema["properties"].items()}
    return {**schema, "properties": shapes, "required": [*shapes]}


def _require_in(value: Any) -> Any:
    if isinstance(value, list):
        return [_require_in(item) for item in value]
    return require_all(value) if isinstance(value, dict) else value


def describe_words(cls: Any) -> str:
    """Return the words of a class on itself, in one line."""
    return " ".join((cls.__doc__ or "").split())


def check_within(made: Any) -> None:
    """Raise `BadInput` for a field of a dataclass that is outside the bounds of its type."""
    for name, mark, is_item in _list_marks(cast(Hashable, type(made))):
        value = getattr(made, name)
        for item in value if is_item else (value,):
            if item is not None:
                _check(name, mark, item)


@cache
def _list_marks(cls: Any) -> tuple[tuple[str, Any, bool], ...]:
    """Return the bounds of the fields of a class, each with whether it is about the items of a list."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple((name, mark, deep) for name, hint in hints.items() for mark, deep in _find_marks(hint, False))


def _find_marks(hint: Any, deep: bool) -> Iterator[tuple[Any, bool]]:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from ((mark, deep) for mark in args[1:] if isinstance(mark, Bounds | WordList))
        yield from _find_marks(args[0], deep)
    elif origin in (tuple, Union, types.UnionType):
        for arg in args:
            yield from _find_marks(arg, deep or origin is tuple)


def _check(name: str, mark: Bounds | WordList, value: Any) -> None:
    if isinstance(mark, WordList):
        if value not in mark.words:
            words = ", ".join(word or "nothing" for word in mark.words)
            raise BadInput(
                "wrong_type", Text("{name} must be one of: {known}.", name=repr(name), known=words), key=name
            )
        return
    number = value if isinstance(value, int) else len(value)
    if isinstance(value, str) and not value.strip():
        number = 0
    if mark.low <= number and (mark.high is None or number <= mark.high):
        return
    raise BadInput("out_of_range", _describe_bounds(repr(name), mark, value), key=name)


def _describe_bounds(name: str, mark: Bounds, value: Any) -> Text:
    low, high = mark.low, "" if mark.high is None else mark.high
    if isinstance(value, str):
        if not value.strip():
            return Text("{name} is missing.", name=name)
        return Text("{name} can have up to {high} characters.", name=name, high=high)
    if isinstance(value, int):
        if mark.high is None:
            return Text("{name} must be at least {low}.", name=name, low=low)
        return Text("{name} must be {low} to {high}.", name=name, low=low, high=high)
    if len(value) < mark.low:
        return Text("{name} must have at least {low} items.", name=name, low=low)
    return Text("{name} can have up to {high} items.", name=name, high=high)
