"""The words that somebody looks for, and where a text has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.core.wanted_words import AFTER, BEFORE, MAX_PHRASES, fold_words, make_excerpt, parse_wanted


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ("salt", "The Salt Road", True),
        ("sal", "The Salt Road", True),
        ("sal road", "The Salt Road", False),
        ("road sal", "The Salt Road", True),
        ("salt road", "road of salt", True),
        ('"salt road"', "road of salt", False),
        ('"salt road"', "The Salt Road", True),
        ('"salt ro"', "The Salt Road", False),
        ('"salt ro', "The Salt Road", False),
        ("ARMA", "Yön ärmä", True),
        ("a\u0308rma\u0308", "ärmä", True),
        ("ärmä", "arma", True),
        ("toll-bridge", "the toll bridge", True),
        ("toll-bridge", "the bridge toll", False),
        ("strasse", "Straße", True),
        ("snake", "snake_case", True),
        ("", "anything", False),
        ('"" * - ( )', "anything", False),
        ("AND OR NOT NEAR", "and or not near", True),
        ("\0sa\0lt", "sa lt", True),
    ],
)
def test_a_text_has_all_words_and_phrases(typed: str, text: str, found: bool) -> None:
    assert parse_wanted(typed).is_in(fold_words(text)) == found


def test_much_is_not_read_to_its_end() -> None:
    assert len(parse_wanted("a " * 10_000).phrases) == MAX_PHRASES
    assert [len(word) for (word,) in parse_wanted("a" * 10_000).phrases] == [60]


def test_an_excerpt_marks_the_words_around_the_first_of_them() -> None:
    text = f"{'far away ' * 40}**Tolvar** owes\nsalt.{' and on' * 60}"
    pieces = make_excerpt(text, parse_wanted("tolvar sal"))
    assert [piece for piece, marked in pieces if marked] == ["Tolvar", "salt"]
    shown = "".join(piece for piece, _marked in pieces)
    assert shown.startswith("… ")
    assert "Tolvar owes salt." in shown
    assert shown.endswith(" …")
    assert len(shown) <= BEFORE + AFTER + 10
    assert make_excerpt("Short.", parse_wanted("nothing")) == (("Short.", False),)


@given(st.text(max_size=300), st.text(max_size=300))
def test_anything_can_be_looked_for_in_anything(typed: str, text: str) -> None:
    wanted = parse_wanted(typed)
    words = fold_words(text)
    assert all(word.isalnum() for word in words.split())
    shown = "".join(piece for piece, _marked in make_excerpt(text, wanted))
    assert len(shown) <= BEFORE + AFTER + 10
    if any(marked for _piece, marked in make_excerpt(text, wanted)):
        assert wanted.phrases


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("今日は山田太郎が橋を渡った", "橋"),
        ("今日は山田太郎が橋を渡った", "太郎"),
        ("今日は山田太郎が橋を渡った", "山田太郎が"),
        ("สมชายเดินข้ามสะพาน", "สะพาน"),
        ("他在桥上等你", "桥上"),
        ("Łódź and Søren’s ship", "lodz"),
        ("Łódź and Søren’s ship", "soren"),
        ("Die Straße nach Ærø", "aero"),
        ("Tên Đặng", "dang"),
    ],
)
def test_words_are_found_within_scripts_without_blanks_and_without_their_strokes(text: str, typed: str) -> None:
    wanted = parse_wanted(typed)
    assert wanted.is_in(fold_words(text))
    assert any(marked for _piece, marked in make_excerpt(text, wanted))


def test_letters_in_another_order_are_not_found() -> None:
    assert not parse_wanted("郎太").is_in(fold_words("今日は山田太郎が橋を渡った"))
