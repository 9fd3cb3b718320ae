"""Reading a vector's `given` strictly: what is unknown or mistyped is named."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.errors import BadInput

Given = Mapping[str, Any]
LIMIT = 10_000
"""No figure of the game comes near it."""


def check_keys(given: object, allowed: Iterable[str], where: str) -> Given:
    """The object itself, if it has no key besides the allowed ones."""
    if not isinstance(given, Mapping):
        raise BadInput("wrong_type", f"{where} must be an object.", key=where)
    known = tuple(allowed)
    for key in given:
        if key not in known:
            raise BadInput("unknown_key", f"{where} knows no key {key!r}. Known: {', '.join(known)}.", key=str(key))
    return given


def part(given: Given, key: str) -> Given:
    """An object within; missing or null is an empty one."""
    value = given.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadInput("wrong_type", f"{key} must be an object, not {value!r}.", key=key)
    return value


def number(given: Given, key: str, default: int = 0) -> int:
    """A whole number; missing or null is the default."""
    value = given.get(key)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput("wrong_type", f"{key} must be a whole number, not {value!r}.", key=key)
    if abs(value) > LIMIT:
        raise BadInput("out_of_bounds", f"{key} must be within {LIMIT}, not {value}.", key=key)
    return value


def stunt_points(given: Given) -> int:
    """The points of a stunt, 0 to 3 (3E-014 to 3E-016)."""
    points = number(given, "stunt")
    if not 0 <= points <= 3:
        raise BadInput("bad_stunt", f"A stunt has 0 to 3 points, not {points}.", key="stunt")
    return points


def maybe_number(given: Given, key: str) -> int | None:
    """A whole number, or None when it is missing or null."""
    return None if given.get(key) is None else number(given, key)


def flag(given: Given, key: str) -> bool:
    """True or false; missing is false."""
    value = given.get(key)
    if value is None or isinstance(value, bool):
        return bool(value)
    raise BadInput("wrong_type", f"{key} must be true or false, not {value!r}.", key=key)


def text(given: Given, key: str, default: str = "", choices: Iterable[str] = ()) -> str:
    """A string, one of `choices` if there are any."""
    value = given.get(key)
    if value is None:
        return default
    known = tuple(choices)
    if not isinstance(value, str) or (known and value not in known):
        wanted = "one of " + ", ".join(known) if known else "text"
        raise BadInput("wrong_type", f"{key} must be {wanted}, not {value!r}.", key=key)
    return value


def items(given: Given, key: str) -> list[Any]:
    """A list; missing is empty."""
    value = given.get(key)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise BadInput("wrong_type", f"{key} must be a list, not {value!r}.", key=key)
    return list(value)
