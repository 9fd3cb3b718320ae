"""Read the values of a foreign file, and list what nobody has taken."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.imports.draft import LeftLine
from campaigns.imports.html_to_markdown import to_markdown

MAX_LEAVES = 20_000
MAX_PATH = 1000
"""The longest path of a value in a file."""
MAX_LINE = 2000
EMPTY = frozenset({"", "0", "false", "none", "other"})
LABEL = "wod."
"""How one program begins the keys of its labels."""
NAMES = ("name", "label", "title", "merit_name", "traitName", "CharmName")
"""The fields that hold the name of a list entry."""
WRAPPERS = frozenset(
    {"system", "Statistics", "AdditionalModels", "Content", "text", "value", "description", "creationValue"}
)
"""Parts of a path that say nothing to a person."""


class Reader:
    """The values of a file by their dotted paths. Each value is taken at most once.

    `noise`: parts of paths whose values are never listed. Raises `Refused` if the file has more values than any
    character.
    """

    def __init__(self, data: Mapping[str, Any], noise: Collection[str] = ()) -> None:
        self._leaves = dict(islice(_leaves(data), MAX_LEAVES + 1))
        if len(self._leaves) > MAX_LEAVES:
            raise _too_much()
        self._sorted = sorted(self._leaves)
        self._taken: set[str] = set()
        self._noise = frozenset(noise)

    def silence(self, parts: Collection[str]) -> None:
        """Add parts of paths whose values are never listed."""
        self._noise |= set(parts)

    def take(self, *paths: str) -> Any:
        """Take the value at the first of these paths that the file has. None if it has none of them."""
        for path in paths:
            if path in self._leaves:
                self._taken.add(path)
                return self._leaves[path]
        return None

    def peek(self, path: str) -> str:
        """Return the text at a path without taking it."""
        value = self._leaves.get(path)
        return value.strip() if isinstance(value, str) else ""

    def number(self, *paths: str) -> int | None:
        """Take the first of these values that is a whole number, or None."""
        return next((number for path in paths if (number := self._whole(path)) is not None), None)

    def _whole(self, path: str) -> int | None:
        value = self.take(path)
        if isinstance(value, bool):
            return None
        if isinstance(value, str):
            text = value.strip().removeprefix("+")
            plain = text.removeprefix("-")
            value = int(text) if plain.isascii() and plain.isdigit() and len(plain) < 7 else None
        return int(value) if isinstance(value, int | float) and abs(value) < 1_000_000 else None

    def text(self, *paths: str) -> str:
        """Take the first of these values that has text, or return an empty string."""
        found = (self.take(path) for path in paths)
        return next((value.strip() for value in found if isinstance(value, str) and value.strip()), "")

    def prose(self, *paths: str) -> str:
        """Take a text like `text` does, and return it as Markdown if it is HTML."""
        return to_markdown(self.text(*paths))

    def flag(self, *paths: str) -> bool:
        """Take the value, and return whether it is true, as a boolean or in words."""
        value = self.take(*paths)
        return value is True or (isinstance(value, str) and value.strip().lower() == "true")

    def prose_of(self, path: str) -> str:
        """Return the text at a path as Markdown without taking it."""
        return to_markdown(self.peek(path))

    def peek_number(self, path: str) -> int | None:
        """Return the whole number at a path without taking it, or None."""
        value = self._leaves.get(path)
        return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1_000_000 else None

    def peek_flag(self, path: str) -> bool | None:
        """Return the boolean at a path without taking it, or None."""
        value = self._leaves.get(path)
        return value if isinstance(value, bool) else None

    def has(self, path: str) -> bool:
        """Whether there is a value at this path, or below it."""
        return path in self._leaves or next(self._inside(path), None) is not None

    def rows(self, path: str) -> list[int]:
        """Return the indices of a list in the file. Its entries are read as `path.0.name`."""
        return sorted(int(head) for head in self.heads(path) if head.isascii() and head.isdecimal() and len(head) < 7)

    def heads(self, path: str) -> list[str]:
        """Return the names directly below a path, sorted."""
        return list(dict.fromkeys(key[len(path) + 1 :].split(".", 1)[0] for key in self._inside(path)))

    def words(self, path: str) -> list[str]:
        """Take a list of words: either a list, or one text with commas."""
        if path in self._leaves:
            return [word.strip() for word in self.text(path).split(",") if word.strip()]
        return [word for row in self.rows(path) if (word := self.text(f"{path}.{row}"))]

    def ignore(self, *paths: str) -> None:
        """Take what is of no use: ids, pictures, settings of the program that wrote the file."""
        for path in paths:
            self._taken |= {path, *self._inside(path)}

    def _inside(self, path: str) -> Iterator[str]:
        """Yield the paths below this one. It searches a sorted list, because files have thousands of paths."""
        start = f"{path}."
        for place in range(bisect_left(self._sorted, start), len(self._sorted)):
            if not self._sorted[place].startswith(start):
                return
            yield self._sorted[place]

    def left(self) -> list[LeftLine]:
        """Return what nobody has taken, in words under headings. Empty and false values are left out."""
        found: dict[str, list[str]] = {}
        for row, said in self._list_left().items():
            parts = row.split(".")
            if parts[-1].isdecimal() and len(parts) > 1:
                heading, line = self._heading(row, parts[:-1]), self._entry(row, said)
            else:
                heading, label = _divide(parts)
                line = f"{label}: {said[0]}" if label else said[0]
            found.setdefault(heading, []).append(_shorten(line))
        return [LeftLine(heading, line) for heading, lines in found.items() for line in lines]

    def _list_left(self) -> dict[str, list[str]]:
        """Return what is left of each value, and of each list entry, by its path."""
        found: dict[str, list[str]] = {}
        for key, value in self._leaves.items():
            parts = key.split(".")
            text = to_markdown(value) if isinstance(value, str) else str(value)
            if (
                key in self._taken
                or not value
                or text in EMPTY
                or text.startswith(LABEL)
                or not self._noise.isdisjoint(parts)
            ):
                continue
            place = next((i for i, part in enumerate(parts) if i and part.isdecimal()), None)
            if place is None:
                found[key] = [text]
                continue
            said = found.setdefault(".".join(parts[: place + 1]), [])
            label = _say([part for part in parts[place + 1 :] if part not in WRAPPERS])
            is_said = len(parts) == place + 2 and (parts[-1] in NAMES or parts[-1] == "type")
            if not is_said:
                said.append(label if value is True else f"{label}: {text}" if label else text)
        return found

    def _heading(self, row: str, parts: list[str]) -> str:
        """Return the heading of a list. An item of Foundry goes under its kind."""
        kind = self.peek(f"{row}.type") if parts == ["items"] else self.peek(f"{row}.templateId")
        return _say([kind]) if kind else _divide([*parts, ""])[0]

    def _entry(self, row: str, said: list[str]) -> str:
        """Return a list entry in one line, its name first."""
        name = next((words for key in NAMES if (words := self.peek(f"{row}.{key}"))), "")
        rest = "; ".join(said)
        return f"{name}: {rest}" if name and rest else name or rest


def _divide(parts: list[str]) -> tuple[str, str]:
    """Return the heading and the label of a value: "Willpower" and "max" for `system.willpower.max`."""
    plain = [part for part in parts if part not in WRAPPERS]
    if len(plain) < 2:
        return _("Other"), _say(plain)
    return _say(plain[:1]), _say(plain[1:])


def _say(parts: list[str]) -> str:
    """Return parts of a path as a person would write them: "Base pool overrides"."""
    words = " ".join(re.sub(r"(?<=[a-z])(?=[A-Z])|[_.]+", " ", part) for part in parts if part)
    return words[:1].upper() + words[1:].lower() if words else ""


def _shorten(line: str) -> str:
    return line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 1]}…"


def _too_much() -> Refused:
    return Refused(_("This file contains far more than a character."), status=422)


def _leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if len(path) > MAX_PATH:
        raise _too_much()
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _leaves(value, f"{path}.{index}")
    else:
        yield path, data
