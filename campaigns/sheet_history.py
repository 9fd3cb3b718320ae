"""What happened to a sheet, in the words of its traits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.models import Character, SheetChange
from campaigns.phrases import tell
from campaigns.sheets import tell_marks, traits_of
from rules import get_system
from rules.battle import Json
from rules.system import Trait

LONG = 60
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Moved:
    """One trait of a change: what it was and what it became, as they are read."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Line:
    """One change of a sheet on the page."""

    change: SheetChange
    moved: tuple[Moved, ...]
    can_undo: bool


def read_changes(character: Character, changes: Iterable[SheetChange]) -> list[Line]:
    """These changes in the words of the sheet as it is now; a trait that it no longer has keeps its path.

    A trait that comes with another and holds nothing yet is not told of.
    """
    words = _Words(character)
    return [
        Line(
            change,
            tuple(words.tell_move(path, *pair) for path, pair in change.values.items() if any(pair)),
            not hasattr(change, "undone_by"),
        )
        for change in changes
    ]


def read_moved(character: Character, values: Mapping[str, Sequence[Json]]) -> tuple[Moved, ...]:
    """Values before and after by their path, in the words of the sheet; what it has no words for is left out."""
    words = _Words(character)
    return tuple(words.tell_move(path, *pair) for path, pair in values.items() if path in words.traits and any(pair))


class _Words:
    """The words of a sheet: its traits by their key, and the headings over its lists."""

    def __init__(self, character: Character) -> None:
        rules = get_system(character.series.system).sheets
        layout = rules.layout(character.parsed_sheet())
        self.traits = {trait.key: trait for trait in traits_of(layout)}
        self._titles = {trait.key.partition(".")[0]: section.title for section in layout for trait in section.traits}

    def tell_move(self, path: str, before: Json, after: Json) -> Moved:
        """What a place was and became; of a list of rows those that went, and those that came."""
        trait = self.traits.get(path)
        label = trait.label if trait else self._titles.get(path, path.replace(".", ", ").replace("_", " "))
        return Moved(label, self._say_side(path, before, after), self._say_side(path, after, before))

    def _say_side(self, path: str, value: Json, other: Json) -> str:
        """The value on one side of a change; `other`: that on the other side."""
        trait = self.traits.get(path)
        if trait and trait.kind == "track" and trait.choices and isinstance(value, str):
            return tell_marks(trait, value) or tell(trait.choices[0].label)
        if not _has_rows(value):
            return _say(value, _choices(trait))
        known = other if isinstance(other, list) else []
        return _shorten("; ".join(filter(None, (self._say_row(path, row) for row in value if row not in known))))

    def _say_row(self, path: str, row: Mapping[str, Json]) -> str:
        """What it is called, and what was chosen for it: "Swords (Melee, 2)"; nothing of a row still to be written."""
        name = row.get("name") or row.get("text") or ""
        parts = ((self.traits.get(f"{path}.0.{key}"), value) for key, value in row.items())
        told = (_say(value, _choices(trait)) for trait, value in parts if trait and trait.kind in ("choice", "dots"))
        more = ", ".join(told) if name else ""
        return f"{name} ({more})" if more else str(name)


def _has_rows(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _choices(trait: Trait | None) -> Mapping[str, str]:
    """The words for what may be chosen."""
    return {choice.value: choice.label for choice in trait.choices} if trait and trait.kind != "track" else {}


def _say(value: Json, words: Mapping[str, str]) -> str:
    if value is None or value == "" or value == [] or value == {}:
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str | int) and str(value) in words:
        return tell(words[str(value)])
    if isinstance(value, dict):
        return str(value.get("name", value))
    return _shorten(", ".join(_say(one, words) for one in value) if isinstance(value, list) else str(value))


def _shorten(text: str) -> str:
    return (text if len(text) <= LONG else f"{text[: LONG - 1]}…") or NOTHING
