"""Names from right to left on a page: whether each is kept apart from what stands beside it."""

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, Final

from django.apps import apps

from campaigns.core.name_field import StoredName
from campaigns.models import User
from play.models import Entry, Snapshot, Table
from play.table.live_scene import live_scenes

NAME: Final = "שרה"
"""What every name begins with that is looked for."""
FIRST, LAST = "\u2068", "\u2069"
"""The marks that keep a name apart where no element can."""
VOID: Final = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SPOKEN: Final = {"title", "aria-label", "alt", "placeholder", "label", "aria-description", "aria-roledescription"}
UNSEEN: Final = {"script", "style", "textarea"}


class Names(HTMLParser):
    """Reads a page as a browser does. Keeps each place where a name touches other words, and how many stand apart."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.loose: list[str] = []
        self.marked: list[str] = []
        """Attributes in which the marks do harm: values that a form sends, keys, addresses."""
        self.apart = 0
        self._open: list[list[str]] = []
        """Of each open element its tag, whether it isolates (or is not seen), and its text so far."""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        is_apart = tag == "bdi" or values.get("dir") == "auto"
        for name, value in values.items():
            if name in SPOKEN:
                self._judge(value, f"<{tag} {name}>", is_apart=is_apart)
            elif FIRST in value:
                self.marked.append(f"<{tag} {name}={value[:60]!r}>")
        if tag not in VOID:
            self._open.append([tag, "unseen" if tag in UNSEEN else "apart" if is_apart else "", ""])

    def handle_endtag(self, tag: str) -> None:
        while any(one[0] == tag for one in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        inside = next((one for one in reversed(self._open) if one[1]), None)
        if inside and inside[1] == "unseen":
            return
        where = " ".join(f"<{one[0]}>" for one in self._open[-3:])
        self._judge(data, where, is_apart=inside is not None and not inside[2].strip())
        if inside:
            inside[2] += data

    def _judge(self, text: str, where: str, *, is_apart: bool) -> None:
        at = text.find(NAME)
        while at >= 0:
            before = text[:at]
            if before.count(FIRST) > before.count(LAST) or (is_apart and not before.strip(" \n“")):
                self.apart += 1
            else:
                self.loose.append(f"{where} {text[max(0, at - 30) : at + 30].strip()!r}")
            at = text.find(NAME, at + 1)


def turn_names() -> None:
    """Let every name in the database begin from right to left: in columns, and in what the tables hold."""
    columns = [
        (kind, field.name) for kind in apps.get_models() for field in kind._meta.fields if type(field) is StoredName
    ]
    names = set[str]()
    for kind, column in columns:
        if kind is not User:  # by their names people sign in
            for key, name in kind._base_manager.exclude(**{column: ""}).values_list("pk", column):
                names.add(str(name))
                kind._base_manager.filter(pk=key).update(**{column: f"{NAME} {name}"})
    for state in Table.objects.values_list("state", flat=True):
        names |= set(_list_names(state))
    for kind, column in ((Table, "state"), (Entry, "event"), (Snapshot, "state")):
        for key, value in kind._base_manager.values_list("pk", column):
            text = json.dumps(value)
            for name in names:
                text = text.replace(json.dumps(name), json.dumps(f"{NAME} {name}"))
            kind._base_manager.filter(pk=key).update(**{column: json.loads(text)})
    live_scenes.forget()


def _list_names(value: Any) -> Iterator[str]:
    """Yield the names in the state of a table: of combatants, of their sides, of tasks and strands."""
    if isinstance(value, dict):
        is_named = "side" in value or "title" in value
        yield from (value[key] for key in ("name", "side", "title") if is_named and isinstance(value.get(key), str))
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from filter(None, _list_names(inner))
