"""Sheets between the page and the rules: what a form may set, and where it lies in the sheet's JSON."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from rules import get_system
from rules.codec import encode
from rules.errors import BadInput
from rules.system import Section, Trait

PREFIX = "trait:"
MAX_ITEMS = 60
MAX_DIGITS = 9
Json = Any


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What somebody typed that is no value at all of this trait, with the sentence to show at its field."""

    typed: str
    sentence: str


def empty_sheet(system: str) -> dict[str, Json] | None:
    """A sheet with nothing on it; None where the system has no such thing and an archetype must be chosen."""
    try:
        return canonical(system, {})
    except BadInput:
        return None


def canonical(system: str, sheet: object) -> dict[str, Json]:
    """The sheet as the system writes it. Raises `BadInput` that names the key at fault."""
    data: dict[str, Json] = encode(get_system(system).sheets.parse(sheet))
    return data


def extra_sheet(system: str, sheet: object) -> dict[str, Json]:
    """The same character's sheet as an extra."""
    rules = get_system(system).sheets
    return canonical(system, rules.as_extra(rules.parse(sheet)))


def read_traits(sections: Iterable[Section], posted: QueryDict) -> dict[str, Json | Unreadable]:
    """The posted values by the key of their trait; what was not posted, or stands as it was, is left out.

    A browser sends nothing for an unchecked flag, so the page posts an empty marker beside each flag and list.
    """
    read: dict[str, Json | Unreadable] = {}
    for trait in traits_of(sections):
        if (name := PREFIX + trait.key) in posted:
            value = _read(trait, posted.getlist(name))
            if value != trait.value:
                read[trait.key] = value
    return read


def traits_of(sections: Iterable[Section]) -> list[Trait]:
    """All traits of a layout, in order."""
    return [trait for section in sections for trait in section.traits]


def with_values(sheet: Mapping[str, Json], values: Mapping[str, Json]) -> dict[str, Json]:
    """A copy of the sheet's JSON with each dotted path set. Raises `BadInput` for a path that leads nowhere."""
    data: dict[str, Json] = copy.deepcopy(dict(sheet))
    for key, value in values.items():
        _set(data, key, value)
    return data


def field_at_fault(error: BadInput, keys: Iterable[str]) -> str:
    """Which of the traits the refusal is about: the one named, the one that holds it, or one inside it; or none."""
    named = str(error.data.get("key", ""))
    known = list(keys)
    for fits in (lambda key: key == named, lambda key: _holds(key, named), lambda key: _holds(named, key)):
        for key in known:
            if named and fits(key):
                return key
    return ""


def _holds(outer: str, inner: str) -> bool:
    return inner.startswith((f"{outer}.", f"{outer}["))


def _set(data: Any, key: str, value: Json) -> None:
    *path, last = key.split(".")
    for name in path:
        data = data[int(name)] if isinstance(data, list) else data.setdefault(name, {})
    if isinstance(data, list):
        data[int(last)] = value
    else:
        data[last] = value


def _read(trait: Trait, posted: list[str]) -> Json | Unreadable:
    if any("\0" in value for value in posted):
        return Unreadable("", f"{trait.label} holds a character that cannot be kept.")
    if trait.kind in ("dots", "number"):
        return _read_number(trait, posted[-1])
    if trait.kind == "flag":
        return "on" in posted
    if trait.kind == "items":
        return _read_items(trait, posted)
    if trait.kind == "choice":
        return _read_choice(trait, posted[-1])
    if trait.kind == "track":
        return "".join(posted) if len(posted) <= MAX_ITEMS else Unreadable("", f"{trait.label} has too many boxes.")
    return posted[-1].replace("\r\n", "\n")


def _read_number(trait: Trait, typed: str) -> Json | Unreadable:
    text = typed.strip().replace("−", "-")
    if not text and trait.value is None:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        return Unreadable(typed[:80], f"{trait.label} is a whole number.")
    number = int(text)
    if not trait.low <= number <= trait.high:
        return Unreadable(typed[:80], f"{trait.label} is {trait.low} to {trait.high}.")
    return number


def _read_choice(trait: Trait, typed: str) -> Json | Unreadable:
    if typed not in {choice.value for choice in trait.choices}:
        return Unreadable(typed[:80], f"Choose {trait.label} from the list.")
    return typed


def _read_items(trait: Trait, posted: list[str]) -> Json | Unreadable:
    items = [value for value in posted if value]
    if len(items) > MAX_ITEMS:
        return Unreadable("", f"{trait.label} holds at most {MAX_ITEMS}.")
    if not {choice.value for choice in trait.choices}.issuperset(items):
        return Unreadable("", f"Choose {trait.label} from the list.")
    return items
