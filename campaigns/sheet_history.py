"""What happened to a sheet, in the words of its traits."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.models import Character, SheetChange
from campaigns.sheets import traits_of
from rules import get_system
from rules.battle import Json
from rules.system import Trait

LONG = 60


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
    rules = get_system(character.series.system).sheets
    traits = {trait.key: trait for trait in traits_of(rules.layout(character.parsed_sheet()))}
    return [
        Line(
            change,
            tuple(_moved(path, before, after, traits) for path, (before, after) in change.values.items()),
            not hasattr(change, "undone_by"),
        )
        for change in changes
    ]


def _moved(path: str, before: Json, after: Json, traits: dict[str, Trait]) -> Moved:
    trait = traits.get(path)
    label = trait.label if trait else path.replace(".", ", ").replace("_", " ")
    return Moved(label, _say(before), _say(after))


def _say(value: Json) -> str:
    if value is None or value == "" or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = ", ".join(map(_say, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"
