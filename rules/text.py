"""Sentences as data: a message, and the values that stand in it.

    Text("{who} heals {n} level.", "{who} heals {n} levels.", who=actor.name, n=healed)

A `Text` is a `str`, the English sentence, and keeps its message and values beside it, so that a page can draw it in
another language: the message is looked up as it stands here, and the values are put in afterwards. Of the values, a
`Text` is translated too; a plain `str` is somebody's own word (a name, a reason) and stays as it is. What is no `Text`
is never translated. Any method of `str` gives back a plain `str`: join texts by `join` and `list_texts`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol

from rules.errors import BadInput

FIELD: Final = re.compile(r"\{(\w+)\}")
NUMBER: Final = "n"
"""The value that chooses between singular and plural."""
MAX_MESSAGE: Final = 600
"""The most characters of a message that is read from a file."""
MAX_VALUES: Final = 40
"""The most values of such a message."""
MAX_DEPTH: Final = 8
"""How deep texts may stand within texts there."""


class Catalogue(Protocol):
    """The messages of one language, as `gettext.GNUTranslations` has them."""

    def gettext(self, message: str, /) -> str:
        """Return the message in this language."""

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        """Return the form of a message that belongs to the number `n`."""


class Text(str):
    """An English text that can be told in another language.

    `message` holds the values' places as `{name}`; `plural` is the message where the value `n` is not 1, or empty.
    A message without values is never formatted, so that a name with braces in it does no harm.
    """

    __slots__ = ("message", "plural", "values")
    message: str
    plural: str
    values: Mapping[str, Any]

    def __new__(cls, message: str, plural: str = "", /, **values: Any) -> "Text":
        """Put the values into the message. `plural` needs a value `n`."""
        told = plural if plural and values[NUMBER] != 1 else message
        text = super().__new__(cls, told.format_map(values) if values else told)
        text.message, text.plural, text.values = message, plural, values
        return text

    def tell(self, catalogue: Catalogue) -> str:
        """Return the text in the language of the catalogue; what it does not know stays English."""
        if not self.message:
            return ""
        if self.plural:
            told = catalogue.ngettext(self.message, self.plural, self.values[NUMBER])
        else:
            told = catalogue.gettext(self.message)
        if not self.values:
            return told
        return told.format_map(
            {name: value.tell(catalogue) if isinstance(value, Text) else value for name, value in self.values.items()}
        )


EMPTY: Final = Text("")


def word(name: str) -> Text:
    """Return a word out of a table or a sheet as a text: what the catalogue knows is translated, any other stays."""
    return name if isinstance(name, Text) else Text(name)


def verbatim(words: str) -> Text:
    """Return somebody's own words (a name, a reason) as a text that no language changes."""
    if isinstance(words, Text):
        return words
    return Text("{t0}", t0=words) if words else EMPTY


class _Small(Text):
    """A text that stands within a sentence: its first letter is small in every language."""

    __slots__ = ()

    def tell(self, catalogue: Catalogue) -> str:
        return _shrink(super().tell(catalogue))


def small(text: Text) -> Text:
    """Return a heading as it stands within a sentence: "On an attack" is "on an attack". It is not to be stored."""
    shrunk = str.__new__(_Small, _shrink(text))
    shrunk.message, shrunk.plural, shrunk.values = text.message, text.plural, text.values
    return shrunk


def _shrink(told: str) -> str:
    return told[:1].lower() + told[1:]


def join(between: str, texts: Iterable[str]) -> Text:
    """Return the texts that are not empty with a mark between each two: `join(", ", labels)`.

    Plain strings stay as they are.
    """
    found = [text for text in texts if text]
    if len(found) == 1 and isinstance(found[0], Text):
        return found[0]
    return Text(between.join(f"{{t{i}}}" for i in range(len(found))), **{f"t{i}": text for i, text in enumerate(found)})


def list_texts(texts: Iterable[str]) -> Text:
    """Return a list in words: "A, B and C"."""
    *others, last = list(texts) or [EMPTY]
    if not others:
        return verbatim(last)
    return Text("{others} and {last}", others=join(", ", others), last=last)


def encode_text(text: Text) -> Any:
    """Return the text as JSON. A message without values is a plain string, as older files have them."""
    return pack_text(text) if text.values else text.message


def pack_text(text: Text) -> dict[str, Any]:
    """Return the text as a JSON object, where plain strings stand for people's own words."""
    told: dict[str, Any] = {"message": text.message}
    if text.plural:
        told["plural"] = text.plural
    if text.values:
        told["values"] = {
            name: pack_text(value) if isinstance(value, Text) else value for name, value in text.values.items()
        }
    return told


def decode_text(data: object, where: str = "text") -> Text:
    """Return the text that `encode_text` or `pack_text` wrote.

    Raises `BadInput` for anything else: files come from strangers.
    """
    return Text(data) if isinstance(data, str) else _decode(data, where, MAX_DEPTH)


def _decode(data: object, where: str, depth: int) -> Text:
    if not isinstance(data, Mapping) or not data.keys() <= {"message", "plural", "values"} or not depth:
        raise _wrong(where)
    message, plural, values = data.get("message"), data.get("plural", ""), data.get("values", {})
    if not (isinstance(message, str) and isinstance(plural, str) and isinstance(values, Mapping)):
        raise _wrong(where)
    if len(message) > MAX_MESSAGE or len(plural) > MAX_MESSAGE or len(values) > MAX_VALUES:
        raise _wrong(where)
    if plural and type(values.get(NUMBER)) is not int:
        raise _wrong(where)
    for told in filter(None, (message, plural)) if values else ():
        _check_fields(told, values, where)
    return Text(message, plural, **{str(name): _decode_value(value, where, depth) for name, value in values.items()})


def _check_fields(message: str, values: Mapping[str, Any], where: str) -> None:
    """Raise for braces that are no place of a value: `str.format` would read more than values by them."""
    if not set(FIELD.findall(message)) <= values.keys() or set(FIELD.sub("", message)) & {"{", "}"}:
        raise _wrong(where)


def _decode_value(value: object, where: str, depth: int) -> Any:
    if isinstance(value, Mapping):
        return _decode(value, where, depth - 1)
    if not isinstance(value, (str, int)):
        raise _wrong(where)
    return value


def _wrong(where: str) -> BadInput:
    return BadInput("wrong_text", Text("{where} is no text of this program.", where=repr(where)), key=where)
