"""Texts: English at once, any language later, and nothing but values is put in."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.codec import decode, encode
from rules.errors import BadInput
from rules.text import Text, isolate, join, list_texts, mean, small, verbatim, word
from rules.text_codec import decode_text, encode_text


class Finnish:
    """A catalogue of a few messages."""

    messages: Mapping[str, tuple[str, ...]] = {
        "{who} heals {n} level.": ("{who} paranee tason.", "{n} tasoa paranee: {who}."),
        "{what} of {who}": ("{who}: {what}",),
        "Strength": ("Voima",),
        "{others} and {last}": ("{others} ja {last}",),
        "weapon Range": ("Kantama",),
        "Range": ("Etäisyys",),
    }

    def gettext(self, message: str) -> str:
        return self.messages.get(message, (message,))[0]

    def pgettext(self, context: str, message: str) -> str:
        return self.messages.get(f"{context} {message}", (message,))[0]

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.messages[one][n != 1] if one in self.messages else (one if n == 1 else many)


def told(text: Text) -> str:
    return text.in_language(Finnish())


def heal(n: int) -> Text:
    return Text("{who} heals {n} level.", "{who} heals {n} levels.", who="Ysane", n=n)


def test_a_text_is_its_english_sentence() -> None:
    assert heal(1) == "Ysane heals 1 level."
    assert heal(2) == "Ysane heals 2 levels."
    assert json.dumps([heal(2)]) == '["Ysane heals 2 levels."]'


def test_the_form_of_the_number_is_chosen_in_each_language() -> None:
    assert (told(heal(1)), told(heal(2))) == ("Ysane paranee tason.", "2 tasoa paranee: Ysane.")


def test_a_text_within_a_text_is_translated_and_a_persons_own_word_is_not() -> None:
    assert told(Text("{what} of {who}", what=word("Strength"), who="Strength")) == "Strength: Voima"


def test_a_word_with_two_meanings_is_translated_by_its_context() -> None:
    weapon = mean("weapon", "Range")
    assert (weapon, told(weapon), told(word("Range"))) == ("Range", "Kantama", "Etäisyys")
    assert told(small(weapon)) == "kantama"
    kept = decode_text(json.loads(json.dumps(encode_text(weapon))))
    assert (kept, told(kept)) == ("Range", "Kantama")
    assert told(Text("{what} of {who}", what=weapon, who="Silt")) == "Silt: Kantama"


@pytest.mark.parametrize(
    "data", [{"message": "Range", "context": ""}, {"message": "Range", "context": 3}, {"context": "weapon"}]
)
def test_a_context_that_is_no_word_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        decode_text(data)


def test_what_the_catalogue_does_not_know_stays_english() -> None:
    assert told(Text("Nobody wrote {what} down.", what=word("Strength"))) == "Nobody wrote Voima down."
    assert told(Text("")) == ""


def test_texts_are_joined_and_listed_in_each_language() -> None:
    names = [word("Strength"), word("Brawl"), word("Wits")]
    assert told(join(" + ", names)) == "Voima + Brawl + Wits"
    assert (list_texts(names), told(list_texts(names))) == ("Strength, Brawl and Wits", "Voima, Brawl ja Wits")
    assert (list_texts(names[:1]), list_texts([]), join(", ", [])) == ("Strength", "", "")


def test_a_name_with_braces_is_a_name() -> None:
    assert word("{who.__class__}") == "{who.__class__}"
    assert Text("{who} waits.", who="{n}") == "{n} waits."


@given(st.recursive(
    st.text().map(word),
    lambda texts: st.builds(lambda n, who, what: Text("{n} of {what}", "{n} of {what}, {who}", n=n, who=who, what=what),
                            st.integers(0, 9), st.text(), texts),
    max_leaves=4,
))  # fmt: skip
def test_a_text_comes_back_from_json_as_it_was(text: Text) -> None:
    back = decode(Text, json.loads(json.dumps(encode(text))))
    assert (back, told(back)) == (text, told(text))


def test_a_text_without_values_is_a_plain_string_in_json() -> None:
    assert encode_text(Text("Strength")) == "Strength"


@pytest.mark.parametrize("data", [
    None,
    7,
    {"message": 7},
    {"message": "{who.__class__}", "values": {"who": "x"}},
    {"message": "{who!r}", "values": {"who": "x"}},
    {"message": "{n:>999999999}", "values": {"n": 1}},
    {"message": "{who}", "values": {"n": 1}},
    {"message": "{", "values": {"n": 1}},
    {"message": "{n}", "values": {"n": None}},
    {"message": "{n}", "values": [1]},
    {"message": "a", "plural": "b", "values": {}},
    {"message": "a", "plural": "{x}", "values": {"n": 2}},
    {"message": "a" * 700},
    {"message": "a", "more": 1},
])  # fmt: skip
def test_a_text_in_a_file_that_this_program_does_not_write_is_refused(data: Any) -> None:
    with pytest.raises(BadInput) as refused:
        decode_text(data, "steps[0].name")
    assert "steps[0].name" in refused.value.sentence


def test_texts_nested_too_deep_are_refused() -> None:
    data: Any = {"message": "deep"}
    for _ in range(20):
        data = {"message": "{t}", "values": {"t": data}}
    with pytest.raises(BadInput):
        decode_text(data)


def test_a_name_from_right_to_left_is_kept_apart_from_the_numbers_of_its_sentence() -> None:
    strike = Text("{who} hits {whom} for {n} level.", "{who} hits {whom} for {n} levels.", who="שרה", whom="Ada", n=3)
    assert isolate(strike) == "\u2068שרה\u2069 hits Ada for 3 levels."
    assert isolate(join("; ", [strike, verbatim("علی")])) == "\u2068שרה\u2069 hits Ada for 3 levels.; \u2068علی\u2069"
    assert isolate(Text("{a} or {b}", a=word("علی"), b=small(Text("All: {name}", name="שרה")))) == (
        "\u2068علی\u2069 or all: \u2068שרה\u2069"
    )


@pytest.mark.parametrize("text", [verbatim("שרה"), Text("Ada – {n}", n=2), Text("Zoë"), Text("")], ids=ascii)
def test_what_needs_no_marks_gets_none(text: Text) -> None:
    assert isolate(text) is text
