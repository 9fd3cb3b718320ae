"""Frozen dataclasses to JSON and back, strictly: what is unknown, missing or mistyped is named."""

import dataclasses
import types
import typing
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin

from rules.errors import BadInput

T = TypeVar("T")


def encode(value: Any) -> Any:
    """Turn a frozen dataclass, or any nesting of them, into plain JSON values. Sets come out sorted."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (tuple, list)):
        return [encode(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(encode(item) for item in value)
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [encode(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {name: encode(getattr(value, name)) for name in _names(cast(Hashable, type(value)))}
    raise TypeError(f"{type(value).__name__} has no JSON form")


def decode(cls: type[T], data: object, where: str = "") -> T:
    """Build dataclass `cls` from JSON data. Raises `BadInput` that names the key at fault."""
    if not isinstance(data, Mapping):
        raise _wrong(where or cls.__name__, "an object", data)
    fields = _fields(cast(Hashable, cls))
    for key in data:
        if key not in fields:
            path = _join(where, str(key))
            raise BadInput("unknown_key", f"There is no {path!r} here. Known: {', '.join(fields)}.", key=path)
    values: dict[str, Any] = {}
    for name, (hint, required) in fields.items():
        if name in data:
            values[name] = _value(hint, data[name], _join(where, name))
        elif required:
            raise BadInput("missing_key", f"{_join(where, name)!r} is missing.", key=_join(where, name))
    return cls(**values)


@cache
def _names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls))


@cache
def _fields(cls: Any) -> dict[str, tuple[Any, bool]]:
    hints = typing.get_type_hints(cls)
    return {
        field.name: (
            hints[field.name],
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
        )
        for field in dataclasses.fields(cls)
    }


def _value(hint: Any, data: object, where: str) -> Any:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union(hint, data, where)
    if origin is tuple:
        return _tuple(hint, data, where)
    if origin is frozenset:
        return frozenset(_value(get_args(hint)[0], item, f"{where}[{i}]") for i, item in enumerate(_list(data, where)))
    if origin is typing.Literal:
        if not any(type(data) is type(known) and data == known for known in get_args(hint)):
            raise _wrong(where, "one of " + ", ".join(map(str, get_args(hint))), data)
        return data
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(data, Mapping):
            raise _wrong(where, "an object", data)
        key_hint, item_hint = get_args(hint)
        return {_value(key_hint, key, where): _value(item_hint, item, _join(where, key)) for key, item in data.items()}
    if hint is Any or hint is object:
        return data
    if dataclasses.is_dataclass(hint):
        return decode(cast(type[Any], hint), data, where)
    return _scalar(hint, data, where)


def _union(hint: Any, data: object, where: str) -> Any:
    members = [member for member in get_args(hint) if member is not type(None)]
    if data is None and type(None) in get_args(hint):
        return None
    for member in members[:-1]:
        try:
            return _value(member, data, where)
        except BadInput:
            continue
    return _value(members[-1], data, where)


def _tuple(hint: Any, data: object, where: str) -> tuple[Any, ...]:
    items, hints = _list(data, where), get_args(hint)
    if len(hints) == 2 and hints[1] is Ellipsis:
        return tuple(_value(hints[0], item, f"{where}[{i}]") for i, item in enumerate(items))
    if len(items) != len(hints):
        raise _wrong(where, f"a list of {len(hints)}", data)
    return tuple(_value(h, item, f"{where}[{i}]") for i, (h, item) in enumerate(zip(hints, items, strict=True)))


def _list(data: object, where: str) -> list[object]:
    if not isinstance(data, (list, tuple)):
        raise _wrong(where, "a list", data)
    return list(data)


def _scalar(hint: Any, data: object, where: str) -> Any:
    wanted = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}.get(hint)
    if wanted is None:
        raise TypeError(f"{hint!r} has no JSON form")
    if isinstance(data, bool) != (hint is bool) or not isinstance(data, (int, float) if hint is float else hint):
        raise _wrong(where, wanted, data)
    return data


def _join(where: str, name: object) -> str:
    return f"{where}.{name}" if where else str(name)


def _wrong(where: str, wanted: str, data: object) -> BadInput:
    shown = repr(data)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    return BadInput("wrong_type", f"{where!r} must be {wanted}, not {shown}.", key=where)
