"""Our code is named by what things are, and explained in plain English (docs/code-terms.md)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plain_names import find_names, find_riddles, is_hard

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("api", "benchmarks", "campaigns", "config", "deploy", "examples", "play", "rules")
STORED = {
    "api": {"strand", *(f"read_{what}" for what in ("experience", "log", "me", "odds", "picture", "sheet", "table"))},
    "campaigns": {"strand", "way"},
    "play": {
        *("Laid", "Said", "Shown"),
        *("CloseStrand", "OpenStrand", "StrandClosed", "StrandOpened", "strand", "strands"),
        *("is_told", "told", "way", "ways"),
    },
    "rules": {"Asked", "Held", "Moved", "Spent", "StuntTold", "TellStunt", "blow", "blows", "one", "told", "way"},
}
"""Names that are stored or public, by folder: events, fields, moves, operations of the API, keys of JSON."""


def list_modules(folder: str) -> Iterator[Path]:
    return (path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts)


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_say_what_things_are(folder: str) -> None:
    stored = STORED.get(folder, set())
    assert [str(found) for path in list_modules(folder) for found in find_names(path, stored)] == []


@pytest.mark.parametrize("folder", STORED)
def test_a_stored_name_that_is_no_longer_there_is_struck_off(folder: str) -> None:
    found = {found.words for path in list_modules(folder) for found in find_names(path)}
    assert STORED[folder] - found == set()


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_and_comments_are_in_plain_english(folder: str) -> None:
    assert [str(found) for path in list_modules(folder) for found in find_riddles(path)] == []


@pytest.mark.parametrize(
    "name", ["tell", "tell_owner", "told", "one", "Told", "_Later", "MOST_TRIES", "PATIENCE", "way", "LogTold"]
)
def test_a_name_that_says_too_little_is_found(name: str) -> None:
    assert is_hard(name)


@pytest.mark.parametrize("name", ["translate", "one_roll", "is_read", "read_at", "MAX_TRIES", "LaterSession", "most"])
def test_a_plain_name_is_not(name: str) -> None:
    assert not is_hard(name)


@pytest.mark.parametrize("name", ["read", "read_rows", "_read_file"])
def test_a_function_says_whether_it_parses_loads_or_computes(name: str) -> None:
    assert is_hard(name, is_function=True)
    assert not is_hard("read_mark", is_function=True)


@pytest.mark.parametrize(
    "words",
    ["For whoever asks.", "At most so many people.", "It is told by the table.", "The same for staff.", "Drawn anew."],
)
def test_a_riddle_is_found(words: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(f'"""{words}"""\n')
    assert [found.words for found in find_riddles(path)] == [words]
