"""A column that keeps a sentence of the rules with its values, and people's own words as they are."""

import pytest
from django.core.exceptions import ValidationError

from campaigns.fields import PACKED, MessageField
from rules.text import Text, word

FIELD = MessageField()
SENTENCES = [
    Text("It is over."),
    Text("{who} heals {n} level.", "{who} heals {n} levels.", who="Ada", n=2),
    Text("{trait} rises.", trait=word("Melee")),
]


def store(value: str) -> str | None:
    """What comes back from the database for a value that was saved."""
    return FIELD.from_db_value(FIELD.get_prep_value(value), None, None)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_comes_back_with_its_values(sentence: Text) -> None:
    found = store(sentence)
    assert isinstance(found, Text)
    assert (found, found.message, found.plural, found.values) == (
        sentence, sentence.message, sentence.plural, sentence.values,
    )  # fmt: skip


@pytest.mark.parametrize("words", ["", "He asked for it.", "{who} was here", "{}"])
def test_peoples_own_words_stay_a_plain_string(words: str) -> None:
    assert type(store(words)) is str
    assert store(words) == words


def test_words_that_look_like_the_stored_form_are_no_message() -> None:
    words = PACKED + '"Strength"}'
    found = store(words)
    assert found == words
    assert isinstance(found, Text)
    assert found.message == "{t0}"


def test_a_file_with_what_is_no_text_is_refused() -> None:
    with pytest.raises(ValidationError):
        FIELD.to_python({"message": "{who.__class__} waits.", "values": {"who": "Ada"}})
