"""The places of a sheet, each declared once, as a field of its dataclass:

    willpower: int = dots("Willpower", 1, 10, 5, rule="2E-025")
    abilities: Mapping[str, int] = group(dict.fromkeys(ABILITIES, 0), 0, 10, rule="2E-022")
    intimacies: tuple[Intimacy, ...] = rows(Intimacy, 60)

The declaration gives the default, what JSON may hold (`check_sheet`), and the trait on the page (see `layout`). A bound
that depends on the sheet is a function of the sheet; any other is a number.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import Any, Final, Literal, TypeVar

from rules.battle import Choice
from rules.codec import decode, make_unknown
from rules.errors import BadInput
from rules.names import is_line
from rules.powers.model import PowerRules
from rules.powers.sheet import check_powers, keep_spent
from rules.sheets.page import Kind
from rules.text import EMPTY, Text

R = TypeVar("R")
S = TypeVar("S")
Bound = int | Callable[[Any], int]
LabelSource = Text | Callable[[Any], Text]
Under = Callable[[Any], tuple[str, ...]]
Keeper = Literal["", "player", "asked", "storyteller"]
"""Who changes a place once the character is made: experience and the Storyteller; its player; its player, if the
Storyteller approves; or the Storyteller alone, though it stands among what a scene changes."""
ChoiceSource = Sequence[Choice] | Callable[[Any], Sequence[Choice]]

SPARE_ROWS: Final = 2
"""Empty rows that a sheet keeps for new entries."""
CONTROLS: Final = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f\\ud800-\\udfff]")


def has_no_controls(words: str) -> bool:
    """Return whether the text has no control characters except line breaks and tabs."""
    return not CONTROLS.search(words)


@dataclass(frozen=True, slots=True)
class Place:
    """The declaration of one field. That of a group holds for everything in it.

    `low` and `high`: the bounds of a number, of the length of a text, or of the number of items; `page`: the bounds on
    the page, if they differ. `chars`: checks the characters of a text; None allows all. `row`: the class of a row.
    `loose`: the game itself checks the values. `keeper`: who changes it once the character is made.
    `blank`: the keys of a mapping, with the values that JSON may leave out.
    """

    kind: Kind
    label: LabelSource = EMPTY
    low: Bound = 0
    high: Bound = 0
    page: tuple[Bound, Bound] | None = None
    choices: ChoiceSource = ()
    help: Text = EMPTY
    rule: str = ""
    full: Bound = 0
    under: Under | None = None
    chars: Callable[[str], object] | None = None
    row: type[Any] | None = None
    loose: bool = False
    blank: Mapping[str, Any] | None = None
    keeper: Keeper = ""


def _declare(default: Any, kind: Kind, label: LabelSource, low: Bound, high: Bound, **more: Any) -> Any:
    return field(default=default, metadata={"place": Place(kind, label, low, high, **more)})


# `more` are fields of `Place`, such as `rule`.
def dots(label: LabelSource, low: Bound, high: Bound, default: int = 0, **more: Any) -> Any:
    """Declare a rating drawn as dots."""
    return _declare(default, "dots", label, low, high, **more)


def number(label: LabelSource, low: Bound, high: Bound, default: int | None = 0, **more: Any) -> Any:
    """Declare a number."""
    return _declare(default, "number", label, low, high, **more)


def text(label: LabelSource, high: int, default: str = "", **more: Any) -> Any:
    """Declare a text of at most `high` characters."""
    return _declare(default, "text", label, 0, high, **more)


def flag(label: Text, **more: Any) -> Any:
    """Declare something that is true or false."""
    return _declare(False, "flag", label, 0, 0, **more)


def choice(label: Text, choices: ChoiceSource, default: str = "", **more: Any) -> Any:
    """Declare one of several values."""
    return _declare(default, "choice", label, 0, 0, choices=choices, **more)


def items(label: Text, choices: ChoiceSource, most: int = 0, **more: Any) -> Any:
    """Declare a list of values, at most `most` unless that is 0."""
    return _declare((), "items", label, 0, most, choices=choices, **more)


def track(label: Text, boxes: Bound, marks: Sequence[Choice], under: Under, default: str = "", **more: Any) -> Any:
    """Declare health boxes. The game itself checks the marks."""
    return _declare(default, "track", label, 0, boxes, choices=marks, under=under, **more)


def rows(row: type[Any], most: int, **more: Any) -> Any:
    """Declare a list of rows. The class of the row declares their places."""
    return _declare((), "items", EMPTY, 0, most, row=row, **more)


def group(
    make: Callable[[], Any] | Mapping[str, Any],
    low: Bound = 0,
    high: Bound = 0,
    *,
    label: LabelSource = EMPTY,
    kind: Kind = "dots",
    chars: Callable[[str], object] = is_line,
    **more: Any,
) -> Any:
    """Declare a dataclass or mapping of numbers or texts of one kind.

    `make`: the dataclass, whose fields may have declarations of their own, or a mapping that has all keys with their
    first values. `label`: a function of the key, if the names differ from the keys.
    """
    blank = make if isinstance(make, Mapping) else None
    place = Place(kind, label, low, high, chars=chars, blank=blank, **more)
    return field(default_factory=make if callable(make) else lambda: dict(make), metadata={"place": place})


def places(cls: Any) -> Mapping[str, Place]:
    """Return the declared fields of a class; none if it is no dataclass."""
    return _find_places(cls)


@cache
def _find_places(cls: Any) -> Mapping[str, Place]:
    own = fields(cls) if is_dataclass(cls) else ()
    return {field.name: field.metadata["place"] for field in own if "place" in field.metadata}


def kept_by(keeper: Keeper, cls: Any) -> frozenset[str]:
    """Return the fields of a class of sheets that this keeper changes once the character is made.

    Powers are in their player's words, so the Storyteller is asked for them in every game.
    """
    known = {name for name, place in places(cls).items() if place.keeper == keeper}
    return frozenset({*known, "powers"} if keeper == "asked" else known)


def bound(value: Bound, sheet: Any) -> int:
    """Return a bound for this sheet."""
    return value if isinstance(value, int) else value(sheet)


def list_group(value: object) -> Mapping[str, Any] | None:
    """Return the values of a group by their keys; None if the value is no group."""
    if isinstance(value, Mapping):
        return value
    cls: Any = type(value)
    return {name: getattr(value, name) for name in _find_names(cls)} if is_dataclass(value) else None


@cache
def _find_names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls))


# --- from JSON


def decode_sheet(cls: type[S], data: object, powers: PowerRules) -> S:
    """Return the sheet of JSON, with all places and powers checked. Raises `BadInput` that names the wrong key."""
    sheet: Any = decode(cls, data)
    known = {key: place.blank for key, place in places(cls).items() if place.blank is not None}
    whole: S = replace(sheet, **{key: _fill(key, getattr(sheet, key), blank) for key, blank in known.items()})
    return check_sheet(whole, powers)


def _fill(key: str, values: Mapping[str, Any], blank: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values with those that are left out. Raises `BadInput` for an unknown name."""
    for name in values:
        if name not in blank:
            raise make_unknown(f"{key}.{name}", blank)
    return {**blank, **values}


