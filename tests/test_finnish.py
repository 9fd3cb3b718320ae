"""Finnish: every marked message is translated, what the rules say too, and the compiled catalogue is the one read."""

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import activate, override
from django.utils.translation.template import templatize

from campaigns.phrases import FIELD, read_phrases, tell
from play.reader import tell_board
from play.style.samples import MOMENTS, sample_boards
from rules import SYSTEMS, get_system
from tests.cast import Cast
from tests.conftest import SignIn

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "fi" / "LC_MESSAGES" / "django.po"
PHRASES = CATALOGUE.with_name("rules.po")
PLURAL = re.compile(r'^msgid ((?:".*"\n)+)msgid_plural ((?:".*"\n)+)', re.M)
ENTRY = re.compile(r'^msgid ((?:".*"\n)+)(?:msgid_plural (?:".*"\n)+)?((?:msgstr(?:\[\d\])? (?:".*"\n)+)+)', re.M)
TOLD = re.compile(r'^msgstr(?:\[\d\])? ((?:".*"\n)+)', re.M)
MARKED = re.compile(r"""\b(?:n?gettext|_)\(\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
NAMES = re.compile(r"%\(\w+\)\w")
MARKS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
APPS = ("campaigns", "config", "play")
ENGLISH = re.compile(
    r"\b(the|and|of|with|is|has|from|for|this|that|are|was|who|which|dice|success|successes|against)\b"
)
"""Words that no Finnish sentence has."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A page leaves its language active in the thread; other tests read English."""
    yield
    activate("en")


def unquote(quoted: str) -> str:
    return "".join(ast.literal_eval(part) for part in quoted.strip().split("\n"))


def catalogue() -> dict[str, list[str]]:
    """Every message with its translations, read from the text."""
    text = CATALOGUE.read_text()
    found = {unquote(key): [unquote(told) for told in TOLD.findall(told)] for key, told in ENTRY.findall(text)}
    return {message: told for message, told in found.items() if message}


PLURALS = {unquote(one): unquote(many) for one, many in PLURAL.findall(CATALOGUE.read_text())}


def marked() -> Iterator[str]:
    """Every message that a template or a module marks."""
    for path in (ROOT / "templates").rglob("*.*"):
        if "style" not in str(path.relative_to(ROOT)):
            for found in MARKED.findall(templatize(path.read_text(), origin=str(path))):
                yield ast.literal_eval(found).replace("%%", "%")
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            if "gettext" in (text := path.read_text()):
                yield from marked_in(ast.parse(text))


def marked_in(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS and call.args:
            place = 1 if call.func.id.startswith("pgettext") else 0
            if isinstance(said := call.args[place], ast.Constant):
                yield str(said.value)


def test_every_marked_message_is_in_the_catalogue() -> None:
    known = {message.replace("%%", "%") for message in catalogue()}
    assert sorted(set(marked()) - known) == []


def test_every_message_is_translated() -> None:
    assert "fuzzy" not in CATALOGUE.read_text()
    assert [message for message, told in catalogue().items() if not all(told)] == []


def test_a_translation_names_what_the_message_names() -> None:
    for message, told in catalogue().items():
        wanted = set(NAMES.findall(PLURALS.get(message, message)))
        assert wanted >= set().union(*map(NAMES.findall, told)), message
        assert wanted == set(NAMES.findall(told[-1])), message


def test_the_compiled_catalogue_is_the_written_one() -> None:
    """After a change: `msgfmt -o django.mo django.po` in the catalogue's folder."""
    with CATALOGUE.with_suffix(".mo").open("rb") as compiled:
        kept = gettext.GNUTranslations(compiled)
    for message, told in catalogue().items():
        assert (kept.gettext(message) == told[0]) or kept.ngettext(message, message, 1) == told[0], message


def test_a_phrase_of_the_rules_keeps_its_fields() -> None:
    phrases = list(read_phrases(PHRASES))
    assert len(phrases) == len({phrase for phrase, _ in phrases}) > 1000
    for phrase, told in phrases:
        assert set(FIELD.findall(phrase)) == set(FIELD.findall(told)), phrase


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Parry", "Torjunta"),
        ("7 successes.", "7 onnistumista."),
        ("Ysane rolls Strength + Brawl: 3 successes.", "Ysane heittää Voima + Tappelu: 3 onnistumista."),
        ("Ysane waits until after Deruvin.", "Ysane odottaa vuoron jälkeen: Deruvin."),
        ("2 motes, 1 Willpower", "2 motea, 1 Tahdonvoimaa"),
        ("Ysane's stunt is rated 2. “The attack misses.”", "Ysane: stuntin arvo on 2. “The attack misses.”"),
        ("Nobody wrote this down.", "Nobody wrote this down."),
    ],
)
def test_what_the_rules_say_is_told_whole_by_its_form_or_in_parts(said: str, told: str) -> None:
    with override("fi"):
        assert tell(said) == told
    with override("en"):
        assert tell(said) == said


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_fight_is_told_in_finnish(key: str, moment: str) -> None:
    with override("fi"):
        boards = [tell_board(board) for board in sample_boards(key, moment).values()]
    said = {PEOPLES_OWN.sub("", text) for board in boards for text in texts(board)}
    assert sorted(text for text in said if ENGLISH.search(text)) == []


