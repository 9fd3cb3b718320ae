"""The words that somebody looks for: how they are read, whether a text has them, and where."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import category, normalize

from rules.names import clean_text

MAX_LETTERS = 200
"""How much of what is typed is read."""
MAX_PHRASES = 10
MAX_WORD = 60
"""Words are cut to this length, in texts and in what is looked for: PostgreSQL takes at most 2,046 bytes."""
BEFORE, AFTER = 60, 160
"""How many letters an excerpt shows before and after the first place."""
_WORD = re.compile(r"[^\W_]+")
_ALONE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Letters of scripts without blanks between words (Thai, Lao, Burmese, Khmer, Kana, Han): each is a word of its own,
and what is looked for is a phrase of them."""
_STROKED = ("łøđħıŋŧĸƶɨʉŀȼɇð", "lodhintkziulced")
_PLAIN = str.maketrans(*_STROKED) | {ord("æ"): "ae", ord("œ"): "oe", ord("þ"): "th"}
"""Letters with a stroke and joined ones, which do not decompose."""
_MARKUP = re.compile(r"[*`]+")
_PART = re.compile(r'"([^"]*)(?:"|$)|(\S+)')

Phrase = tuple[str, ...]
Excerpt = tuple[tuple[str, bool], ...]
"""Pieces of a text, and whether each is one of the words that were looked for."""


@dataclass(frozen=True, slots=True)
class SearchWords:
    """What a text must have: all of these phrases. `prefix`: the last word may go on."""

    phrases: tuple[Phrase, ...] = ()
    prefix: bool = False

    def is_in(self, words: str) -> bool:
        """Whether a text has it all. `words` is the text by `fold_words`."""
        text, last = f" {words} ", len(self.phrases) - 1
        return bool(self.phrases) and all(
            f" {' '.join(phrase)}{'' if self.prefix and place == last else ' '}" in text
            for place, phrase in enumerate(self.phrases)
        )

    def has_word(self, word: str) -> bool:
        """Whether a word is one of those that are looked for."""
        begins = self.prefix and word.startswith(self.phrases[-1][-1])
        return begins or any(word in phrase for phrase in self.phrases)


def parse_wanted(typed: str) -> SearchWords:
    """Return what somebody looks for. Words in quotes stand together; the last word may be the beginning of one.

    What is typed is cleaned as stored texts are: a soft hyphen that came with a copied word would part it.
    """
    parts = [match.groups() for match in _PART.finditer(clean_text(typed[:MAX_LETTERS]))]
    phrases = [(tuple(fold_words(quoted or word or "").split()), bool(word)) for quoted, word in parts]
    found = [(phrase, is_open) for phrase, is_open in phrases if phrase][:MAX_PHRASES]
    return SearchWords(tuple(phrase for phrase, _open in found), found[-1][1]) if found else SearchWords()


def fold_words(text: str) -> str:
    """Return the words of a text with a blank between them: small letters and digits, without accents."""
    return " ".join(word for _start, _end, word in _walk(normalize("NFC", text)))


def _walk(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _WORD.finditer(text):
        for start, end in _split(match[0]):
            if word := _fold(match[0][start:end]):
                yield match.start() + start, match.start() + end, word


def _split(word: str) -> Iterator[tuple[int, int]]:
    """Yield where the words in a run of letters begin and end."""
    if word.isascii() or not _ALONE.search(word):
        yield 0, len(word)
        return
    at = 0
    for match in _ALONE.finditer(word):
        if match.start() > at:
            yield at, match.start()
        yield match.span()
        at = match.end()
    if at < len(word):
        yield at, len(word)


def _fold(word: str) -> str:
    if word.isascii():
        return word.lower()[:MAX_WORD]
    bare = "".join(letter for letter in normalize("NFKD", word.casefold()) if category(letter) != "Mn")
    return "".join(filter(str.isalnum, bare.casefold().translate(_PLAIN)))[:MAX_WORD]


def make_excerpt(text: str, wanted: SearchWords) -> Excerpt:
    """Return a short piece of a text around the first of the words, with each of them marked."""
    text = " ".join(_MARKUP.sub("", normalize("NFC", text)).split())
    marks = [(start, end) for start, end, word in _walk(text) if wanted.has_word(word)]
    first = marks[0][0] if marks else 0
    begin, end = _cut(text, first)
    pieces, at = ([("… ", False)] if begin else []), begin
    for start, stop in marks:
        if stop <= end:
            pieces += [(text[at:start], False), (text[start:stop], True)]
            at = stop
    pieces += [(text[at:end], False), (" …" if end < len(text) else "", False)]
    return tuple((piece, marked) for piece, marked in pieces if piece)


def _cut(text: str, first: int) -> tuple[int, int]:
    """Return where an excerpt begins and ends: between words, where there are blanks."""
    begin, end = max(0, first - BEFORE), min(len(text), first + AFTER)
    if begin:
        begin = text.find(" ", begin, first) + 1 or begin
    if end < len(text):
        end = max(text.rfind(" ", first, end), first) if " " in text[first:end] else end
    return begin, end
