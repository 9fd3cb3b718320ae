"""Texts to JSON and back. Files may come from strangers: what this program does not write is refused."""

from collections.abc import Mapping
from typing import Any, Final

from rules.errors import BadInput
from rules.text import FIELD, NUMBER, Text, mean

MAX_MESSAGE: Final = 600
"""The most characters of a message."""
MAX_VALUES: Final = 40
"""The most values of a message."""
MAX_DEPTH: Final = 8
"""The most levels of texts within texts."""


def encode_text(text: Text) -> Any:
    """Return the text as JSON. A message without values becomes a plain string, as in older files."""
    return pack_text(text) if text.values or text.context else text.message


def pack_text(text: Text) -> dict[str, Any]:
    """Return the text as a JSON object. Plain strings in it are people's own words."""
    data: dict[str, Any] = {"message": text.message}
    if text.context:
        data["context"] = text.context
    if text.plural:
        data["plural"] = text.plural
    if text.values:
        data["values"] = {
            name: pack_text(value) if isinstance(value, Text) else value for name, value in text.values.items()
        }
    return data


def decode_text(data: object, where: str = "text") -> Text:
    """Return the text that `encode_text` or `pack_text` wrote.

    Raises `BadInput` for anything else: files come from strangers.
    """
    return Text(data) if isinstance(data, str) else _decode(data, where, MAX_DEPTH)


def _decode(data: object, where: str, depth: int) -> Text:
    if not isinstance(data, Mapping) or not data.keys() <= {"message", "context", "plural", "values"} or not depth:
        raise _wrong(where)
    message, plural, values = data.get("message"), data.get("plural", ""), data.get("values", {})
    if not (isinstance(message, str) and isinstance(plural, str) and isinstance(values, Mapping)):
        raise _wrong(where)
    if "context" in data:
        return _decode_meaning(data, where)
    if len(message) > MAX_MESSAGE or len(plural) > MAX_MESSAGE or len(values) > MAX_VALUES:
        raise _wrong(where)
    if plural and type(values.get(NUMBER)) is not int:
        raise _wrong(where)
    for template in filter(None, (message, plural)) if values else ():
        _check_fields(template, values, where)
    return Text(message, plural, **{str(name): _decode_value(value, where, depth) for name, value in values.items()})


def _decode_meaning(data: Mapping[str, Any], where: str) -> Text:
    """Return a label that `mean` made: a context and a message, and nothing else."""
    context, message = data["context"], data["message"]
    if len(data) > 2 or not isinstance(context, str) or not context or max(len(context), len(message)) > MAX_MESSAGE:
        raise _wrong(where)
    return mean(context, message)


def _check_fields(message: str, values: Mapping[str, Any], where: str) -> None:
    """Raise `BadInput` for braces that are no place of a value: `str.format` could read attributes through them."""
    if not set(FIELD.findall(message)) <= values.keys() or set(FIELD.sub("", message)) & {"{", "}"}:
        raise _wrong(where)


def _decode_value(value: object, where: str, depth: int) -> Any:
    if isinstance(value, Mapping):
        return _decode(value, where, depth - 1)
    if not isinstance(value, (str, int)):
        raise _wrong(where)
    return value


def _wrong(where: str) -> BadInput:
    return BadInput("wrong_text", Text("{where} is not a text of this program.", where=repr(where)), key=where)
