"""Names: what is kept of what somebody types, and what a page can show."""

import pytest

from rules import SYSTEMS, get_system
from rules.names import MAX_NAME, clean_line, clean_name, clean_text, is_line, is_prose

KEPT = [
    "علی\u200cرضا", "क्\u200dषमा", "ക്\u200d", "Rescuer 👩\u200d🚒", "👨\u200d👩\u200d👧", "❤️\u200d🔥",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "橋本 太郎", "Łódź", "Søren", "שרה", "สมชาย", "x",
    "ä" * 80, "Ada O’Neil-Żuk", "n\u0326\u0308",
]  # fmt: skip
CLEANED = [
    ("Sel\u00adma", "Selma"), ("Abu\u200e Ali", "Abu Ali"), ("\u202efedcba", "fedcba"), ("A\u200bda", "Ada"),
    ("\ufeffAda", "Ada"), ("  Ada \u00a0\u3000 of\tthe\nWater ", "Ada of the Water"), ("e\u0301", "é"),
    ("e\u200b\u0301", "é"), ("A\u200dda", "Ada"), ("\u200dعلی\u200c", "علی"), ("علی\u200c\u200cرضا", "علی\u200cرضا"),
    ("Ada\U000e0041", "Ada"), ("\u2066שרה\u2069", "שרה"), ("Ada\u3164", "Ada"), ("Ada\x1b\ud800 Q", "Ada Q"),
    ("\u200b\u2060 \u00ad", ""),
    ("अ\u200d ब", "अ ब"),
]  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_how_people_write_their_names_is_kept(name: str) -> None:
    assert clean_name(name) == name
    assert is_line(name)


@pytest.mark.parametrize(("typed", "kept"), CLEANED, ids=ascii)
def test_what_nobody_sees_is_dropped_from_a_name(typed: str, kept: str) -> None:
    assert clean_line(typed) == clean_name(typed) == kept
    assert clean_line(kept) == kept


@pytest.mark.parametrize("char", "\x00\x07\x7f\x85\u2028\u202e\u2066\ud800")
def test_no_page_shows_controls_turns_of_direction_and_halves_of_characters(char: str) -> None:
    assert not is_line(f"a{char}b")
    assert not is_prose(f"a{char}b")


def test_prose_has_lines_and_a_name_has_none() -> None:
    assert is_prose("a\n\tb")
    assert not is_line("a\nb")


def test_a_name_that_is_too_long_is_not_cut_within_a_joined_picture() -> None:
    short = clean_name("👩\u200d🚒" * 40)
    assert len(short) <= MAX_NAME
    assert short.endswith("🚒")


def test_prose_keeps_its_lines_and_joiners() -> None:
    assert clean_text("Sel\u00adma\n\tक्\u200dषमा  end") == "Selma\n\tक्\u200dषमा  end"


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_text_of_a_sheet_takes_a_name_of_any_script(system: str) -> None:
    sheets = get_system(system).sheets
    blank = sheets.blank(next(iter(sheets.archetypes)))
    traits = [trait for section in sheets.layout(sheets.parse(blank)) for trait in section.traits]
    for key in (
        trait.key for trait in traits if trait.kind == "text" and trait.key in blank and "own_" not in trait.key
    ):
        if key not in ("track", "merits", "charms", "tools"):
            for name in KEPT[:5]:
                assert name in str(getattr(sheets.parse({**blank, key: name}), key))