def check_sheet(sheet: S, powers: PowerRules) -> S:
    """Return the sheet with spare rows after the written ones. Raises `BadInput` that names the wrong key."""
    kept: dict[str, Any] = {}
    late: list[tuple[str, Any, Place]] = []
    for name, place in places(type(sheet)).items():
        value = getattr(sheet, name)
        if place.row is not None:
            kept[name] = _check_rows(name, value, place.row, bound(place.high, sheet))
        elif isinstance(place.low, int) and isinstance(place.high, int):
            _check_place(sheet, name, value, place)
        else:  # bounds that depend on the sheet are checked after the rest of it
            late.append((name, value, place))
    for name, value, place in late:
        _check_place(sheet, name, value, place)
    whole: Any = sheet
    kept["powers"] = check_powers(powers, whole.powers) if whole.powers else ()
    kept["powers_spent"] = keep_spent(kept["powers"], whole.powers_spent) if whole.powers_spent else ()
    changed = {name: value for name, value in kept.items() if value != getattr(sheet, name)}
    return replace(whole, **changed) if changed else sheet


def written(rows: Iterable[R]) -> tuple[R, ...]:
    """Return the rows that are not empty."""
    return tuple(row for row in rows if _is_written(row))


def _is_written(row: Any) -> bool:
    return any(getattr(row, field.name).strip() for field in fields(row) if field.default == "")


def _check_rows(name: str, value: Sequence[R], cls: type[R], most: int) -> tuple[R, ...]:
    if len(value) > most:
        raise BadInput("too_many", Text("{name} can have at most {most} rows.", name=repr(name), most=most), key=name)
    for index, row in enumerate(value):
        for key, part in places(cls).items():
            _check_place(row, f"{name}.{index}.{key}", getattr(row, key), part)
    kept = written(value)
    return (*kept, *[cls()] * min(SPARE_ROWS, most - len(kept)))


def _check_place(sheet: Any, key: str, value: Any, place: Place) -> None:
    if isinstance(value, bool) or place.loose:
        return
    if (group := list_group(value)) is not None:
        _check_group(sheet, key, group, places(type(value)), place)
    elif isinstance(value, int):
        check_range(key, value, bound(place.low, sheet), bound(place.high, sheet))
    elif place.kind == "text":
        _check_text(key, value, place)
    elif place.kind in ("choice", "items"):
        _check_known(sheet, key, value, place)


def _check_group(sheet: Any, key: str, group: Mapping[str, Any], own: Mapping[str, Place], place: Place) -> None:
    low, high = bound(place.low, sheet), bound(place.high, sheet)
    for name, inner in group.items():
        if name in own or type(inner) is not int:
            _check_place(sheet, f"{key}.{name}", inner, own.get(name, place))
        elif not low <= inner <= high:
            check_range(f"{key}.{name}", inner, low, high)


def check_range(key: str, value: int, low: int, high: int) -> None:
    """Raise `BadInput` unless the value lies between the bounds."""
    if not low <= value <= high:
        raise BadInput(
            "out_of_range",
            Text(
                "{key} must be {low} to {high}, not {value}.",
                key=repr(key),
                low=low,
                high=high,
                value=format(value, ".6g"),
            ),
            key=key,
            low=low,
            high=high,
        )


def _check_text(key: str, value: str, place: Place) -> None:
    high = bound(place.high, None)
    if len(value) > high:
        raise BadInput("too_long", Text("{key} can have up to {high} characters.", key=repr(key), high=high), key=key)
    if place.chars and not place.chars(value):
        raise BadInput("bad_text", Text("{key} contains a character that can’t be printed.", key=repr(key)), key=key)


def _check_known(sheet: Any, key: str, value: str | tuple[str, ...], place: Place) -> None:
    values = (value,) if isinstance(value, str) else value
    most = bound(place.high, sheet)
    if most and len(values) > most:
        raise BadInput("too_many", Text("{key} can have at most {most}.", key=repr(key), most=most), key=key)
    for each in values:
        if all(each != known.value for known in list_choices(sheet, place)):
            raise BadInput("unknown_value", Text("{key} has no {each}.", key=repr(key), each=repr(each[:40])), key=key)


def list_choices(sheet: Any, place: Place) -> Sequence[Choice]:
    """Return the choices of a place on this sheet."""
    return place.choices(sheet) if callable(place.choices) else place.choices
