"""docs/vectors.md, made of the words of the vectors: `python -m rules.vocabulary_page > docs/vectors.md`."""

from collections.abc import Iterable, Iterator

from rules import SYSTEMS, get_system
from rules.system import System
from rules.vector_keys import Key, Reader, list_readers
from rules.vocabulary import REFUSAL, Vocabulary, load_vocabulary

HEAD = """# Words of the test vectors

A file of vectors is a list of objects with `id`, `kind`, `given`, `dice` and `expect`; `rule_ids` and `why` are for
people. `python -m rules check SYSTEM FILE.json` runs it ([rules.md](rules.md#check)), and `python -m rules check SYSTEM
--explain` prints what stands here, with the keys of each kind.

* A kind with several ops has its op in brackets: it stands in `given` as `op`, in the kind `roll` of the Third Edition
  as `mode`.
* A key that is left out of `given` has its default, and so has a key that is null, unless null is among its values.
* Only what `expect` names is compared, objects inside it key by key. In a list of objects with a `step`, each is
  compared with the step of that number. `dice` are the faces in the order in which they fall, and all must be used.
* What the rules refuse has the result `error`, the code of the refusal, and `rule`, its rule.

This page is made of `rules/<game>/data/vectors.toml` and of the readers by `python -m rules.vocabulary_page`.
"""


def write_page() -> str:
    """Return the page."""
    parts = [HEAD, *("\n".join(_write_game(get_system(key))) for key in SYSTEMS)]
    return "\n".join(parts)


def _write_game(system: System) -> Iterator[str]:
    words, readers = load_vocabulary(system), list(list_readers(system.conformance))
    yield f"## {system.name}\n"
    yield "| kind | what it does | `given` | `expect` |\n|---|---|---|---|"
    for reader in readers:
        given = _list_codes(key.path for key in reader.keys if "." not in key.path)
        expect = _list_codes(words.expect.get(reader.title, ()))
        yield f"| {reader.title} | {_escape(reader.about)} | {given} | {expect} |"
    yield ""
    if words.texts:
        yield "| text | means |\n|---|---|"
        yield from (f"| `{text}` | {_escape(meaning)} |" for text, meaning in words.texts.items())
        yield ""
    yield "| key | what stands there | means |\n|---|---|---|"
    for word in sorted(words.words.keys() - {*REFUSAL} | {word for group in words.in_.values() for word in group}):
        yield from _write_word(words, readers, word)
    yield ""


def _write_word(words: Vocabulary, readers: list[Reader], word: str) -> Iterator[str]:
    """Yield the row of a word, and one more for each kind in which it means something else."""
    if word in words.words:
        usual = [key for reader in readers for key in reader.keys if key.name == word]
        yield f"| `{word}` | {_escape(_describe(usual))} | {_escape(words.words[word])} |"
    for place, meanings in words.in_.items():
        if word in meanings:
            here = [
                key
                for reader in readers
                if place in (reader.kind, reader.title)
                for key in reader.keys
                if key.name == word
            ]
            yield f"| `{word}`, in {place} | {_escape(_describe(here))} | {_escape(meanings[word])} |"


def _describe(keys: list[Key]) -> str:
    """Return what may stand under a key, over all kinds; only in results if no reader takes it."""
    if not keys:
        return "in results"
    forms = " or ".join(dict.fromkeys(part for key in keys for part in key.form.split(" or ")))
    texts = dict.fromkeys(text for key in keys for text in key.words if text != '""')
    return f"{forms}: {', '.join(f'`{text}`' for text in texts)}" if texts else forms


def _list_codes(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(write_page(), end="")
