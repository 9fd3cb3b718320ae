"""The messages that templates and modules mark for gettext, and the files where they stand."""

import ast
import re
from collections.abc import Iterator
from functools import cache

from django.utils.translation.template import templatize

from tests.finnish.messages import turn_round
from tests.finnish.words import CONTEXT, ROOT

APPS = ("api", "campaigns", "config", "play")
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
LITERAL = r"""u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
MARKED = re.compile(rf"\b(?:n?(p?)gettext|_)\(\s*({LITERAL})(?:\s*,\s*({LITERAL}))?")
"""What `templatize` makes of a tag that marks a message: a call, with the context before the message."""


@cache
def page_places() -> dict[str, frozenset[str]]:
    """By each marked message, the templates and modules that mark it. A context stands before it, and `CONTEXT`."""
    found = {path: set(list_marked(tree)) for path, tree in modules().items()}
    for path in (ROOT / "templates").rglob("*.*"):
        if "style" not in str(path.relative_to(ROOT)):
            found[str(path.relative_to(ROOT))] = set(list_in_template(path.read_text()))
    return turn_round(found)


def list_in_template(source: str) -> Iterator[str]:
    """The messages that a template marks, with each percent sign as the catalogue has it."""
    for contextual, *texts in MARKED.findall(templatize(source)):
        first, second = (ast.literal_eval(text) if text else "" for text in texts)
        yield f"{first}{CONTEXT}{second}" if contextual else first


@cache
def modules() -> dict[str, ast.Module]:
    """Every module that marks something, read."""
    paths = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in paths}
    return {path: ast.parse(text) for path, text in texts.items() if "gettext" in text}


def list_marked(tree: ast.AST) -> Iterator[str]:
    """The messages that a module marks."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS:
            texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if call.func.id.startswith("pgettext") and len(texts) > 1:
                yield f"{texts[0]}{CONTEXT}{texts[1]}"
            elif texts:
                yield texts[0]
