"""The changes of a sheet, in the words of its traits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.models import Character, SheetChange
from campaigns.sheets.json import describe_marks, traits_of
from rules import get_system
from rules.battle import Json
from rules.sheets import Trait

LONG = 60
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class ChangedTrait:
    """One trait of a change, with its values before and after in words."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Line:
    """One change of a sheet on the page."""

    change: SheetChange
    moved: tuple[ChangedTrait, ...]
    can_undo: bool


def describe_changes(character: Character, changes: Iterable[SheetChange]) -> list[Line]:
    """Return these changes in the words of the sheet as it is now. A trait that it no longer has shows its path.

    A trait that was added empty together with another is left out.
    """
    words = _Words(character)
    return [
        Line(
            change,
            tuple(words.describe_move(path, *pair) for path, pair in change.values.items() if any(pair)),
            not hasattr(change, "undone_by"),
        )
        for change in changes
    ]


def describe_moved(character: Character, values: Mapping[str, Sequence[Json]]) -> tuple[ChangedTrait, ...]:
    """Return values before and after, by path, in the words of the sheet. Unknown paths are left out."""
    words = _Words(character)
    return tuple(
        words.describe_move(path, *pair) for path, pair in values.items() if path in words.traits and any(pair)
    )


class _Words:
    """The words of a sheet: its traits by key, and the headings over its lists."""

    def __init__(self, character: Character) -> None:
        rules = get_system(character.series.system).sheets
        layout = rules.layout(character.parsed_sheet())
        self.traits = {trait.key: trait for trait in traits_of(layout)}
        self._titles = {trait.key.partition(".")[0]: section.title for section in layout for trait in section.traits}

    def describe_move(self, path: str, before: Json, after: Json) -> ChangedTrait:
        """Return what a place was and became. Of a list, only the rows that went and came."""
        trait = self.traits.get(path)
        label = trait.label if trait else self._titles.get(path, path.replace(".", ", ").replace("_", " "))
        return ChangedTrait(label, self._say_side(path, before, after), self._say_side(path, after, before))

    def _say_side(self, path: str, value: Json, other: Json) -> str:
        """Return the value on one side of a change in words. `other` is the value on the other side."""
        trait = self.traits.get(path)
        if trait and trait.kind == "track" and trait.choices and isinstance(value, str):
            return describe_marks(trait, value) or translate(trait.choices[0].label)
        if not _has_rows(value):
            return _say(value, _choices(trait))
        known = other if isinstance(other, list) else []
        return _shorten("; ".join(filter(None, (self._say_row(path, row) for row in value if row not in known))))

    def _say_row(self, path: str, row: Mapping[str, Json]) -> str:
        """Return the name of a row and what was chosen for it: "Swords (Melee, 2)". Empty for an empty row."""
        name = row.get("name") or row.get("text") or ""
        parts = ((self.traits.get(f"{path}.0.{key}"), value) for key, value in row.items())
        words_of_parts = (
            _say(value, _choices(trait)) for trait, value in parts if trait and trait.kind in ("choice", "dots")
        )
        more = ", ".join(words_of_parts) if name else ""
        return f"{name} ({more})" if more else str(name)


def _has_rows(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _choices(trait: Trait | None) -> Mapping[str, str]:
    """Return the labels of the trait's choices, by value."""
    return {choice.value: choice.label for choice in trait.choices} if trait and trait.kind != "track" else {}


def _say(value: Json, words: Mapping[str, str]) -> str:
    if value in (None, "", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str | int) and str(value) in words:
        return translate(words[str(value)])
    if isinstance(value, dict):
        return str(value.get("name", value))
    return _shorten(", ".join(_say(item, words) for item in value) if isinstance(value, list) else str(value))


def _shorten(text: str) -> str:
    return (text if len(text) <= LONG else f"{text[: LONG - 1]}…") or NOTHING
