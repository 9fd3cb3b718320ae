"""Sentences as data: a message, and the values that go into it.

    Text("{who} heals {n} level.", "{who} heals {n} levels.", who=actor.name, n=healed)

A `Text` is a `str`, the English sentence. It keeps its message and values, so that a page can draw it in another
language: the message is translated first, and the values are put in afterwards. A value that is a `Text` is translated
too; a plain `str` is someone's own word (a name, a reason) and stays as it is. A `str` that is no `Text` is never
translated. Any method of `str` returns a plain `str`: join texts by `join` and `list_texts`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any, Final, Protocol

FIELD: Final = re.compile(r"\{(\w+)\}")
RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
FIRST, LAST = "\u2068", "\u2069"
"""The marks that keep what stands between them apart, and let it have its own direction."""
VERBATIM: Final = "{t0}"
"""The message of a text that is nothing but someone's own words."""
NUMBER: Final = "n"
"""The value that chooses between singular and plural."""
_make_str: Final = str.__new__


class Catalogue(Protocol):
    """The messages of one language, with the methods of `gettext.GNUTranslations`."""

    def gettext(self, message: str, /) -> str:
        """Return the message in this language."""

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """Return the form of a message that belongs to the number `n`."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Return the message in this language, in the meaning that the context names."""


class Text(str):
    """An English text that can be translated.

    `message` has the places of values as `{name}`; `plural` is the message for a value `n` other than 1, or empty. A
    message without values is never formatted, so that a name with braces in it does no harm. `context` is empty but for
    texts of `mean`.
    """

    __slots__ = ("context", "message", "plural", "values")
    context: str
    message: str
    plural: str
    values: Mapping[str, Any]

    def __new__(cls, message: str, plural: str = "", /, **values: Any) -> "Text":
        """Put the values into the message. `plural` needs a value `n`."""
        template = plural if plural and values[NUMBER] != 1 else message
        text = _make_str(cls, template.format_map(values) if values else template)
        text.context, text.message, text.plural, text.values = "", message, plural, values
        return text

    def with_values(self, values: Mapping[str, Any]) -> "Text":
        """Return the same message with other values."""
        return Text(self.message, self.plural, **values)

    def in_language(self, catalogue: Catalogue) -> str:
        """Return the text in the language of the catalogue. Messages that it lacks, or gets wrong, stay English."""
        if not self.message:
            return ""
        if self.context:
            return catalogue.pgettext(self.context, self.message)
        if self.plural:
            translated = catalogue.ngettext(self.message, self.plural, self.values[NUMBER])
        else:
            translated = catalogue.gettext(self.message)
        if not self.values:
            return translated
        values = {
            n: value.in_language(catalogue) if isinstance(value, Text) else value for n, value in self.values.items()
        }
        try:
            return translated.format_map(values)
        except (LookupError, ValueError):  # a translation names what the message does not
            return str(self)

    def __html__(self) -> str:
        """Return the text for a page, as templates ask for it: escaped, each name in it kept apart (`isolate_name`)."""
        if self.isascii():
            return escape(self)
        return escape(isolate(self) if self.values and self.message != VERBATIM else isolate_name(self))


EMPTY: Final = Text("")


def mean(context: str, message: str) -> Text:
    """Return a label in one of its meanings: `mean("weapon", "Range")`. Other languages have two words for "Range"."""
    text = Text(message)
    text.context = context
    return text


def word(name: str) -> Text:
    """Return a word out of a table or a sheet as a text. It is translated if the catalogue has it."""
    return name if isinstance(name, Text) else _make_word(name)


@lru_cache(maxsize=4096)
def _make_word(name: str) -> Text:
    """Return a plain word as a text; kept, since the words of tables come again and again."""
    return Text(name)


def verbatim(words: str) -> Text:
    """Return someone's own words (a name, a reason) as a text that is never translated."""
    return words if isinstance(words, Text) else _keep(words)


@lru_cache(maxsize=4096)
def _keep(words: str) -> Text:
    """Return plain words as a text. Cached, since a board names the same people in many offers."""
    return Text(VERBATIM, t0=words) if words else EMPTY


def isolate(text: Text) -> Text:
    """Return a sentence in which each value in a script from right to left stands between marks that keep it apart.

    Without them a name in Arabic or Hebrew pulls the numbers and brackets behind it to its own side. What is only a
    name stays: the page keeps it apart (`<bdi>`). Do not store it.
    """
    if text.isascii() or not RIGHT_TO_LEFT.search(text) or text.message == VERBATIM:
        return text
    apart = text.with_values({name: _isolate_value(value) for name, value in text.values.items()})
    return small(apart) if isinstance(text, _Small) else apart


def _isolate_value(value: Any) -> Any:
    if isinstance(value, Text) and value.values and value.message != VERBATIM:
        return isolate(value)
    return isolate_name(value) if isinstance(value, str) else value


def isolate_name(name: str) -> str:
    """Return a name as it stands within a sentence: in a script from right to left, between marks that isolate it."""
    needs_marks = not name.isascii() and RIGHT_TO_LEFT.search(name) and name[0] != FIRST
    return f"{FIRST}{name}{LAST}" if needs_marks else name


def list_names(names: Iterable[str]) -> str:
    """Return names with commas between them, each kept apart from the others."""
    return ", ".join(map(isolate_name, names))


class _Small(Text):
    """A text for the middle of a sentence: its first letter is small in every language."""

    __slots__ = ()

    def in_language(self, catalogue: Catalogue) -> str:
        return _shrink(super().in_language(catalogue))


def small(text: Text) -> Text:
    """Return a heading for the middle of a sentence: "On an attack" is "on an attack". Do not store it."""
    shrunk = _make_str(_Small, _shrink(text))
    shrunk.context, shrunk.message, shrunk.plural, shrunk.values = text.context, text.message, text.plural, text.values
    return shrunk


def _shrink(text: str) -> str:
    return text[:1].lower() + text[1:]


def join(between: str, texts: Iterable[str]) -> Text:
    """Return the texts that are not empty, joined by `between`: `join(", ", labels)`.

    Plain strings stay as they are.
    """
    found = [text for text in texts if text]
    if len(found) == 1 and isinstance(found[0], Text):
        return found[0]
    message, names = _make_list(between, len(found))
    return Text(message, **dict(zip(names, found, strict=True)))


@lru_cache(maxsize=256)
def _make_list(between: str, length: int) -> tuple[str, tuple[str, ...]]:
    """Return the message of a list of this length, and the names of its values."""
    names = tuple(f"t{i}" for i in range(length))
    return between.join(f"{{{name}}}" for name in names), names


def list_texts(texts: Iterable[str]) -> Text:
    """Return a list in words: "A, B and C"."""
    *others, last = list(texts) or [EMPTY]
    if not others:
        return verbatim(last)
    return Text("{others} and {last}", others=join(", ", others), last=last)


FEW = 3
"""How many names a short list has at most."""


def list_few(texts: Sequence[str]) -> Text:
    """Return a list in words that names a few at most: "A, B and 4 more"."""
    if len(texts) <= FEW:
        return list_texts(texts)
    return list_texts([*texts[: FEW - 1], Text("{n} more", n=len(texts) - FEW + 1)])
