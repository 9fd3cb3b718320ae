"""Whether a value is plain JSON of the shape that a type hint names."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from rules.text import Text

Shape = Callable[[Any, str], None]
"""Asserts that a value has a shape; takes the value, and its name for the message."""


def check_shape(value: Any, hint: Any, where: str) -> None:
    """Assert that `value` is plain JSON of the shape `hint`: a TypedDict, list, dict, Literal, union or scalar."""
    _shape(hint)(value, where)


@cache
def _shape(hint: Any) -> Shape:
    """Return what asserts a shape, made once for each: a fight is looked at thousands of times."""
    origin, kinds = get_origin(hint), get_args(hint) or (hint,)
    if origin is Annotated:
        return _shape(kinds[0])
    if hint is Any:
        return _check_plain
    if is_typeddict(hint):
        return _typed_dict(hint)
    if origin is list:
        return _list_of(kinds[0])
    if origin in (dict, Mapping):
        return _check_mapping
    return _literal(kinds) if origin is Literal else _one_of(hint, kinds)


def _check_plain(value: Any, where: str) -> None:
    assert is_plain(value), f"{where} is not plain JSON: {value!r}"


def _check_mapping(value: Any, where: str) -> None:
    assert isinstance(value, dict), f"{where} is no object: {value!r}"
    _check_plain(value, where)


def _list_of(kind: Any) -> Shape:
    def check(value: Any, where: str) -> None:
        assert isinstance(value, list), f"{where} is no list: {value!r}"
        for item in value:
            inner(item, where)

    inner = _shape(kind)
    return check


def _literal(kinds: tuple[Any, ...]) -> Shape:
    def check(value: Any, where: str) -> None:
        assert value in kinds, f"{where} is {value!r}"

    return check


def _one_of(hint: Any, kinds: tuple[Any, ...]) -> Shape:
    """Return what asserts a scalar, or one of several kinds."""

    def check(value: Any, where: str) -> None:
        if type(value) in plain:
            return
        if isinstance(value, dict):
            assert objects, f"{where} is {value!r}, not {hint}"
            _shape(by_kind().get(value.get("kind"), objects[0]))(value, where)
        else:
            assert type(value) in kinds or (Text in kinds and isinstance(value, Text)), (
                f"{where} is {value!r}, not {hint}"
            )

    @cache
    def by_kind() -> dict[Any, Any]:
        """Return those of several objects that name their own `kind`."""
        named = {
            shape: get_type_hints(shape).get("kind") for shape in objects if len(objects) > 1 and is_typeddict(shape)
        }
        return {word: shape for shape, kind in named.items() for word in get_args(kind)}

    objects = [kind for kind in kinds if is_typeddict(kind) or get_origin(kind) is dict]
    plain = frozenset(kind for kind in kinds if kind in (str, int, bool, float, type(None), Text))
    return check


def _typed_dict(hint: Any) -> Shape:
    """Return what asserts the keys of a TypedDict, and what each of them holds; it may hold its own kind."""

    def check(value: Any, where: str) -> None:
        assert isinstance(value, dict), f"{where} is no object: {value!r}"
        shapes, needed = known()
        assert needed <= value.keys() <= shapes.keys(), f"{where} has the keys {sorted(value)}"
        for key, item in value.items():
            shapes[key](item, key)

    @cache
    def known() -> tuple[dict[str, Shape], frozenset[str]]:
        hints = get_type_hints(hint, include_extras=True)
        free = {key for key, kind in hints.items() if get_origin(kind) is NotRequired}
        kinds = {key: get_args(kind)[0] if key in free else kind for key, kind in hints.items()}
        return {key: _shape(kind) for key, kind in kinds.items()}, frozenset(hints.keys() - free)

    return check


def is_plain(value: Any) -> bool:
    """Whether a value is what JSON gives back, texts aside: no tuples, no keys but text, no numbers without a form."""
    if isinstance(value, dict):
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, Text):
        return True
    return value is None or type(value) in (str, int, bool) or (type(value) is float and value - value == 0)
