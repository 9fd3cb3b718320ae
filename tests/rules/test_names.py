"""Names as people have them: joiners are letters, marks that nobody sees are not, and no game refuses one."""

from pathlib import Path

import pytest

from rules import SYSTEMS, get_system
from rules.battle.guards import MAX_NAME, check_text
from rules.errors import BadInput
from rules.names import clean_line, clean_name, clean_text
from rules.text import Text

ZWNJ, ZWJ = "\u200c", "\u200d"
HARD = (
    f"علی{ZWNJ}رضا",
    f"क्{ZWJ}षमा",
    f"Rescuer 👩{ZWJ}🚒",
    "橋本 太郎",
    "Łódź",
    "Søren",
    "a" * 80,
    "x",
    "דנה",
    "สมชาย",
    "Zoë",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "O’Brien “the Owl”",
)
DROPPED = (
    ("Sel\u00adma", "Selma"),
    ("Abu\u200e Ali", "Abu Ali"),
    ("\u202efedcba", "fedcba"),
    ("Pe\u200btra", "Petra"),
    ("Zoe\u0308", "Zoë"),
    ("  two \n lines\t", "two lines"),
    (f"{ZWJ}joined{ZWNJ}", "joined"),
    ("\ufeffname", "name"),
    ("a\x00b", "a b"),
    ("\u2067name\u2069", "name"),
)


@pytest.mark.parametrize("name", HARD)
def test_a_name_of_any_script_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name
    assert check_text(Text("The name"), name, MAX_NAME, empty=False) == name


@pytest.mark.parametrize(("typed", "kept"), DROPPED)
def test_what_nobody_sees_is_dropped_from_a_name(typed: str, kept: str) -> None:
    assert clean_name(typed) == clean_line(typed) == kept
    check_text(Text("The name"), kept, MAX_NAME, empty=False)


def test_a_name_that_is_too_long_is_not_cut_within_a_joined_picture() -> None:
    short = clean_name(f"👩{ZWJ}🚒" * 40)
    assert len(short) <= MAX_NAME
    assert short.endswith("🚒")


def test_prose_keeps_its_lines_and_joiners() -> None:
    assert clean_text(f"Sel\u00adma\n\tक्{ZWJ}षमा  end") == f"Selma\n\tक्{ZWJ}षमा  end"


@pytest.mark.parametrize("name", ["\u202efedcba", "two\nlines", "a\x07b"])
def test_the_rules_refuse_what_the_doors_have_not_cleaned(name: str) -> None:
    with pytest.raises(BadInput):
        check_text(Text("The name"), name, MAX_NAME, empty=False)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_text_of_a_sheet_takes_a_name_of_any_script(system: str) -> None:
    sheets = get_system(system).sheets
    blank = sheets.blank(next(iter(sheets.archetypes)))
    traits = [trait for section in sheets.layout(sheets.parse(blank)) for trait in section.traits]
    for key in (
        trait.key for trait in traits if trait.kind == "text" and trait.key in blank and "own_" not in trait.key
    ):
        if key not in ("track", "merits", "charms", "tools"):
            for name in HARD[:5]:
                assert name in str(getattr(sheets.parse({**blank, key: name}), key))


def test_one_module_says_which_characters_a_name_may_hold() -> None:
    root = Path(__file__).parents[2]
    others = {"rules/names.py", "campaigns/visible.py", "campaigns/quick_text/marks.py"}
    found = {
        str(path.relative_to(root))
        for room in ("rules", "campaigns", "play", "api")
        for path in (root / room).rglob("*.py")
        if "isprintable" in path.read_text()
    }
    assert found <= others
