"""What the documents call by its place in the code stands there."""

import re
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.test_architecture import RIDDLES

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS_TO_CHANGE = {"CHANGELOG.md"}
"""What was written in its time."""
DOCUMENTS = sorted(
    path
    for folder in (ROOT, ROOT / "docs", ROOT / "docs" / "decisions")
    for path in folder.glob("*.md")
    if path.name not in NOT_OURS_TO_CHANGE
)
PLACE = re.compile(r"`((?:rules|campaigns|play|config)(?:\.\w+)+)`")
FILES = (".po", ".mo", ".json")
CODE = re.compile(r"^(?: {4}|\* Works: ).*|`[^`]*`", re.M)
"""Code, and labels of a form that the powers' page lists."""
PATH = re.compile(r"`((?:rules|campaigns|play|config|tests|deploy|benchmarks)/[\w./-]+)`")
LINK = re.compile(r"\]\(([^):#]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_is_there(document: Path) -> None:
    text = document.read_text()
    for place in PLACE.findall(text):
        if not place.endswith(FILES):
            resolve_name(place)
    named = chain((ROOT / path for path in PATH.findall(text)), (document.parent / path for path in LINK.findall(text)))
    assert [str(path) for path in named if not path.exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_is_in_plain_english(document: Path) -> None:
    paragraphs = CODE.sub("", document.read_text()).split("\n\n")
    assert [words for words in (" ".join(each.split()) for each in paragraphs) if RIDDLES.search(words)] == []
