"""The messages of `rules.text.Text` that the code makes, found without running it."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from rules import SYSTEMS, get_system
from rules.text import FIELD
from tests.finnish.words import CONTEXT, ROOT

APPS = ("rules", "campaigns", "play", "api", "config")
MARKS = {
    "Text": (0, 1),
    "says": (0, 1),
    "ask": (0,),
    "ruled": (0,),
    "powered": (0,),
    "known": (0,),
    "rated": (0,),
    "option": (1,),
    "Track": (2, 3),
    "Kind": (4,),
}
"""The functions that make a text of a written message, and at which places it stands."""
MAKERS = (
    "rules/text.py",
    "rules/text_codec.py",
    "rules/settings.py",
    "rules/battle/declare.py",
    "rules/battle/lines.py",
    "rules/powers/model.py",
    "rules/powers/words.py",
)
"""The modules with these functions, which make texts of what they are given."""
MARKED_KEYWORDS = dict.fromkeys(("ask", "ruled", "powered", "known", "rated"), ("help",))
"""The same for messages that they take by keyword."""
LONGEST_KEY = 40
"""Characters of a key."""
VECTORS, CONFORMANCE = "vectors.toml", "/conformance"
"""Parts of paths of what checks the rules: it has words, but nobody reads them at a table."""
LETTER = re.compile(r"[^\W\d_]")


@cache
def trees() -> dict[str, ast.Module]:
    """Every module of the four apps, read."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text()) for app in APPS for path in (ROOT / app).rglob("*.py")
    }


def list_made(call: ast.Call) -> Iterator[ast.expr]:
    """The messages that one call makes texts of."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    yield from (call.args[place] for place in MARKS.get(name, ()) if place < len(call.args))
    yield from (keyword.value for keyword in call.keywords if keyword.arg in MARKED_KEYWORDS.get(name, ()))


def has_words(message: str) -> bool:
    """Whether there is anything to translate in a message besides its values."""
    return LETTER.search(FIELD.sub("", message)) is not None


@cache
def made_places() -> dict[str, frozenset[str]]:
    """By each message with words that the code makes, the modules that do."""
    return turn_round({path: filter(has_words, list_messages(tree)) for path, tree in trees().items()})


def list_messages(tree: ast.Module) -> Iterator[str]:
    """The written messages that a module makes texts of."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for made in (made for call in calls for made in list_made(call)):
        if isinstance(made, ast.Constant) and isinstance(made.value, str):
            yield made.value
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id == "mean":
            texts = [str(arg.value) for arg in call.args if isinstance(arg, ast.Constant)]
            yield from [CONTEXT.join(texts)] if len(texts) == len(call.args) else []


def list_made_up() -> list[str]:
    """Where a text is made of what is no written message, which no catalogue can have."""
    return [
        f"{path}:{made.lineno}"
        for path, tree in trees().items()
        if path not in MAKERS
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for made in list_made(call)
        if not isinstance(made, ast.Constant)
    ]


@cache
def written_words() -> frozenset[str]:
    """Every string that stands in the code or in a table of the rules, and keys as they are printed: what
    `rules.text.word` may be given."""
    found = set[str](list_choices())
    for texts in (*list_constants().values(), *list_tables().values()):
        found |= texts | set(list_printed(texts))
    return frozenset(found)


@cache
def word_places() -> dict[str, frozenset[str]]:
    """By each word that `rules.text.word` may be given, the tables that have it, else the modules of the rules."""
    tables = {path: texts | set(list_printed(texts)) for path, texts in list_tables().items() if VECTORS not in path}
    modules = {
        path: {text for text in texts if text[:1].isupper() or " " in text}
        for path, texts in list_constants().items()
        if path.startswith("rules/") and CONFORMANCE not in path
    }
    return {**turn_round(modules), **turn_round(tables)}


def turn_round(texts: Mapping[str, Iterable[str]]) -> dict[str, frozenset[str]]:
    """By each text in some files, the files that have it."""
    found: dict[str, set[str]] = {}
    for path, written in texts.items():
        for text in written:
            found.setdefault(text, set()).add(path)
    return {text: frozenset(paths) for text, paths in found.items()}


def list_printed(texts: Iterable[str]) -> Iterator[str]:
    """Keys as pages print them: `melee` as "Melee"."""
    plain = (text.replace("_", " ") for text in texts if len(text) <= LONGEST_KEY)
    return (put(text) for text in plain for put in (str, str.title, str.capitalize))


@cache
def list_constants() -> dict[str, set[str]]:
    """The strings in each module."""
    nodes = {
        path: (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        for path, tree in trees().items()
    }
    return {path: {value for value in values if isinstance(value, str)} for path, values in nodes.items()}


@cache
def list_tables() -> dict[str, set[str]]:
    """The strings and keys in each table of the rules."""
    paths = {str(path.relative_to(ROOT)): path for path in (ROOT / "rules").rglob("*.toml")}
    return {name: set(list_strings(tomllib.loads(path.read_text()))) for name, path in paths.items()}


def list_choices() -> Iterator[str]:
    """The labels that the sheets of the games make of their tables, such as those of weapons of artifacts."""
    for rules in (get_system(key).sheets for key in SYSTEMS):
        for archetype in rules.archetypes:
            for section in rules.layout(rules.parse(rules.blank(archetype))):
                yield from (choice.label for trait in section.traits for choice in trait.choices)


def list_strings(table: Any) -> Iterator[str]:
    """Every string and key of a table."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        yield from table
        for value in table.values():
            yield from list_strings(value)
    elif isinstance(table, list):
        for value in table:
            yield from list_strings(value)
