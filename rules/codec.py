"""Frozen dataclasses to JSON and back, strictly: errors name what is unknown, missing or of a wrong type."""

import dataclasses
import types
import typing
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin

from rules.errors import BadInput
from rules.text import Text
from rules.text_codec import decode_text, encode_text

T = TypeVar("T")


def encode(value: Any) -> Any:
    """Turn a frozen dataclass, or any nesting of them, into plain JSON values. Sets become sorted lists.

    A field with the metadata `stored: False` is left out.
    """
    kind: Any = type(value)
    return value if kind in _PLAIN else _writer(kind)(value)


_PLAIN: frozenset[type] = frozenset({str, int, bool, float, type(None)})


@cache
def _writer(cls: type) -> Callable[[Any], Any]:
    """Return the function that encodes instances of a class, cached per class."""
    if issubclass(cls, Text):
        return encode_text
    if issubclass(cls, (str, int, float)):
        return lambda value: value
    if issubclass(cls, frozenset):
        return lambda value: sorted(encode(item) for item in value)
    if issubclass(cls, Mapping):
        return lambda value: {str(key): encode(item) for key, item in value.items()}
    if issubclass(cls, Sequence):
        return lambda value: [item if type(item) in _PLAIN else encode(item) for item in value]
    if dataclasses.is_dataclass(cls):
        names = tuple(field.name for field in dataclasses.fields(cls) if field.metadata.get("stored", True))
        return lambda value: {
            name: item if type(item := getattr(value, name)) in _PLAIN else encode(item) for name in names
        }
    raise TypeError(f"{cls.__name__} has no JSON form")


def decode(cls: type[T], data: object, where: str = "") -> T:
    """Build dataclass `cls` from JSON data. Raises `BadInput` that names the wrong key."""
    return cast(T, _reader(cast(Hashable, cls))(data, (where,) if where else ()))


# Reads a value of one type hint. Takes the data and its path, outermost key first.
Reader = Callable[[object, tuple[Any, ...]], Any]


@cache
def _reader(hint: Any) -> Reader:
    """Return the reader of a type hint, cached: a state has thousands of values, but only a few dozen types."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        return _tuple(args)
    if origin is frozenset:
        item = _reader(args[0])
        return lambda data, where: frozenset(item(each, (*where, i)) for i, each in enumerate(_list(data, where)))
    if origin is typing.Literal:
        return _literal(args)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(_reader(args[0]), _reader(args[1]))
    if hint is Text:
        return lambda data, where: decode_text(data, _path(where))
    if hint is Any or hint is object:
        return lambda data, where: data
    if dataclasses.is_dataclass(hint):
        return _dataclass(cast(type[Any], hint))
    return _scalar(hint)


def _dataclass(cls: type[Any]) -> Reader:
    # Fields are looked up at the first reading, because a class may contain itself.
    @cache
    def known() -> dict[str, tuple[Reader, bool]]:
        hints, missing = typing.get_type_hints(cls), dataclasses.MISSING
        return {
            field.name: (_reader(hints[field.name]), field.default is missing and field.default_factory is missing)
            for field in dataclasses.fields(cls)
        }

    renew = getattr(cls, "renew_json", None)  # what an older version wrote, in its present form

    def parse(data: object, where: tuple[Any, ...]) -> Any:
        if not isinstance(data, Mapping):
            raise _wrong(where or (cls.__name__,), "an object", data)
        data, fields = renew(data) if renew else data, known()
        for key in data:
            if key not in fields:
                raise make_unknown(_path((*where, str(key))), fields)
        values: dict[str, Any] = {}
        for name, (reader, required) in fields.items():
            if name in data:
                values[name] = reader(data[name], (*where, name))
            elif required:
                path = _path((*where, name))
                raise BadInput("missing_key", Text("{path} is missing.", path=repr(path)), key=path)
        return cls(**values)

    return parse


def make_unknown(path: str, known: Iterable[str]) -> BadInput:
    """Return the error for a key that is none of the known ones."""
    sentence = Text("There is no {path} here. Known: {known}.", path=repr(path), known=", ".join(known))
    return BadInput("unknown_key", sentence, key=path)


def _union(args: tuple[Any, ...]) -> Reader:
    optional = type(None) in args
    *others, last = (_reader(member) for member in args if member is not type(None))

    def parse(data: object, where: tuple[Any, ...]) -> Any:
        if optional and data is None:
            return None
        for other in others:
            try:
                return other(data, where)
            except BadInput:
                continue
        return last(data, where)

    return parse


def _tuple(args: tuple[Any, ...]) -> Reader:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _reader(args[0])
        return lambda data, where: tuple([item(each, (*where, i)) for i, each in enumerate(_list(data, where))])
    readers = [_reader(arg) for arg in args]

    def parse(data: object, where: tuple[Any, ...]) -> Any:
        items = _list(data, where)
        if len(items) != len(readers):
            raise _wrong(where, f"a list of {len(readers)}", data)
        return tuple([reader(each, (*where, i)) for i, (reader, each) in enumerate(zip(readers, items, strict=True))])

    return parse


def _mapping(key: Reader, value: Reader) -> Reader:
    def parse(data: object, where: tuple[Any, ...]) -> Any:
        if not isinstance(data, Mapping):
            raise _wrong(where, "an object", data)
        return {key(name, where): value(each, (*where, str(name))) for name, each in data.items()}

    return parse


def _literal(known: tuple[Any, ...]) -> Reader:
    def parse(data: object, where: tuple[Any, ...]) -> Any:
        if not any(type(data) is type(each) and data == each for each in known):
            raise _wrong(where, "one of " + ", ".join(map(str, known)), data)
        return data

    return parse


def _scalar(hint: Any) -> Reader:
    wanted = {int: "a whole number", str: "text", bool: "true or false", float: "a number"}.get(hint)
    if wanted is None:
        raise TypeError(f"{hint!r} has no JSON form")
    kinds = (int, float) if hint is float else hint

    def parse(data: object, where: tuple[Any, ...]) -> Any:
        if isinstance(data, bool) != (hint is bool) or not isinstance(data, kinds):
            raise _wrong(where, wanted, data)
        return data

    return parse


def _list(data: object, where: tuple[Any, ...]) -> list[object] | tuple[object, ...]:
    if not isinstance(data, (list, tuple)):
        raise _wrong(where, "a list", data)
    return data


def _path(where: tuple[Any, ...]) -> str:
    """Return a path as text, names joined by dots and numbers in brackets: `combatants[2].name`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in where).removeprefix(".")


def _wrong(where: tuple[Any, ...], wanted: str, data: object) -> BadInput:
    shown, path = repr(data), _path(where)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    return BadInput(
        "wrong_type",
        Text("{path} must be {wanted}, not {shown}.", path=repr(path), wanted=wanted, shown=shown),
        key=path,
    )
