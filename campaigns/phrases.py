"""Translate what the rules and the log say into the reader's language.

The rules write English into events, sheets and refusals, and it is stored so. When a text is drawn, it is looked up in
the phrase book of the reader's language (`rules.po` in `locale`): as a whole, then by its form (`{name} rolls {n}
dice`), then part by part. What no phrase matches stays English. For readers of English nothing is looked up. How to
write phrases: docs/finnish.md.
"""

import gettext
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from rules.text import Text

DOMAIN = "rules.po"
LONGEST = 600
"""Longer texts are not looked up."""
DEPTH = 9
"""How deep phrases may be nested."""
FIELD = re.compile(r"\{(\w+)\}")
FIGURE = re.compile(r"[+−-]?\d+")
DAMAGE = re.compile(r"[+−-]?\d[\d/LB+−-]*")
CLAUSE = re.compile(r"[,:;(“]|\. |\.$")
"""What no name contains. Fields in `NAMES` match none of it, as a field `n` matches only a number."""
QUOTES = re.compile(r"(“[^”]*”?)")
SENTENCES = re.compile(r"((?<=[.!?…]) )")
LISTS = (r"; ", r": ", r" \(|\)", r", and |, ", r" and ", r"^\W+")
CUTS = tuple(re.compile(f"({cut})") for cut in LISTS)
COLON = CUTS[1]
"""Where a text that no phrase fits is cut, one way after the other: sentences, clauses, the items of a list."""
FULL_STOPS = ".!…"
MARKS = range(0xE000, 0xF900)
"""Private characters that stand for names while a text is translated. No text contains them."""
PLAIN = frozenset({"name", "who", "whom", "text", "title"})
"""Fields that people have written, with or without a number. They are not translated."""
NAMES = frozenset({"who", "whom", "w"})
LETTERS = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


class Form:
    """A phrase with fields, and its translation."""

    def __init__(self, phrase: str, told: str) -> None:
        pieces = FIELD.split(phrase)
        self.between, self.fields, self.told = pieces[::2], pieces[1::2], told
        self.anchor = max(LETTERS.findall(" ".join(self.between)), key=len, default="")
        """A word that every text of this form has: the longest."""
        self.weight = -sum(map(len, self.between)), len(self.fields)
        """Forms that say more, with fewer fields, are tried first."""

    def match(self, text: str) -> dict[str, str] | None:
        """Return the values of the fields if the text has this form, else None. It takes linear time."""
        if not (text.startswith(self.between[0]) and text.endswith(self.between[-1])):
            return None
        at, end = len(self.between[0]), len(text) - len(self.between[-1])
        found: dict[str, str] = {}
        for field, after in zip(self.fields, self.between[1:], strict=True):
            is_last = field is self.fields[-1] and len(found) == len(self.fields) - 1
            stop = end if is_last else text.find(after, at + 1, end)
            if stop <= at or not _fits(field, text[at:stop]):
                return None
            found[field] = text[at:stop]
            at = stop + len(after)
        return found


def _fits(field: str, found: str) -> bool:
    kind = field.rstrip("0123456789")
    if kind == "n":
        return FIGURE.fullmatch(found) is not None
    if kind == "dmg":
        return DAMAGE.fullmatch(found) is not None
    return not (kind in NAMES and CLAUSE.search(found)) and not (kind in ("list", "what") and ": " in found)


BY_WEIGHT = attrgetter("weight")


