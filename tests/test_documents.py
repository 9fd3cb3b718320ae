"""What the documents call by its place in the code stands there."""

import re
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.plain_names import RIDDLES

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS_TO_CHANGE = {"CHANGELOG.md"}
"""What was written in its time."""
DOCUMENTS = sorted(
    path
    for folder in (ROOT, *(ROOT / "docs" / name for name in ("", "decisions", "guide", "hosting")))
    for path in folder.glob("*.md")
    if path.name not in NOT_OURS_TO_CHANGE
)
PLACE = re.compile(r"`((?:rules|campaigns|play|config)(?:\.\w+)+)`")
FILES = (".po", ".mo", ".json")
CODE = re.compile(r"^(?: {4}|\* When: ).*|`[^`]*`", re.M)
"""Code, and labels of a form that the powers' page lists."""
PATH = re.compile(r"`((?:rules|campaigns|play|config|tests|deploy|benchmarks)/[\w./-]+)`")
LINK = re.compile(r"\]\(([^):#]+)\)")
LISTS = re.compile(r"^```\{toctree\}\n(.*?)^```", re.M | re.S)
TARGET = re.compile(r"`make ([a-z][a-z-]+)\b|^(?: {4})?make ([a-z-]+)(?= *(?:#|$|[A-Z]+=))", re.M)
"""What a document has `make` do: between backticks, or as a line of commands."""
PICTURE = re.compile(r"!\[[^\]]+\]\(\.\./screens/[\w.-]+\)")
"""A picture that the tests have taken, with words for those who do not see it."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_names_is_there(document: Path) -> None:
    text = document.read_text()
    for place in PLACE.findall(text):
        if not place.endswith(FILES):
            resolve_name(place)
    named = chain((ROOT / path for path in PATH.findall(text)), (document.parent / path for path in LINK.findall(text)))
    assert [str(path) for path in named if not path.exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_has_make_do_is_in_the_makefile(document: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert {"".join(found) for found in TARGET.findall(document.read_text())} <= targets


def test_the_readme_starts_and_tests_it_as_the_makefile_does() -> None:
    text = (ROOT / "README.md").read_text()
    assert re.findall(r"^make \w+", text, re.M) == ["make play", "make test", "make check"]
    assert "docker build -t storywheel -f deploy/Dockerfile ." in text
    needed = re.search(r"apt install ([a-z0-9 -]+)`", text)
    assert needed
    assert set(needed[1].split()) == {"git", "make", "python3-venv"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_is_in_plain_english(document: Path) -> None:
    paragraphs = CODE.sub("", document.read_text()).split("\n\n")
    assert [words for words in (" ".join(each.split()) for each in paragraphs) if RIDDLES.search(words)] == []


def list_pages(page: Path) -> list[Path]:
    """The pages that a page of the site lists below itself, as `make docs` finds them."""
    names = [
        name
        for told in LISTS.findall(page.read_text())
        for name in told.splitlines()
        if name and not name.startswith(":")
    ]
    return [found for name in names for found in sorted(page.parent.glob(f"{name}.md"))]


def test_the_site_names_every_page_once() -> None:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    named = [other for page in pages for other in list_pages(page)]
    assert sorted(named) == [page for page in pages if page != ROOT / "docs" / "index.md"]


@pytest.mark.parametrize("reader", ["players", "storytellers", "hosts", "developers"])
def test_each_reader_has_an_entrance_with_pictures(reader: str) -> None:
    page = ROOT / "docs" / "guide" / f"{reader}.md"
    assert f"guide/{page.name}" in (ROOT / "docs" / "index.md").read_text()
    assert PICTURE.findall(page.read_text())
