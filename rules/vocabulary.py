"""The words of a game's test vectors and what they mean, as `python -m rules check --explain` prints them.

What a kind reads is found in its reader (`rules.vector_keys`). What the words mean, and what a kind answers with, is
written once, in `vectors.toml` in the data of the game. docs/vectors.md is made of both (`rules.vocabulary_page`).
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

from rules.codec import decode
from rules.system import System
from rules.vector_keys import Key, Reader, list_readers

FILE: Final = "vectors.toml"
REFUSAL: Final = ("error", "rule")
"""The keys of a refusal, which can stand in place of any result."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the words of a game's vectors mean.

    `words`: the meaning of each key of `given` and `expect`; `in_`: meanings that differ in one kind, or in one op of
    it. `texts`: what texts mean that stand as values. `expect`: the keys that a kind answers with. `by_name`: keys
    whose object has names for keys; `free`: keys whose texts are names or words of people, and so in no list.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    in_: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_name: tuple[str, ...] = ()
    free: tuple[str, ...] = ()

    def find(self, reader: Reader, word: str) -> str:
        """Return the meaning of a word in vectors of this kind, or an empty text."""
        for place in (reader.title, reader.kind):
            if word in self.in_.get(place, {}):
                return self.in_[place][word]
        return self.words.get(word, "")


def load_vocabulary(system: System) -> Vocabulary:
    """Return the vocabulary of a game; an empty one for a package without the file."""
    package = type(system.battle).__module__.rpartition(".")[0]
    file = files(package) / "data" / FILE
    if not file.is_file():
        return Vocabulary()
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return decode(Vocabulary, {"in_" if key == "in" else key: value for key, value in data.items()})


def explain(system: System) -> Iterator[str]:
    """Yield the lines that explain a game's vectors, kind by kind."""
    words = load_vocabulary(system)
    yield f"{system.key}: {system.name}"
    for reader in list_readers(system.conformance):
        yield ""
        yield f"{reader.title}: {reader.about}" if reader.about else reader.title
        if reader.keys or reader.op:
            yield "  given"
            yield from [f'    {reader.op_key}: "{reader.op}"'] if reader.op else []
            yield from (_define(describe_key(key), words.find(reader, key.name)) for key in reader.keys)
        if expected := words.expect.get(reader.title, ()):
            yield "  expect"
            yield from (_define(word, words.find(reader, word)) for word in expected)
    if words.texts:
        yield ""
        yield "Texts"
        yield from (f"  {text}: {meaning}" for text, meaning in words.texts.items())


def _define(word: str, meaning: str) -> str:
    return f"    {word}: {meaning}" if meaning else f"    {word}"


def describe_key(key: Key) -> str:
    """Return a key with what may stand there: "cover (text, one of "none", "light")"."""
    form = f"{key.form}, one of {', '.join(key.words)}" if key.words else key.form
    return f"{key.path} ({form}, needed)" if key.is_needed else f"{key.path} ({form})"
