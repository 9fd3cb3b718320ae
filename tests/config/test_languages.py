"""A language is a folder: what it has is told in it, and the rest in English."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from campaigns.core.language import open_catalogue, translate
from campaigns.models import User
from config.server.languages import find_languages
from deploy.processes import ROOT
from rules.packages import LOCALES
from rules.text import Text
from tests.config.test_settings import load_settings

HEAD = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"}
PLURAL = "{n} success\0{n} successes"


def put_down(folder: Path, code: str, domain: str, messages: dict[str, str]) -> None:
    """Write a compiled catalogue, as `msgfmt` does."""
    pairs = [(a.encode(), b.encode()) for a, b in sorted((HEAD | messages).items())]
    tables, texts, at = [b"", b""], b"", 28 + 16 * len(pairs)
    for side in (0, 1):
        for pair in pairs:
            tables[side] += struct.pack("<II", len(pair[side]), at + len(texts))
            texts += pair[side] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, at)
    path = folder / code / "LC_MESSAGES" / f"{domain}.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head + b"".join(tables) + texts)


@pytest.fixture
def swedish(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """A host's folder with a language that is begun, on a server that knows it."""
    put_down(tmp_path, "sv", "django", {"Sign in": "Logga in"})
    put_down(tmp_path, "sv", "rules", {PLURAL: "{n} framgång\0{n} framgångar", "{who} waits.": "{whom} väntar."})
    settings.LOCALE_PATHS = [tmp_path, ROOT / "locale"]
    settings.LANGUAGES = find_languages(settings.LOCALE_PATHS)
    open_catalogue.cache_clear()
    yield tmp_path
    open_catalogue.cache_clear()


def test_english_is_first_and_every_folder_with_messages_is_a_language(tmp_path: Path) -> None:
    for code in ("fi", "pt_BR", "tlh"):
        put_down(tmp_path, code, "django", {})
    (tmp_path / "sv" / "LC_MESSAGES").mkdir(parents=True)
    here, nowhere = tmp_path, tmp_path / "nothing"
    assert find_languages([nowhere, here]) == [("en", "English"), ("fi", "Suomi"), ("pt-br", "Português Brasileiro")]


def test_a_host_adds_a_language_by_a_folder_beside_the_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_down(tmp_path / "locale", "sv", "django", {})
    settings = load_settings(monkeypatch, tmp_path)
    assert settings["LANGUAGES"] == [("en", "English"), ("fi", "Suomi"), ("sv", "Svenska")]
    assert settings["LOCALE_PATHS"][0] == tmp_path / "locale"


def test_a_page_in_a_language_that_is_begun_is_english_where_it_is_not(swedish: Path, host: User) -> None:
    client = Client()
    client.post("/language/", {"language": "sv", "next": "/"})
    page = client.get("/account/login/").content.decode()
    assert '<html lang="sv"' in page
    assert "Logga in" in page
    assert "Create an account" in page


def test_the_log_in_a_language_that_is_begun_is_english_where_it_is_not(swedish: Path) -> None:
    with override("sv"):
        assert translate(Text("{n} success", "{n} successes", n=3)) == "3 framgångar"
        assert (
            translate(Text("{who} heals {n} level.", "{who} heals {n} levels.", who="Iva", n=2))
            == "Iva heals 2 levels."
        )


def test_a_translation_that_names_what_the_message_does_not_is_left_in_english(swedish: Path) -> None:
    with override("sv"):
        assert translate(Text("{who} waits.", who="Iva")) == "Iva waits."


def test_what_a_hosts_folder_lacks_of_a_language_is_told_by_ours(swedish: Path) -> None:
    put_down(swedish, "fi", "rules", {PLURAL: "{n} osuma\0{n} osumaa"})
    with override("fi"):
        assert translate(Text("{n} success", "{n} successes", n=3)) == "3 osumaa"
        assert translate(Text("{n} level", "{n} levels", n=3)) == "3 tasoa"


COINS = ROOT / "examples" / "coins" / "storywheel_coins" / "locale"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of translations in the package of a game, beside that of the coin game."""
    monkeypatch.setitem(LOCALES, "coins", COINS)
    monkeypatch.setitem(LOCALES, "pack", tmp_path / "pack")
    open_catalogue.cache_clear()
    yield tmp_path / "pack"
    open_catalogue.cache_clear()


def test_a_game_in_a_package_brings_its_own_translations(package: Path) -> None:
    heads = Text("{who}: {n} head.", "{who}: {n} heads.", who="Ada", n=3)
    with override("fi"):
        assert translate(heads) == "Ada: 3 kruunaa."
        assert translate(Text("{n} level", "{n} levels", n=3)) == "3 tasoa"
    with override("en"):
        assert translate(heads) == "Ada: 3 heads."


def test_a_package_does_not_change_what_others_say(package: Path) -> None:
    put_down(package, "fi", "rules", {PLURAL: "{n} osuma\0{n} osumaa", "Purse": "Pussi", "A knot": "Solmu"})
    with override("fi"):
        assert translate(Text("{n} success", "{n} successes", n=3)) == "3 onnistumista"
        assert (translate(Text("Purse")), translate(Text("A knot"))) == ("Kukkaro", "Solmu")


def test_a_language_that_only_a_package_has_is_not_offered(package: Path) -> None:
    put_down(package, "sv", "rules", {"A knot": "En knut"})
    assert "sv" not in dict(find_languages([ROOT / "locale"]))
