"""The two catalogues of Finnish, and which words in a text are English."""

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rules.text import FIELD

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "locale"
CATALOGUE = LOCALE / "fi" / "LC_MESSAGES" / "django.po"
"""What pages and services say."""
MESSAGES = CATALOGUE.with_name("rules.po")
"""What the rules and the log say."""
KEY = r'^(?:msgctxt ((?:".*"\n)+))?msgid ((?:".*"\n)+)'
PLURAL = re.compile(rf'{KEY}msgid_plural ((?:".*"\n)+)', re.M)
ENTRY = re.compile(rf'{KEY}(?:msgid_plural (?:".*"\n)+)?((?:msgstr(?:\[\d\])? (?:".*"\n)+)+)', re.M)
CONTEXT = "\4"
"""Stands between the context of a message and the message, as in a compiled catalogue."""
TOLD = re.compile(r'^msgstr(?:\[\d\])? ((?:".*"\n)+)', re.M)
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
MARKUP = re.compile(r"%\(\w+\)\w|</?\w[^>]*>")
PRINTED = re.compile(r'^(?:name|label) = "(.+)"$', re.M)
"""Names in the tables of the rules, which stay as the books print them: weapons, armor."""
MERITS = re.compile(r"^\[merits\][^\n]*\n(.*?)\n(?:\[|\Z)", re.M | re.S)
"""The table of Merits, whose keys are their names."""
BOOKS = (
    *("Exalted, Second Edition", "Exalted, Third Edition", "World of Darkness (2004)", "Vampire: the Dark Ages (V20)"),
    *("Alchemical", "Abyssal", "Sidereal", "Dragon-Blooded", "Lunar", "Solar", "Infernal", "Night", "Fortitude"),
    *("Dawn Caste", "Zenith Caste", "Twilight Caste", "Night Caste", "Eclipse Caste"),
    *("Artifact", "Resources", "Contacts", "Thaumaturgy", "Quick Draw"),
    *("Anathema (.ecg)", "Lot-Casting Atemi", "exalted2e", "exaltedthird", "worldofdarkness", "standard"),
)
"""Names that stay so besides: of books, beings, castes, Disciplines, Backgrounds, files; a word that is typed."""
SHARED = frozenset(
    {
        "anima",
        "bonus",
        "charm",
        "dv",
        "english",
        "enter",
        "freebie",
        "markdown",
        "mdv",
        "mit",
        "mote",
        "pdf",
        "storywheel",
        "tab",
        "utc",
        "wd",
    }
)
"""Words that are the same in both languages; a key is called as it is printed, a language by its own name."""


def unquote(quoted: str) -> str:
    return "".join(ast.literal_eval(part) for part in quoted.strip().split("\n"))


def read_key(context: str, message: str) -> str:
    """The key of an entry, of its quoted context, which may be empty, and message."""
    return f"{unquote(context)}{CONTEXT}{unquote(message)}" if context else unquote(message)


@cache
def catalogue(path: Path = CATALOGUE) -> dict[str, list[str]]:
    """Every message of a catalogue with its translations, read from the text. A context stands before its message."""
    entries = ENTRY.findall(path.read_text())
    found = {
        read_key(context, key): [unquote(told) for told in TOLD.findall(translated)]
        for context, key, translated in entries
    }
    return {message: told for message, told in found.items() if message}


@cache
def plurals(path: Path = CATALOGUE) -> dict[str, str]:
    """The messages of a catalogue that have a plural, with it."""
    return {read_key(context, one): unquote(many) for context, one, many in PLURAL.findall(path.read_text())}


def words(texts: Iterable[str]) -> set[str]:
    """The words of all these texts, in small letters."""
    return {word.lower() for text in texts for word in WORD.findall(FIELD.sub(" ", MARKUP.sub(" ", text)))}


@cache
def english() -> frozenset[str]:
    """Words that our English has and our Finnish has not, unless it was taken over with a name."""
    pairs = [
        (f"{one} {plurals(path).get(one, '')}".strip(), told)
        for path in (CATALOGUE, MESSAGES)
        for one, both in catalogue(path).items()
        for told in both
    ]
    said = words(english for english, _ in pairs)
    told = (words([finnish]) - words([english] if finnish != english else []) for english, finnish in pairs)
    return frozenset(said.difference(SHARED, *told))


@cache
def whole() -> frozenset[str]:
    """Translations as they stand: what a page says so is told, whatever names and examples are in it."""
    told = {text for path in (CATALOGUE, MESSAGES) for both in catalogue(path).values() for text in both}
    return frozenset(text.strip(" .").lower() for text in told)


@cache
def names() -> re.Pattern[str]:
    """Every name that stays as it is printed."""
    tables = [path.read_text() for path in (ROOT / "rules").glob("*/data/*.toml")]
    found = {*BOOKS, *(name for table in tables for name in PRINTED.findall(table))}
    merits = (row for table in tables for rows in MERITS.findall(table) for row in rows.split("\n"))
    found |= {row.partition(" =")[0].replace("_", " ") for row in merits}
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(found, key=len, reverse=True)))})(?!\w)", re.I)


def english_in(text: str) -> list[str]:
    """The English words in a text that should have none; names and what people have “said” do not count."""
    bare = re.sub("“[^”]*”", "", text)
    found = [word for word in WORD.findall(bare) if word.lower() in english()]
    if not found or text.strip(" .").lower() in whole():
        return []
    return [word for word in WORD.findall(names().sub("", bare)) if word.lower() in english()]
