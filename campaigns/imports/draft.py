"""A character on its way in: what of a foreign file fits the sheet, what had to be changed, what is left out."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from django.utils.translation import gettext as _

from campaigns.phrases import tell
from campaigns.refusals import Refused
from campaigns.sheets import canonical, empty_sheet, fitting_sheet, with_values
from rules import get_system
from rules.battle import Json
from rules.codec import encode
from rules.errors import BadInput
from rules.system import Trait

MAX_LEAVES = 20_000
MAX_PATH = 1000
"""Characters of where a value stands in a file."""
MAX_LEFT = 400
MAX_NOTES = 15_000


@dataclass(frozen=True, slots=True)
class Moved:
    """A value that the rules do not take as it was: what it is called, what the file said, what it is now (nothing for
    what is left out), and why."""

    label: str
    was: str
    now: str
    why: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What an import would make. `left` is what has no place on the sheet: it goes into the notes, word for word."""

    source: str
    name: str
    sheet: dict[str, Json]
    notes: str
    kept: tuple[str, ...]
    changed: tuple[Moved, ...]
    left: tuple[str, ...]
    secret_notes: str = ""
    extra: bool = False
    hidden: bool = False


class Reader:
    """A foreign file's values, each taken at most once; whatever nobody takes is told at the end.

    Raises `Refused` for a file with more values than any character has.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._leaves = dict(islice(_leaves(data), MAX_LEAVES + 1))
        if len(self._leaves) > MAX_LEAVES:
            raise _too_much()
        self._sorted = sorted(self._leaves)
        self._taken: set[str] = set()

    def take(self, *paths: str) -> Any:
        """The value at the first of these dotted paths that the file has, or None."""
        for path in paths:
            if path in self._leaves:
                self._taken.add(path)
                return self._leaves[path]
        return None

    def peek(self, path: str) -> str:
        """The words at a path, left where they are for somebody else."""
        value = self._leaves.get(path)
        return value.strip() if isinstance(value, str) else ""

    def number(self, *paths: str) -> int | None:
        """The same as a whole number, if it is one."""
        value = self.take(*paths)
        if isinstance(value, bool):
            return None
        if isinstance(value, str):
            text = value.strip().removeprefix("-")
            value = int(value) if text.isascii() and text.isdigit() and len(text) < 7 else None
        return int(value) if isinstance(value, int | float) and abs(value) < 1_000_000 else None

    def text(self, *paths: str) -> str:
        """The same as words."""
        value = self.take(*paths)
        return value.strip() if isinstance(value, str) else ""

    def rows(self, path: str) -> list[int]:
        """The indices of a list in the file: its entries are read as `path.0.name`."""
        heads = {key[len(path) + 1 :].split(".", 1)[0] for key in self._inside(path)}
        return sorted(int(head) for head in heads if head.isascii() and head.isdecimal() and len(head) < 7)

    def ignore(self, *paths: str) -> None:
        """What is of no use to anybody: ids, pictures, settings of the program that wrote the file."""
        for path in paths:
            self._taken |= {path, *self._inside(path)}

    def _inside(self, path: str) -> Iterator[str]:
        """The paths under this one, found without a look at all the others: files have thousands of each."""
        start = f"{path}."
        for place in range(bisect_left(self._sorted, start), len(self._sorted)):
            if not self._sorted[place].startswith(start):
                return
            yield self._sorted[place]

    def left(self) -> list[str]:
        """What nobody has taken, as "path: value"; nothing and nought say nothing."""
        said = (f"{key}: {value}" for key, value in self._leaves.items() if key not in self._taken and value)
        return [line if len(line) <= 300 else f"{line[:299]}…" for line in said]


class HasLeft(Protocol):
    """Whatever tells what of it was not taken."""

    def left(self) -> list[str]:
        """What nobody has taken, piece by piece."""


class Builder:
    """Puts values on a sheet one after the other, as far as the rules take them.

    `rested`: what a scene spends follows its maximum, for a source that says only what somebody has at most.
    """

    def __init__(self, system: str, archetype: str, *, rested: bool = False) -> None:
        self.system = system
        self._rested = rested
        rules = get_system(system).sheets
        first = rules.blank(archetype) if archetype else empty_sheet(system)
        self.sheet: dict[str, Json] = canonical(system, first)
        layout = rules.layout(rules.parse(self.sheet))
        self._traits = {trait.key: trait for section in layout for trait in section.traits}
        self._titles = {trait.key.partition(".")[0]: section.title for section in layout for trait in section.traits}
        self._waiting: dict[str, Json] = {}
        self.kept: list[str] = []
        self._rows: dict[str, list[tuple[str, str]]] = {}
        self.changed: list[Moved] = []

    def put(self, path: str, value: Json) -> None:
        """Set a place of the sheet; None leaves it as it is."""
        if value is not None:
            self._waiting[path] = value

    def set(self, path: str, value: Json) -> None:
        """Make a place of the sheet what it is before the file speaks; nothing is told of it."""
        self._try(path, value)

    def build(self, source: str, name: str, reader: HasLeft, notes: str = "") -> Draft:
        """Settle everything that was put: what the rules refuse is told, and put within bounds where that helps."""
        self.settle()
        for path, value in list(self._waiting.items()):
            self._squeeze(path, value)
        left = reader.left()
        rest = (
            [_("What %(source)s said besides:") % {"source": source}, *(f"* {line}" for line in left[:MAX_LEFT])]
            if left
            else []
        )
        whole = "\n".join([notes, "", *rest])
        return Draft(
            source=source,
            name=" ".join(name.split())[:80] or _("Nameless"),
            sheet=self.sheet,
            notes=whole.strip()[:MAX_NOTES],
            kept=(*self.kept, *self._tell_rows()),
            changed=tuple(self.changed),
            left=tuple(left),
        )

    def settle(self) -> None:
        """Put what fits; some values fit only after others, so go on for as long as any does."""
        moved = True
        while moved:
            moved = False
            for path, value in list(self._waiting.items()):
                if self._try(path, value) is None:
                    del self._waiting[path]
                    self._keep(path, value)
                    moved = True

    def _keep(self, path: str, value: Json) -> None:
        """Remember a value that was taken; those of one row of a list are told together."""
        way = path.split(".")
        if len(way) > 2 and way[1].isdecimal():
            self._rows.setdefault(".".join(way[:2]), []).append((path, self._told(path, value)))
        else:
            self.kept.append(f"{tell(self._label(path))} {self._told(path, value)}".strip())

    def _tell_rows(self) -> list[str]:
        """Row by row what was taken, its parts as the page has them: "Specialties: Melee, Swords, 2"."""
        order = {key: place for place, key in enumerate(self._traits)}
        found = []
        for entry, parts in self._rows.items():
            head = entry.partition(".")[0]
            first = f"{head}.0."  # every row of a list has the parts of its first
            told = sorted(parts, key=lambda part: order.get(first + part[0].removeprefix(f"{entry}."), len(order)))
            found.append(f"{tell(self.title_of(head))}: {', '.join(words for _path, words in told)}")
        return found

    def title_of(self, head: str) -> str:
        """The heading under which the sheet has a list: "Merits" for `own_merits`."""
        return self._titles.get(head, head.replace("_", " ").capitalize())

    def _try(self, path: str, value: Json) -> str | None:
        """Set one value. Gives the refusal, or None if it was taken."""
        try:
            self.sheet = self._with(path, value)
        except BadInput as refusal:
            return refusal.sentence
        except (KeyError, IndexError, TypeError, ValueError):
            return _("The sheet has no such place.")
        return None

    def _with(self, path: str, value: Json) -> dict[str, Json]:
        if self._rested:
            return fitting_sheet(self.system, self.sheet, {path: value})
        return canonical(self.system, with_values(self.sheet, {path: value}))

    def _squeeze(self, path: str, value: Json) -> None:
        trait = self._trait(path)
        low, high = (trait.low, trait.high) if trait else (0, 0)
        why = self._try(path, value) or ""
        nearest = min(max(value, low), high) if isinstance(value, int) and high else None
        taken = nearest is not None and nearest != value and self._try(path, nearest) is None
        if taken:
            why = _("%(label)s is %(low)d to %(high)d.") % {"label": tell(self._label(path)), "low": low, "high": high}
        self.tell_change(self._label(path), value, nearest if taken else "", why)

    def tell_change(self, label: str, was: Json, now: Json, why: str) -> None:
        """Say that something is not as the file has it."""
        self.changed.append(Moved(label, _say(was), _say(now), why))

    def _told(self, path: str, value: Json) -> str:
        """A value in the words of the page: the labels of what was chosen."""
        trait = self._trait(path)
        choices = trait.choices if trait and trait.kind != "track" else ()
        words = {choice.value: tell(choice.label) for choice in choices}
        if isinstance(value, list | tuple):
            return _say([words.get(item, item) for item in value])
        return _say(words.get(value, value) if isinstance(value, str) else value)

    def _trait(self, path: str) -> Trait | None:
        """The trait at a place of the sheet; of a row of a list its like in the first row, if the sheet has none."""
        first = ".".join(["0" if part.isdecimal() else part for part in path.split(".")])
        return self._traits.get(path) or self._traits.get(first)

    def _label(self, path: str) -> str:
        known = self._trait(path)
        return known.label if known else path.replace(".", " ").replace("_", " ").capitalize()


def encode_draft(draft: Draft) -> dict[str, Json]:
    """What of a draft makes the character, as JSON."""
    return {
        "name": draft.name,
        "sheet": encode(draft.sheet),
        "notes": draft.notes,
        "secret_notes": draft.secret_notes,
        "extra": draft.extra,
        "hidden": draft.hidden,
    }


def _say(value: Json) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    text = ", ".join(map(_say, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _too_much() -> Refused:
    return Refused(_("This file holds far more than a character."), status=422)


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
