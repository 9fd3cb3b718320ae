"""The editing page of a sheet, made from its declared places (`schema`) and the order of its sections."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any

from rules.battle import Choice
from rules.sheets.page import Section, Trait, label
from rules.sheets.schema import Place, bound, list_choices, list_group, places
from rules.sheets.steps import PLAY, Step, own_step
from rules.text import Text, verbatim

Entry = str | Callable[[Any], Iterable[str | Trait]]


@dataclass(frozen=True, slots=True)
class Part:
    """One section: its title, and its places by their keys.

    A key names a field, a whole group or rows ("attributes"), or one value of a group ("attributes.wits"). An entry may
    also be a function of the sheet that returns keys or traits. `when`: whether a sheet has the section. `step`: the
    matter that it belongs to; what a scene changes belongs to `PLAY`, and any other section is a matter of its own.
    `rare`: whether few characters need it, so that the form folds it.
    """

    title: Text
    entries: tuple[Entry, ...]
    scene: bool = False
    when: Callable[[Any], bool] = lambda sheet: True
    step: Step | None = None
    rare: bool = False


def lay_out(parts: Iterable[Part], sheet: Any) -> tuple[Section, ...]:
    """Return the sections of the page with the sheet's values."""
    return tuple(
        Section(part.title, tuple(_fill(sheet, part)), part.scene, _find_step(part), part.rare)
        for part in parts
        if part.when(sheet)
    )


def _find_step(part: Part) -> Step:
    return part.step or (PLAY if part.scene else own_step(part.title))


def with_room(sheet: Any, rows: Mapping[str, int]) -> Any:
    """Return the sheet with at least this number of rows in each list. A form may post more rows than it was sent with.

    `rows`: the number of rows by the name of the list. Names of other places have no effect.
    """
    held = {name: getattr(sheet, name, None) for name in rows}
    grown = {
        name: (*value, *[_make_blank(value)] * (rows[name] - len(value)))
        for name, value in held.items()
        if isinstance(value, tuple) and value and is_dataclass(value[-1]) and len(value) < rows[name]
    }
    return replace(sheet, **grown) if grown else sheet


def _make_blank(rows: tuple[Any, ...]) -> Any:
    """Return an empty row of the class of these."""
    return type(rows[-1])()


def list_places(prefix: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the keys of these values of a group."""
    return tuple(f"{prefix}.{name}" for name in names)


def _fill(sheet: Any, part: Part) -> Iterator[Trait]:
    for entry in part.entries:
        for found in (entry,) if isinstance(entry, str) else entry(sheet):
            if isinstance(found, Trait):
                yield found
            else:
                yield from make_traits(sheet, found)


def make_traits(sheet: Any, key: str) -> Iterator[Trait]:
    """Return the traits of a key."""
    head, _, name = key.partition(".")
    if head == "powers_spent":
        yield from _list_spent(sheet)
        return
    place, value = places(type(sheet))[head], getattr(sheet, head)
    if place.row is not None:
        for number, row in enumerate(value):
            for each, part in places(place.row).items():
                yield _make(sheet, f"{head}.{number}.{each}", each, getattr(row, each), part, row)
    elif (group := list_group(value)) is not None:
        own = places(type(value))
        for each in (name,) if name else group:
            yield _make(sheet, f"{head}.{each}", each, group[each], own.get(each, place), each)
    else:
        yield _make(sheet, head, head, value, place, sheet)


def _list_spent(sheet: Any) -> Iterator[Trait]:
    """Return the trait for used-up powers, if the sheet has powers that may be used once in a scene."""
    choices = tuple(Choice(power.key, verbatim(power.name)) for power in sheet.powers if power.once)
    if choices:
        yield Trait(
            "powers_spent", Text("Powers used in this scene"), "items", list(sheet.powers_spent), choices=choices
        )


def _make(sheet: Any, key: str, name: str, value: Any, place: Place, owner: Any) -> Trait:
    """Return one trait. `owner` is the argument of a callable label: the sheet, the row, or the key in a group."""
    title = place.label(owner) if callable(place.label) else place.label or label(name)
    low, high = (bound(each, sheet) for each in place.page or (place.low, place.high))
    if place.kind in ("dots", "number") and isinstance(value, int):
        low, high = min(low, value), max(high, value)
    return Trait(
        key,
        title,
        place.kind,
        list(value) if isinstance(value, tuple) else value,
        0 if place.kind == "items" else low,
        0 if place.kind == "items" else high,
        tuple(list_choices(sheet, place)),
        place.help,
        place.rule,
        bound(place.full, sheet),
        place.under(sheet) if place.under else (),
    )
