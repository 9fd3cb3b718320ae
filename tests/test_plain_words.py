"""Messages, templates and documents use the words of docs/words.md."""

from pathlib import Path

import pytest

from tests.finnish.test_templates import TEMPLATES, words_of
from tests.finnish.words import CATALOGUE, MESSAGES, catalogue, plurals
from tests.plain_words import ALL, find_in, read_prose

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
"""They quote buttons and messages, and keep to their words."""


@pytest.mark.parametrize("path", [CATALOGUE, MESSAGES], ids=lambda path: path.stem)
def test_no_message_has_a_word_that_goes(path: Path) -> None:
    """Every marked message is in these two: `tests/finnish/test_catalogue.py`."""
    messages = [*catalogue(path), *plurals(path).values()]
    assert [found for message in messages for found in find_in(message)] == []


def test_no_template_has_a_word_that_goes() -> None:
    found = [
        f"{path.name}: {found}"
        for path in TEMPLATES.rglob("*.html")
        for words in words_of(path.read_text())
        for found in find_in(words)
    ]
    assert found == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_document_has_a_word_that_goes(document: Path) -> None:
    forms = [form for form in ALL if form.in_documents]
    assert [found for line in read_prose(document.read_text()) for found in find_in(line, forms)] == []


@pytest.mark.parametrize(
    "text",
    [
        "This form is read anew.",
        "{who} strikes back with the {w}.",
        "Take %(title)s out",
        "The turn of {who}",
        "Hit by {n}",
        "{name} is here already.",
        "By the clock of %(clock)s.",
        "Whom",
        "Who hears it",
        "The cards are turned.",
        "Neither side can act.",
        "You can’t aim it so.",
        "{who}'s turn",
        "Give it to whoever asks.",
    ],
)
def test_a_word_that_goes_is_found(text: str) -> None:
    assert list(find_in(text))


@pytest.mark.parametrize(
    "text",
    [
        "{who} attacks {whom} with the {w}.",
        "Delete %(title)s",
        "Strike",
        "No successes, and a 1 besides a 1",
        "Who sees it",
    ],
)
def test_a_plain_word_is_not(text: str) -> None:
    assert not list(find_in(text))


def test_code_in_a_document_is_no_word() -> None:
    assert list(read_prose("One\n```\nanew\n```\n    anew\nTwo `anew` [here](anew.md)")) == ["One", "Two  [here"]