class PhraseBook:
    """The phrases of one language."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self.whole = {phrase: told for phrase, told in phrases.items() if "{" not in phrase}
        self.sentences: dict[str, list[Form]] = defaultdict(list)
        self.forms: dict[str, list[Form]] = defaultdict(list)
        for phrase, told in phrases.items():
            if "{" in phrase:
                form = Form(phrase, told)
                (self.sentences if SENTENCES.search(phrase) else self.forms)[form.anchor].append(form)
        self.tell = lru_cache(maxsize=16384)(self._tell)
        self.find = lru_cache(maxsize=16384)(self._find)

    def _tell(self, text: str) -> str:
        return text if len(text) > LONGEST else self.find(text, DEPTH) or text

    def _find(self, text: str, depth: int) -> str | None:
        """Return the text in this language, or None if no phrase matches."""
        if (told := self._find_whole(text)) is not None or not depth:
            return told
        return self._find_form(text, depth, self.sentences) or self._find_sentences(text, depth)

    def _find_sentences(self, text: str, depth: int) -> str | None:
        """Translate each sentence by itself, without its full stop."""
        parts = SENTENCES.split(text)
        if len(parts) > 1 and "“" not in text:
            return self._tell_parts(parts, depth)
        if text.endswith(tuple(FULL_STOPS)):
            told = self.find(text[:-1], depth - 1)
            return None if told is None else told + text[-1]
        return self._find_form(text, depth, self.forms) or self._find_parts(text, depth)

    def _find_whole(self, text: str) -> str | None:
        if len(text) == 1 and ord(text) in MARKS:
            return text
        if (told := self.whole.get(text)) is not None:
            return told
        if (told := self.whole.get(text[:1].lower() + text[1:])) is not None:
            return told[:1].upper() + told[1:]
        if (told := self.whole.get(text[:1].upper() + text[1:])) is not None:
            return told[:1].lower() + told[1:]
        return None

    def _find_form(self, text: str, depth: int, forms: Mapping[str, list[Form]]) -> str | None:
        found_words = {"", *LETTERS.findall(text)}
        candidates = [form for word in found_words if word in forms for form in forms[word]]
        for form in sorted(candidates, key=BY_WEIGHT):
            if (found := form.match(text)) is not None:
                return FIELD.sub(lambda field: self._tell_field(field[1], found[field[1]], depth), form.told)
        return None

    def _tell_field(self, field: str, found: str, depth: int) -> str:
        kind = field.rstrip("0123456789")
        if kind in PLAIN:
            return found
        return self._join(found) if kind == "list" else self.find(found, depth - 1) or found

    def _find_parts(self, text: str, depth: int) -> str | None:
        """Cut the text and translate each part by itself. Words in quotes are people's own."""
        quoted = QUOTES.split(text)
        if len(quoted) > 1:
            return self._tell_parts(quoted, depth)
        for cut in CUTS:
            parts = cut.split(text, maxsplit=cut is COLON)
            if len(parts) > 1:
                return self._tell_parts([self._join(part) if i % 2 else part for i, part in enumerate(parts)], depth)
        return None

    def _tell_parts(self, parts: list[str], depth: int) -> str | None:
        """Translate every second part and keep those between. Return None if no phrase matches any."""
        told = [None if i % 2 or not part.strip() else self._find_padded(part, depth) for i, part in enumerate(parts)]
        if not any(told):
            return None
        return "".join(new if new is not None else old for new, old in zip(told, parts, strict=True))

    def _find_padded(self, text: str, depth: int) -> str | None:
        bare = text.strip()
        told = self.find(bare, depth - 1)
        return None if told is None else text.replace(bare, told)

    def _join(self, between: str) -> str:
        return between.replace(", and ", f" {self.word_and} ").replace(" and ", f" {self.word_and} ")

    @property
    def word_and(self) -> str:
        """The word that joins the last item of a list."""
        return self.whole.get("and", "and")


def tell(text: str) -> str:
    """Return a text of the rules in the active language."""
    language = get_language() or settings.LANGUAGE_CODE
    if language == settings.LANGUAGE_CODE or not text:
        return text
    book = open_book(language)
    if isinstance(text, Text) and (not text.values or text.message in open_messages(language)):
        return text.tell(Messages(open_messages(language), book))
    return book.tell(str(text))


class Messages:
    """The compiled messages of a language; what they lack, the phrase book is asked for."""

    def __init__(self, messages: Mapping[Any, str], book: PhraseBook) -> None:
        self.messages, self.book = messages, book

    def gettext(self, message: str) -> str:
        """Return the message in this language."""
        return self.messages.get(message) or self.book.tell(message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """Return the form that belongs to the number `n`."""
        return self.messages.get((one, int(n != 1))) or (one if n == 1 else many)


@cache
def open_messages(language: str) -> Mapping[Any, str]:
    """Return the compiled messages of a language; those with a plural stand there by each form and by the first."""
    found = gettext.find("rules", settings.LOCALE_PATHS[0], [language])
    if found is None:
        return {}
    with Path(found).open("rb") as file:
        known = dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]
    return known | {key[0]: told for key, told in known.items() if isinstance(key, tuple)}


@cache
def open_book(language: str) -> PhraseBook:
    """Return the phrase book of a language. It is empty if there is no file."""
    paths = (Path(place) / language / "LC_MESSAGES" / DOMAIN for place in settings.LOCALE_PATHS)
    return PhraseBook({phrase: told for path in paths if path.exists() for phrase, told in read_phrases(path)})


QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
ENTRY = re.compile(r'^msgid ((?:"(?:[^"\\]|\\.)*"\s*)+)^msgstr ((?:"(?:[^"\\]|\\.)*"\s*)+)', re.M)
PLURAL = re.compile(r'^msgid (".*")\nmsgid_plural (".*")\nmsgstr\[0\] (".*")\nmsgstr\[1\] (".*")', re.M)
ESCAPES = {"n": "\n", "t": "\t"}


def read_phrases(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each phrase of a catalogue that has a translation, with it."""
    text = path.read_text(encoding="utf-8")
    plurals = [pair for one, many, *told in PLURAL.findall(text) for pair in zip((one, many), told, strict=True)]
    for phrase, told in (*ENTRY.findall(text), *plurals):
        if (said := _unquote(phrase)) and (answer := _unquote(told)):
            yield said, answer


def _unquote(quoted: str) -> str:
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), "".join(QUOTED.findall(quoted)))