PEOPLES_OWN = re.compile(r"“[^”]*”|\b(Ysane of the Reeds|The Ferryman, who waits under the bridge|through the fog)\b")


def texts(board: Any) -> Iterator[str]:
    """What a board says in the rules' name."""
    yield from words(board.battle)
    yield from words([line.event for line in board.log])
    for offer in board.offers:
        yield from (offer.label, offer.cost, offer.hint, offer.reason)
    for field in [field for one in (*board.offers, *board.rolls) for field in one.fields]:
        yield from (field.label, field.help)
        yield from (text for choice in field.choices for text in (choice.label, choice.hint, choice.reason))


def words(view: Any) -> Iterator[str]:
    if isinstance(view, dict):
        for key, value in view.items():
            yield from () if key in ("name", "id", "side", "kind", "why", "origin") else words(value)
    elif isinstance(view, list):
        for value in view:
            yield from words(value)
    elif isinstance(view, str):
        yield view


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_sheet_is_told_in_finnish(key: str) -> None:
    rules = get_system(key).sheets
    sheet = rules.parse(rules.blank(next(iter(rules.archetypes))))
    said = [section.title for section in rules.layout(sheet)]
    said += [trait.label for section in rules.layout(sheet) for trait in section.traits]
    said += [value.title for value in rules.derived(sheet)]
    with override("fi"):
        assert [text for text in map(tell, said) if ENGLISH.search(text)] == []


def choose(client: Client, language: str = "fi") -> Client:
    client.post(reverse("set_language"), {"language": language, "next": "/"})
    return client


@pytest.mark.parametrize(("address", "words"), [("account_login", "Kirjaudu sisään"), ("series_list", "Omat sarjat")])
def test_whoever_chose_finnish_reads_finnish(cast: Cast, sign_in: SignIn, address: str, words: str) -> None:
    client = sign_in(cast.player) if address == "series_list" else Client()
    page = choose(client).get(reverse(address)).content.decode()
    assert '<html lang="fi"' in page
    assert words in page


VISIBLE = re.compile(r"<(script|style|svg|pre)\b.*?</\1>|<[^>]+>", re.S)
OWN_WORDS = ("The Salt Road", "The Drowned Ledger", "The Toll Bridge", "High water", "of the")


@pytest.mark.parametrize(
    "address", ["series", "series_edit", "series_options", "members", "character_new", "character_import", "library"]
)
def test_a_page_of_the_series_is_told_in_finnish(cast: Cast, sign_in: SignIn, address: str) -> None:
    page = choose(sign_in(cast.storyteller)).get(reverse(address, args=[cast.series.pk])).content.decode()
    assert untold(page) == []


@pytest.mark.parametrize("address", ["character", "character_edit", "character_changes", "experience"])
def test_a_page_of_a_character_is_told_in_finnish(cast: Cast, sign_in: SignIn, address: str) -> None:
    page = choose(sign_in(cast.player)).get(reverse(address, args=[cast.heroine.pk])).content.decode()
    assert untold(page) == []


def test_the_table_is_told_in_finnish(cast: Cast, sign_in: SignIn) -> None:
    page = choose(sign_in(cast.storyteller)).get(reverse("table", args=[cast.scene.pk])).content.decode()
    assert "Avaa taistelu" in page
    assert untold(page) == []


def untold(page: str) -> list[str]:
    """The lines of a page's main part that hold English."""
    main = page.split("<main", 1)[1]
    for own in OWN_WORDS:
        main = main.replace(own, "")
    lines = (line.strip() for line in VISIBLE.sub("\n", main).split("\n"))
    return [line for line in lines if ENGLISH.search(line)]
