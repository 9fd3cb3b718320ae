"""What the documents call by its place in the code stands there."""

import re
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "docs" / "glossary.md", *sorted((ROOT / "docs" / "decisions").glob("*.md"))]
PLACE = re.compile(r"`((?:rules|campaigns|play|config)(?:\.\w+)+)`")
PATH = re.compile(r"`((?:rules|campaigns|play|config|tests|deploy|benchmarks)/[\w./-]+)`")
LINK = re.compile(r"\]\(([^):#]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_is_there(document: Path) -> None:
    text = document.read_text()
    for place in PLACE.findall(text):
        resolve_name(place)
    named = chain((ROOT / path for path in PATH.findall(text)), (document.parent / path for path in LINK.findall(text)))
    assert [str(path) for path in named if not path.exists()] == []
