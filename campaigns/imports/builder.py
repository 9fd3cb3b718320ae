"""Build a sheet from what a source says, and record what was kept, changed and assumed."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.draft import AdjustedValue, Draft, LeftLine, OpenQuestion
from campaigns.imports.words import TraitWords, describe_opening, group_left, say, write_left
from campaigns.sheets.json import canonical, empty_sheet, fitting_sheet, with_values
from rules import get_system
from rules.battle import Json
from rules.errors import BadInput
from rules.names import clean_name
from rules.raising import GENERAL
from rules.text import EMPTY, Text

MAX_ABOUT = 10_000
MAX_LEFT = 9_500
"""Characters. With `MAX_ABOUT` it fits into the notes."""


class HasLeft(Protocol):
    """A source that can list what nobody has taken of it."""

    def left(self) -> Sequence[LeftLine]:
        """Return what nobody has taken."""


class Builder:
    """Builds a sheet from values, as far as the rules accept them.

    `rested`: what a scene spends is set to its maximum, for a source that has only maximums.
    """

    def __init__(self, system: str, archetype: str, *, rested: bool = False) -> None:
        self.system = system
        self._rested = rested
        rules = get_system(system).sheets
        first = rules.blank(archetype) if archetype else empty_sheet(system)
        self.sheet: dict[str, Json] = canonical(system, first)
        self.kind = rules.archetypes.get(archetype, EMPTY)
        self.said = ""
        self.is_kind_assumed = False
        self._words = TraitWords(system, self.sheet)
        self._waiting: dict[str, Json] = {}
        self._said: set[str] = set()
        self.kept: list[str] = []
        self._rows: dict[str, list[tuple[str, str]]] = {}
        self.changed: list[AdjustedValue] = []
        self.extra_lines: list[LeftLine] = []
        """What is known to have no place, beside what a source has left."""
        self.earned: dict[str, int] = {}
        self.opening: tuple[int, int | None] = (0, 0)
        self.specialties: list[dict[str, Json]] = []
        """Rows of specialties that are found in several places, before they are put together."""
        self.asked: list[OpenQuestion] = []
        self.assumed: list[tuple[str, str]] = []
        """What stands in a list of the sheet without the source's word: label and value."""

    def put(self, path: str, value: Json) -> None:
        """Set a trait later, when `settle` is called. None leaves it as it is."""
        if value is not None:
            self._said.add(path)
            self._waiting[path] = value

    def set(self, path: str, value: Json) -> None:
        """Set a trait to a default before the source's values. It is not listed as kept."""
        self._try({path: value})

    def place(self, description: str, values: Mapping[str, Json]) -> bool:
        """Set traits together. Return whether the rules accepted them. `description` is listed as kept."""
        self._said |= values.keys()
        taken = self._try(values) is None
        self.kept += [description] if taken and description else []
        return taken

    def clear(self, *heads: str) -> None:
        """Remove the archetype's ratings and gear, so that only what the source names is there."""
        places: dict[str, Json] = {}
        for head in heads:
            held = self.sheet[head]
            places |= (
                {f"{head}.{name}": type(value)() for name, value in held.items()}
                if isinstance(held, dict)
                else {head: type(held)()}
            )
        self.set_all(places)
        self._words = TraitWords(self.system, self.sheet)

    def set_all(self, values: Mapping[str, Json]) -> None:
        """Set several traits to defaults, as far as the rules accept them."""
        if self._try(values) is not None:
            for path, value in values.items():
                self.set(path, value)

    def leave(self, heading: str, line: str) -> None:
        """Add a line to the Storyteller's notes."""
        if line:
            self.extra_lines.append(LeftLine(heading, line))

    def ask(self, path: str, said: str, offer: int | None = None) -> None:
        """Ask for a number that the source says in a way that nobody understands: "3/5". `offer`: the likely answer."""
        trait = self._words.find(path)
        low, high = (trait.low, trait.high) if trait else (0, 10)
        self._said.add(path)
        self.asked.append(OpenQuestion(path, self._words.label(path), said, low, high, offer))

    def has_place(self, path: str) -> bool:
        """Whether the page of this sheet has the trait."""
        return self._words.find(path) is not None

    def has_said(self, path: str) -> bool:
        """Whether the source says something of this trait."""
        return path in self._said

    def open_ledger(self, *, earned: int | None = None, spent: int | None = None, left: int | None = None) -> None:
        """Offer an opening balance: of what was earned, was spent and is left, two say the third. Where only the
        first is said, how much was spent is unknown."""
        if earned is None:
            earned, spent = (spent or 0) + (left or 0), spent or 0
        if spent is None and left is not None:
            spent = max(0, earned - left)
        if earned > 0:
            self.opening = (earned, None if spent is None else min(spent, earned))
            self.kept.append(describe_opening(*self.opening))

    def build(self, source: str, name: str, reader: HasLeft, about: str = "") -> Draft:
        """Return the draft. What the rules refuse is listed, and put within bounds if that helps."""
        self.settle()
        for path, value in list(self._waiting.items()):
            self._squeeze(path, value)
        left = group_left([*self.extra_lines, *reader.left()])
        return Draft(
            source=source,
            name=clean_name(name) or _("Unnamed"),
            sheet=self.sheet,
            kind=self.kind,
            said=self.said,
            about=self._cut(_("Biography"), about, MAX_ABOUT),
            secret_notes=self._cut(_("Moved to the notes"), write_left(source, left), MAX_LEFT),
            kept=(*self.kept, *self._words.describe_rows(self._rows)),
            changed=tuple(self.changed),
            assumed=self._list_assumed(),
            left=left,
            earned=tuple(
                (purse, points)
                for purse, points in self.earned.items()
                if points > 0 and not (purse == GENERAL and self.opening[0])
            ),
            opening=self.opening,
            asked=tuple(self.asked),
        )

    def peek(self, path: str) -> int:
        """Return the number that was put for a trait, or the one on the sheet."""
        value: Any = self._waiting.get(path)
        if value is None:
            value = self.sheet
            for part in path.split("."):
                value = value[part]
        return int(value)

    def settle(self) -> None:
        """Set what was put. Some values are only accepted after others, so it repeats while any is accepted."""
        if len(self._waiting) > 1 and self._try(self._waiting) is None:  # nearly always, and much faster
            for path, value in self._waiting.items():
                self.keep(path, value)
            self._waiting.clear()
            return
        moved = True
        while moved:
            moved = False
            for path, value in list(self._waiting.items()):
                if self._try({path: value}) is None:
                    del self._waiting[path]
                    self.keep(path, value)
                    moved = True

    def title_of(self, head: str) -> Text:
        """Return the heading of a list on the sheet: "Merits" for `own_merits`."""
        return self._words.title_of(head)

    def record_change(self, label: str, was: Json, now: Json, why: str) -> None:
        """Record that a value differs from the source."""
        self.changed.append(AdjustedValue(label, say(was), say(now), why))

    def _list_assumed(self) -> tuple[tuple[str, str], ...]:
        """Return label and value of what is on the sheet although the source does not say it."""
        kind = [(_("What it is"), translate(self.kind))] if self.is_kind_assumed else []
        return (*kind, *self._words.list_assumed(self.sheet, self._said), *self.assumed)

    def _cut(self, label: str, text: str, most: int) -> str:
        if len(text) <= most:
            return text
        why = _("The notes are full.")
        letters = _("%(count)d characters")
        self.record_change(label, letters % {"count": len(text)}, letters % {"count": most}, why)
        return text[:most]

    def keep(self, path: str, value: Json) -> None:
        """Record a value that was accepted. Values of one list entry are recorded together."""
        steps = path.split(".")
        if not value and type(value) is not bool:  # nought says nothing
            return
        if len(steps) > 2 and steps[1].isdecimal():
            self._rows.setdefault(".".join(steps[:2]), []).append((path, self._words.describe_part(path, value)))
        elif late := self._words.late_label(path, self.sheet):
            self._rows[path] = [(path, translate(late)), (path, self._words.describe_value(path, value))]
        else:
            self.kept.append(f"{translate(self._words.label(path))} {self._words.describe_value(path, value)}".strip())

    def _try(self, values: Mapping[str, Json]) -> str | None:
        """Set values together. Return the refusal, or None if they were accepted."""
        try:
            self.sheet = self._with(values)
        except BadInput as refusal:
            return refusal.sentence
        except (KeyError, IndexError, TypeError, ValueError):
            return _("The sheet has no field for this.")
        return None

    def _with(self, values: Mapping[str, Json]) -> dict[str, Json]:
        if self._rested:
            return fitting_sheet(self.system, self.sheet, values)
        return canonical(self.system, with_values(self.sheet, values))

    def _squeeze(self, path: str, value: Json) -> None:
        trait = self._words.find(path)
        low, high = (trait.low, trait.high) if trait else (0, 0)
        why = self._try({path: value}) or ""
        nearest = min(max(value, low), high) if isinstance(value, int) and high else None
        taken = nearest is not None and nearest != value and self._try({path: nearest}) is None
        if taken:
            why = _("%(label)s must be %(low)d to %(high)d.") % {
                "label": translate(self._words.label(path)),
                "low": low,
                "high": high,
            }
        elif not path.endswith(".dots"):
            self.leave(_("Left out"), f"{translate(self._words.label(path))}: {value}")
        self.record_change(self._words.label(path), value, nearest if taken else "", why)
