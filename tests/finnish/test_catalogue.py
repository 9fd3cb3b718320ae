"""The catalogues of every language: each marked message is in them and translated, with its fields, and compiled."""

import ast
import gettext
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.utils.translation import override

from campaigns.core.language import translate
from rules.text import FIELD, Text
from tests.finnish.messages import list_made_up, made_places, written_words
from tests.finnish.pages import list_in_template, modules, page_places
from tests.finnish.references import find_places, refer, refer_all
from tests.finnish.shown import read_shown, sort_entries
from tests.finnish.words import CATALOGUE, CONTEXT, KEY, MESSAGES, ROOT, catalogue, english_in, plurals

pytestmark = pytest.mark.walk

NAMES = re.compile(r"%\(\w+\)\w|(?<!\w)\{\w*\}")
FILES = ("django.po", "rules.po")
"""The catalogues of a language: what pages and services say, and what the rules and the log say."""
WHOLE = ("fi",)
"""Languages of which nothing may be missing. Others may be begun; what they lack is shown in English."""
NUMBERS = range(200)
"""Enough numbers to meet every plural of a language."""


def told_at_import(tree: ast.Module) -> Iterator[ast.Call]:
    """Calls outside functions that translate at once: in the language of whoever starts the server."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and "translation" in (node.module or "")]
    names = [name for node in imports for name in node.names if name.name in ("gettext", "ngettext", "pgettext")]
    eager, waiting = {name.asname or name.name for name in names}, list[ast.AST](tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in eager:
            yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))


def test_nothing_is_translated_before_somebody_reads_it() -> None:
    found = {f"{path}:{call.lineno}" for path, tree in modules().items() for call in told_at_import(tree)}
    assert found == set()


def of_languages(languages: Iterable[str], *files: str) -> pytest.MarkDecorator:
    """Run a test for these catalogues of each of these languages."""
    paths = [ROOT / "locale" / code / "LC_MESSAGES" / file for code in languages for file in files]
    return pytest.mark.parametrize("path", paths, ids=[f"{path.parts[-3]}-{path.stem}" for path in paths])


BEGUN = [path.name for path in (ROOT / "locale").iterdir() if path.name != settings.LANGUAGE_CODE]
"""Every language into which the English is translated, at least in part."""
PAGES, RULES, BOTH = of_languages(BEGUN, "django.po"), of_languages(BEGUN, "rules.po"), of_languages(BEGUN, *FILES)
WHOLE_PAGES, WHOLE_RULES = of_languages(WHOLE, "django.po"), of_languages(WHOLE, "rules.po")
WHOLE_BOTH = of_languages(WHOLE, *FILES)


def finished(path: Path) -> dict[str, list[str]]:
    """The messages of a catalogue that have a translation, and its forms."""
    return {message: told for message, told in catalogue(path).items() if all(told)}


def test_every_folder_of_translations_is_a_language_that_people_can_choose() -> None:
    names = {path.name.replace("_", "-").lower() for path in (ROOT / "locale").iterdir()}
    assert names == {code for code, _name in settings.LANGUAGES}


@WHOLE_PAGES
def test_every_marked_message_is_in_the_catalogue(path: Path) -> None:
    assert sorted(page_places().keys() - catalogue(path).keys()) == []


@BOTH
def test_no_translation_is_a_guess(path: Path) -> None:
    assert "fuzzy" not in path.read_text()


@WHOLE_BOTH
def test_every_message_is_translated(path: Path) -> None:
    assert [message for message, told in catalogue(path).items() if not all(told)] == []


@BOTH
def test_no_message_is_translated_twice(path: Path) -> None:
    keys = re.findall(KEY, path.read_text(), re.M)
    assert sorted({key for key in keys if keys.count(key) > 1}) == []


@PAGES
def test_a_translation_names_what_the_message_names(path: Path) -> None:
    for message, told in finished(path).items():
        wanted = set(NAMES.findall(plurals(path).get(message, message)))
        assert wanted >= set().union(*map(NAMES.findall, told)), message
        assert wanted == set(NAMES.findall(told[-1])), message


@BOTH
def test_the_compiled_catalogue_is_the_written_one(path: Path) -> None:
    """After a change: `make messages`."""
    with path.with_suffix(".mo").open("rb") as compiled:
        kept = gettext.GNUTranslations(compiled)
    for message, told in finished(path).items():
        if message in plurals(path):
            forms = {kept.ngettext(message, plurals(path)[message], n) for n in NUMBERS}
            assert forms == set(told), message
        else:
            assert [kept.gettext(message)] == told, message


def test_every_text_is_made_of_a_written_message() -> None:
    assert list_made_up() == []


@PAGES
def test_no_page_message_is_translated_that_nothing_says(path: Path) -> None:
    assert sorted(catalogue(path).keys() - page_places().keys()) == []


@BOTH
def test_a_message_names_the_files_where_it_stands(path: Path) -> None:
    """After a message or a file has moved: `make messages`."""
    text = path.read_text()
    assert text == refer_all(text, find_places(path.stem))


def test_the_list_of_messages_that_pages_show_is_not_old() -> None:
    """After many messages have changed: `make shown`."""
    shown = read_shown()
    known = {*catalogue(CATALOGUE), *catalogue(MESSAGES)}
    assert len(shown) > 2000
    assert sum(message in known for message in shown) > 0.9 * len(shown)


def test_a_language_begins_with_what_pages_show_most() -> None:
    text = 'msgid ""\nmsgstr ""\n\nmsgid "Rare"\nmsgstr ""\n\n#: a.py\nmsgid "Often"\nmsgstr ""\n'
    assert re.findall('msgid "(.+)"', sort_entries(text, ["Often", "Gone"])) == ["Often", "Rare"]


@WHOLE_RULES
def test_every_message_of_a_text_is_in_the_catalogue(path: Path) -> None:
    assert sorted(made_places().keys() - catalogue(path).keys() - set(plurals(path).values())) == []


@RULES
def test_no_message_is_translated_that_nothing_says(path: Path) -> None:
    assert sorted(catalogue(path).keys() - made_places().keys() - written_words()) == []


@RULES
def test_a_translated_text_has_the_values_of_the_message(path: Path) -> None:
    for message, told in finished(path).items():
        wanted = set(FIELD.findall(plurals(path).get(message, message)))
        assert all(wanted >= set(FIELD.findall(each)) for each in told), message
        assert wanted == set(FIELD.findall(told[-1])), message


ENTRY = """# A remark.
#. A hint.
#: rules/gone.py
#, python-format
msgctxt "verb"
msgid "Look"
msgstr "Katso"
"""


def test_a_reference_stands_after_remarks_and_old_ones_go() -> None:
    places = {"Look": frozenset({"rules/noun.py"}), f"verb{CONTEXT}Look": frozenset({"rules/b.py", "rules/a.py"})}
    assert refer(ENTRY, places).splitlines()[1:5] == [
        "#. A hint.",
        "#: rules/a.py",
        "#: rules/b.py",
        "#, python-format",
    ]
    assert "#:" not in refer(ENTRY, {})


@pytest.mark.parametrize(
    ("template", "messages"),
    [
        ('<p title="{% translate "Look" context "noun" %}">{{ x|default:_("None") }}', [f"noun{CONTEXT}Look", "None"]),
        ("{% blocktranslate count n=x %}{{ n }} look{% plural %}{{ n }} looks{% endblocktranslate %}", ["%(n)s look"]),
        ("{% blocktranslate context 'verb' %}Look{% endblocktranslate %}", [f"verb{CONTEXT}Look"]),
    ],
)
def test_the_messages_of_a_template_are_found(template: str, messages: list[str]) -> None:
    assert list(list_in_template(template)) == messages


def test_a_text_is_told_in_the_readers_language() -> None:
    text = Text("{n} success", "{n} successes", n=7)
    with override("fi"):
        assert translate(text) == "7 onnistumista"
        assert translate("7 successes") == "7 successes"
    with override("en"):
        assert translate(text) == "7 successes"


def test_sentences_about_a_form_are_told_before_they_are_escaped() -> None:
    page = engines["django"].from_string("{% load record %}{{ errors|told_in_a_row }}")
    with override("fi"):
        told = page.render({"errors": [Text("{n} success", "{n} successes", n=7), "<b>7 successes.</b>"]})
    assert told == "7 onnistumista &lt;b&gt;7 successes.&lt;/b&gt;"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Iske, ase daiklave", []),
        ("Strength goes from 1 to 5.", ["Strength", "from", "to"]),
        ("Mira sanoo: “Strength goes from 1 to 5.”", []),
        ("7 onnistumista against vaikeus 3", ["against"]),
    ],
)
def test_english_words_are_found(text: str, found: list[str]) -> None:
    assert [word for word in english_in(text) if word in found] == found
    assert bool(english_in(text)) == bool(found)
