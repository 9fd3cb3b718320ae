"""Sheets as JSON: read what a form posts, and set it at its place."""

import copy
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.core.fields_of_rules import PREFIX
from campaigns.core.language import translate
from rules import get_system
from rules.codec import encode
from rules.errors import BadInput, check_range
from rules.names import clean_text, clean_values
from rules.sheets import Section, Trait
from rules.text import Text

MAX_ITEMS = 150
"""The most rows of a list, as powers are."""
MAX_DIGITS = 9
Json = Any


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A typed value that is none of this trait's, with the sentence for its field."""

    typed: str
    sentence: str


def empty_sheet(system: str) -> dict[str, Json] | None:
    """Return a sheet with nothing bought or spent. None if the system must start from an archetype."""
    try:
        sheet = canonical(system, {})
    except BadInput:
        return None
    rules = get_system(system).sheets
    pools = {key: trait.full for key, trait in _spent(rules.layout(rules.parse(sheet))).items() if trait.full}
    return canonical(system, with_values(sheet, pools))


def canonical(system: str, sheet: object) -> dict[str, Json]:
    """Return the sheet as the system writes it. Raises `BadInput` that names the key at fault."""
    data: dict[str, Json] = encode(get_system(system).sheets.parse(clean_values(sheet)))
    return data


def extra_sheet(system: str, sheet: object) -> dict[str, Json]:
    """Return the sheet as that of an extra."""
    rules = get_system(system).sheets
    return canonical(system, rules.as_extra(rules.parse(sheet)))


def armed_sheet(system: str, sheet: Mapping[str, Json], weapon: str) -> dict[str, Json]:
    """Return the sheet with one weapon of the game's table, in hand. Raises `BadInput` where it has no place for it."""
    rules = get_system(system).sheets
    traits = {trait.key: trait for trait in traits_of(rules.layout(rules.parse(sheet)))}
    arms = traits.get("weapons")
    if arms is None or weapon not in {choice.value for choice in arms.choices}:
        raise BadInput("unknown_weapon", Text("This archetype can’t use that weapon. Choose another."), key="weapon")
    in_hand = {"in_hand": weapon} if "in_hand" in traits else {}
    return canonical(system, with_values(sheet, {"weapons": [weapon], **in_hand}))


def is_extra(system: str, sheet: object) -> bool:
    """Whether the sheet is an extra's."""
    rules = get_system(system).sheets
    return rules.is_extra(rules.parse(sheet))


def parse_traits(
    sections: Iterable[Section], posted: QueryDict, *, is_whole: bool = False
) -> dict[str, Json | Unreadable]:
    """Return the posted values that differ from the sheet, by trait key.

    `is_whole`: the whole sheet is posted, so the maximum of a pool may change with it; `fitting_sheet` checks that.
    A browser sends nothing for an unchecked checkbox, so the page posts an empty marker beside each flag and list.
    """
    read: dict[str, Json | Unreadable] = {}
    for trait in traits_of(sections):
        if (name := PREFIX + trait.key) in posted:
            value = _parse(_unbound(trait) if is_whole else trait, posted.getlist(name))
            if value != trait.value:
                read[trait.key] = value
    return read


def _unbound(trait: Trait) -> Trait:
    """Return a pool without its maximum, which comes from other traits; any other trait as it is."""
    return replace(trait, high=max(trait.high, 10**MAX_DIGITS)) if trait.full and trait.kind == "number" else trait


def count_rows(posted: QueryDict) -> dict[str, int]:
    """Return the number of rows that a form posts of each list, by the first part of its traits' keys.

    A page may have more rows than it was sent with: its script adds them.
    """
    counts: dict[str, int] = {}
    for name in posted:
        head, *steps = name.removeprefix(PREFIX).split(".")
        if name.startswith(PREFIX) and steps and re.fullmatch("[0-9]{1,3}", steps[0]):
            counts[head] = min(max(counts.get(head, 0), int(steps[0]) + 1), MAX_ITEMS)
    return counts


def traits_of(sections: Iterable[Section]) -> list[Trait]:
    """Return all traits of a layout, in order."""
    return [trait for section in sections for trait in section.traits]


def with_values(sheet: Mapping[str, Json], values: Mapping[str, Json]) -> dict[str, Json]:
    """Return a copy of the sheet with each dotted path set. Raises `BadInput` if a path leads nowhere."""
    data: dict[str, Json] = copy.deepcopy(dict(sheet))
    for key, value in values.items():
        _set(data, key, value)
    return data


def fitting_sheet(system: str, sheet: Mapping[str, Json], values: Mapping[str, Json]) -> dict[str, Json]:
    """Return the sheet with these values, and adjust what a scene spends to its new maximum.

    Nothing stays above its maximum, and what was full stays full. A pool that the values add, as when a mortal gets
    motes, begins full. Raises `BadInput` if the rules refuse the sheet.
    """
    rules = get_system(system).sheets
    before = _spent(rules.layout(rules.parse(sheet)))
    data = _lowered(system, with_values(sheet, values), before.keys() - values.keys())
    after = _spent(rules.layout(rules.parse(data)))
    for key, trait in after.items():
        if trait.full and isinstance(value := values.get(key), int):
            check_range(trait.label, value, trait.low, trait.high, key)
    for key, trait in after.items():
        if trait.full and trait.value != trait.full and key not in values and _was_full(before.get(key), trait):
            with suppress(BadInput):
                data = canonical(system, with_values(data, {key: trait.full}))
    return data


