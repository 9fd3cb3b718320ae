"""What happened to a sheet, in the words of its traits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.models import Character, SheetChange
from campaigns.phrases import tell
from campaigns.sheets import traits_of
from rules import get_system
from rules.battle import Json
from rules.system import Trait

LONG = 60
NO_WORDS: Mapping[str, str] = {}


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
    """These changes in the words of the sheet as it is now; a trait that it no longer has keeps its path."""
    traits = _traits(character)
    return [
        Line(
            change,
            tuple(_moved(path, before, after, traits) for path, (before, after) in change.values.items()),
            not hasattr(change, "undone_by"),
        )
        for change in changes
    ]


def read_moved(character: Character, values: Mapping[str, Sequence[Json]]) -> tuple[Moved, ...]:
    """Values before and after by their path, in the words of the sheet; what it has no words for is left out."""
    traits = _traits(character)
    return tuple(_moved(path, before, after, traits) for path, (before, after) in values.items() if path in traits)


def _traits(character: Character) -> dict[str, Trait]:
    rules = get_system(character.series.system).sheets
    return {trait.key: trait for trait in traits_of(rules.layout(character.parsed_sheet()))}


def _moved(path: str, before: Json, after: Json, traits: dict[str, Trait]) -> Moved:
    trait = traits.get(path)
    label = trait.label if trait else path.replace(".", ", ").replace("_", " ")
    words = {choice.value: choice.label for choice in trait.choices} if trait and trait.kind != "track" else {}
    return Moved(label, _say(before, words), _say(after, words))


def _say(value: Json, words: Mapping[str, str] = NO_WORDS) -> str:
    if value is None or value == "" or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict) and "name" in value:
        return _say(value["name"])
    if isinstance(value, str) and value in words:
        return tell(words[value])
    text = ", ".join(_say(one, words) for one in value) if isinstance(value, list) else str(value)
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"
