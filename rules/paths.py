"""Dotted paths into JSON: "attributes.strength", "weapons.0.name"."""

from typing import Any

from rules.battle import Json
from rules.errors import BadInput
from rules.text import Text


def get_path(data: Json, path: str) -> Json:
    """Return the value at the path. Raises `BadInput` if the path does not exist."""
    for name in path.split("."):
        data = _step(data, name, path)
    return data


def write_path(data: Json, path: str, value: Json) -> Json:
    """Return a copy of the data with the value at the path replaced. Raises `BadInput` if the path does not exist."""
    name, _, rest = path.partition(".")
    inner = write_path(_step(data, name, path), rest, value) if rest else value
    if isinstance(data, list):
        _step(data, name, path)
        return [inner if index == int(name) else item for index, item in enumerate(data)]
    if rest or (isinstance(data, dict) and name in data):
        return {**data, name: inner}
    raise _no_place(path)


def _step(data: Any, name: str, path: str) -> Json:
    if isinstance(data, dict) and name in data:
        return data[name]
    if isinstance(data, list) and name.isascii() and name.isdecimal() and int(name) < len(data):
        return data[int(name)]
    raise _no_place(path)


def _no_place(path: str) -> BadInput:
    return BadInput("no_such_trait", Text("The sheet has no {path}.", path=repr(path[:80])), key=path[:80])