def _was_full(was: Trait | None, now: Trait) -> bool:
    return bool(now.value == 0 if was is None else was.value == was.full)


def _spent(sections: Iterable[Section]) -> dict[str, Trait]:
    """Return the numbers that a scene changes, by trait key."""
    traits = (trait for section in sections if section.scene for trait in section.traits)
    return {trait.key: trait for trait in traits if trait.kind == "number"}


def _lowered(system: str, data: Mapping[str, Json], free: Collection[str]) -> dict[str, Json]:
    """Return the sheet as the system writes it, with those of `free` that are above their maximum lowered to it."""
    for _place in free:
        try:
            return canonical(system, data)
        except BadInput as refusal:
            key, high = refusal.data.get("key"), refusal.data.get("high")
            if key not in free or not isinstance(high, int) or high < 0:
                raise
            data = with_values(data, {str(key): high})
    return canonical(system, data)


def field_at_fault(error: BadInput, keys: Iterable[str]) -> str:
    """Return which of the traits a refusal is about: the one named, one around it, or one inside it. Empty if none."""
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
    for name, inner in zip(path, key.split(".")[1:], strict=True):
        if isinstance(data, list):
            data = _entry(data, int(name))
        else:
            data = data.setdefault(name, [] if inner.isdecimal() else {})
    if isinstance(data, list):
        _entry(data, int(last))
        data[int(last)] = value
    else:
        data[last] = value


def _entry(rows: list[Any], number: int) -> Any:
    """Return the entry of this number, adding empty ones up to it: the page offers empty rows, too."""
    rows += [{} for _ in range(len(rows), min(number + 1, MAX_ITEMS))]
    return rows[number]


def describe_marks(trait: Trait, marks: str) -> str:
    """Return the marks of a health track in words, the worst first: "1 lethal, 2 bashing". Empty without marks."""
    harms = ((marks.count(harm.value), translate(harm.label)) for harm in reversed(trait.choices[1:]))
    return ", ".join(f"{count} {words}" for count, words in harms if count)


def _parse(trait: Trait, posted: list[str]) -> Json | Unreadable:
    if any("\0" in value for value in posted):
        return Unreadable(
            "", _("%(label)s contains a character that can’t be saved.") % {"label": translate(trait.label)}
        )
    if trait.kind in ("dots", "number"):
        return _parse_number(trait, posted[-1])
    if trait.kind == "flag":
        return "on" in posted
    if trait.kind == "items":
        return _parse_items(trait, posted)
    if trait.kind == "choice":
        return _parse_choice(trait, posted[-1])
    if trait.kind == "track":
        return _parse_track(trait, posted)
    typed = posted[-1].replace("\r\n", "\n")
    return typed if typed == trait.value else clean_text(typed)


def _parse_track(trait: Trait, posted: list[str]) -> Json | Unreadable:
    """Return the marks, the worst first, whichever boxes were marked."""
    if sum(map(len, posted)) > MAX_ITEMS:  # the page draws a choice for each mark
        return Unreadable("", _("%(label)s has too many boxes.") % {"label": translate(trait.label)})
    worst_first = [choice.value for choice in reversed(trait.choices)]
    if set(posted) <= set(worst_first):
        posted = sorted(posted, key=worst_first.index)
    return "".join(posted)


def _parse_number(trait: Trait, typed: str) -> Json | Unreadable:
    text = typed.strip().replace("−", "-")
    if not text and trait.value is None:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        return Unreadable(typed[:80], _("%(label)s must be a whole number.") % {"label": translate(trait.label)})
    number = int(text)
    if not trait.low <= number <= trait.high:
        named = {"label": translate(trait.label), "low": trait.low, "high": trait.high}
        return Unreadable(typed[:80], _("%(label)s must be %(low)d to %(high)d.") % named)
    return number


def _parse_choice(trait: Trait, typed: str) -> Json | Unreadable:
    if typed not in {choice.value for choice in trait.choices}:
        return Unreadable(typed[:80], _("%(label)s: choose one from the list.") % {"label": translate(trait.label)})
    return typed


def _parse_items(trait: Trait, posted: list[str]) -> Json | Unreadable:
    items = [value for value in posted if value]
    if len(items) > MAX_ITEMS:
        return Unreadable(
            "",
            _("%(label)s can be at most %(most)s characters.") % {"label": translate(trait.label), "most": MAX_ITEMS},
        )
    if not {choice.value for choice in trait.choices}.issuperset(items):
        return Unreadable("", _("%(label)s: choose one from the list.") % {"label": translate(trait.label)})
    return items
