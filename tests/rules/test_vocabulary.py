"""Every word that the readers of test vectors take or answer with is documented, and no other."""

from pathlib import Path

import pytest

from rules import SYSTEMS, get_system
from rules.vector_keys import list_readers
from rules.vocabulary import REFUSAL, explain, load_vocabulary
from rules.vocabulary_page import write_page
from tests.rules.vocabulary import answers_of

PAGE = Path(__file__).parents[2] / "docs" / "vectors.md"
SAME = {"cover": "level"}
"""A key of results whose texts are those of a key of `given` with another name."""
of_each_game = pytest.mark.parametrize("system", SYSTEMS)


@of_each_game
def test_every_key_of_given_has_a_meaning(system: str) -> None:
    words = load_vocabulary(get_system(system))
    keys = {(reader, key) for reader in list_readers(get_system(system).conformance) for key in reader.keys}
    assert {(reader.title, key.path) for reader, key in keys if not words.find(reader, key.name)} == set()


@of_each_game
def test_every_kind_says_what_it_is_and_what_it_answers_with(system: str) -> None:
    words, told = load_vocabulary(get_system(system)), answers_of(system).keys
    readers = {reader.title: reader for reader in list_readers(get_system(system).conformance)}
    assert [title for title, reader in readers.items() if not reader.about] == []
    assert {title: sorted(keys) for title, keys in words.expect.items()} == {
        title: sorted(keys) for title, keys in told.items() if keys
    }
    assert [(title, key) for title, keys in told.items() for key in keys if not words.find(readers[title], key)] == []


@of_each_game
def test_every_text_of_a_result_is_explained(system: str) -> None:
    words, found = load_vocabulary(get_system(system)), answers_of(system).texts
    meanings = [*words.words.items(), *(pair for group in words.in_.values() for pair in group.items())]
    keys = [key for reader in list_readers(get_system(system).conformance) for key in reader.keys]
    for key, texts in found.items():
        told = " ".join(meaning for word, meaning in meanings if word == key)
        taken = {text for one in keys if one.name in (key, SAME.get(key)) for text in one.words}
        known = {text for text in texts if f"`{text}`" in told or f'"{text}"' in taken or text in words.texts}
        assert key in words.free or texts - {""} - known == set(), key


@of_each_game
def test_no_word_is_documented_that_nothing_reads(system: str) -> None:
    words = load_vocabulary(get_system(system))
    read = {key.name for reader in list_readers(get_system(system).conformance) for key in reader.keys}
    known = read.union(REFUSAL, *answers_of(system).keys.values())
    assert words.words.keys() - known == set()
    assert {word for group in words.in_.values() for word in group} - known == set()
    titles = {title for reader in list_readers(get_system(system).conformance) for title in (reader.kind, reader.title)}
    assert words.in_.keys() - titles == set()


@of_each_game
def test_the_explanation_and_the_page_have_every_word(system: str) -> None:
    told, page = "\n".join(explain(get_system(system))), PAGE.read_text(encoding="utf-8")
    words = load_vocabulary(get_system(system))
    for word in (*words.words, *words.texts):
        if word not in REFUSAL:
            assert f"{word} (" in told or f" {word}: " in told, word
        assert f"`{word}`" in page, word


def test_the_page_is_made_of_the_words_as_they_are_now() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "run `python -m rules.vocabulary_page`"
