"""Every form that is sent carries its token: a partial that is drawn with nothing but what it is given is given it."""

import re
from pathlib import Path

import pytest

from tests.ready import ROOT

TEMPLATES = ROOT / "templates"
INCLUDE = re.compile(r'{%\s*include "([^"]+)"([^%]*)%}')


def includes() -> list[tuple[str, str, str]]:
    """Every include of the templates: where, what, and the words with it."""
    pages = sorted(TEMPLATES.rglob("*.html"))
    return [
        (str(page.relative_to(TEMPLATES)), name, words)
        for page in pages
        for name, words in INCLUDE.findall(page.read_text(encoding="utf-8"))
    ]


def carries_form(name: str) -> bool:
    page = TEMPLATES / name
    return page.is_file() and "{% csrf_token %}" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "name", "words"),
    [found for found in includes() if re.search(r"\bonly\b", found[2]) and carries_form(found[1])],
)
def test_a_partial_with_a_form_that_sees_nothing_else_is_given_the_token(page: str, name: str, words: str) -> None:
    assert "csrf_token=csrf_token" in words, f"{name} in {page}"


def test_the_walk_finds_forms_and_their_pages() -> None:
    assert ("campaigns/downtime.html", "campaigns/_downtime_moment.html") in {found[:2] for found in includes()}
    assert carries_form("campaigns/_downtime_days.html")
    assert not carries_form("campaigns/_field.html")
    assert Path(TEMPLATES, "base.html").is_file()
