"""Finnish: every marked message is translated, and the compiled catalogue is the one that people read."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.conftest import SignIn

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "fi" / "LC_MESSAGES" / "django.po"
IN_TEMPLATES = re.compile(r"""\{% translate (["'])(.+?)\1 %\}|_\("(.+?)"\)""")
BLOCKS = re.compile(r"\{% blocktranslate[^%]*%\}(.+?)\{% endblocktranslate %\}")

NAMES = re.compile(r"%\(\w+\)\w")


def catalogue() -> dict[str, str]:
    """Every message with its translation, read from the text."""
    found = re.findall(r'^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)$', CATALOGUE.read_text(), re.M)
    joined = (
        {key: "".join(map(ast.literal_eval, part.split("\n"))) for key, part in enumerate(pair)} for pair in found
    )
    return {pair[0]: pair[1] for pair in joined if pair[0]}


def marked() -> Iterator[str]:
    """Every message that a template marks."""
    for path in (ROOT / "templates").rglob("*.*"):
        text = path.read_text()
        yield from (found[1] or found[2] for found in IN_TEMPLATES.findall(text))
        yield from (re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", found) for found in BLOCKS.findall(text))


def test_every_marked_message_is_in_the_catalogue() -> None:
    assert set(marked()) <= set(catalogue())


def test_every_message_is_translated() -> None:
    text = CATALOGUE.read_text()
    assert "fuzzy" not in text
    assert [message for message, told in catalogue().items() if not told] == []


def test_a_translation_names_what_the_message_names() -> None:
    for message, told in catalogue().items():
        assert set(NAMES.findall(message)) == set(NAMES.findall(told)), message


def test_the_compiled_catalogue_is_the_written_one() -> None:
    """After a change: `msgfmt -o django.mo django.po` in the catalogue's folder."""
    with CATALOGUE.with_suffix(".mo").open("rb") as compiled:
        kept = gettext.GNUTranslations(compiled)
    assert {message: kept.gettext(message) for message in catalogue()} == catalogue()


@pytest.mark.parametrize(("address", "words"), [("account_login", "Kirjaudu sisään"), ("series_list", "Omat sarjat")])
def test_whoever_chose_finnish_reads_finnish(cast: Cast, sign_in: SignIn, address: str, words: str) -> None:
    client = sign_in(cast.player) if address == "series_list" else Client()
    client.post(reverse("set_language"), {"language": "fi", "next": "/"})
    page = client.get(reverse(address)).content.decode()
    assert '<html lang="fi"' in page
    assert words in page
    assert '<main id="main" tabindex="-1">' in page


def test_a_page_that_is_told_in_english_says_so(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    client.post(reverse("set_language"), {"language": "fi", "next": "/"})
    page = client.get(reverse("series", args=[cast.series.pk])).content.decode()
    assert '<main id="main" tabindex="-1" lang="en">' in page
