"""The messages of `rules.text.Text` that the code makes, found without running it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from rules import SYSTEMS, get_system
from rules.text import FIELD
from tests.finnish.words import ROOT

APPS = ("rules", "campaigns", "play", "api", "config")
MARKS = {"Text": (0, 1), "says": (0, 1), "ask": (0,), "ruled": (0,), "option": (1,), "Track": (2, 3), "Kind": (4,)}
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
MARKED_KEYWORDS = {"ask": ("help",), "ruled": ("help",)}
"""The same for messages that they take by keyword."""
LONGEST_KEY = 40
"""Characters of a key."""
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
def made_messages() -> dict[str, str]:
    """By each message with words that the code makes, the place where it does."""
    return {
        made.value: f"{path}:{made.lineno}"
        for path, tree in trees().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for made in list_made(call)
        if isinstance(made, ast.Constant) and isinstance(made.value, str) and has_words(made.value)
    }


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
    found = {
        node.value
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for path in (ROOT / "rules").rglob("*.toml"):
        found |= set(list_strings(tomllib.loads(path.read_text())))
    found |= set(list_choices())
    plain = {key.replace("_", " ") for key in found if len(key) <= LONGEST_KEY}
    return frozenset(found | {put(key) for key in plain for put in (str, str.title, str.capitalize)})


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
