"""What a sheet lists in rows: specialties, Intimacies, Backgrounds of one's own. Older sheets have text instead."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final, TypeVar

from rules.codec import encode
from rules.errors import BadInput
from rules.exalted2e.traits import ALL_ABILITIES, MAX_SPECIALTIES, label

MAX_ROWS: Final = 60
SPARE_ROWS: Final = 2
"""Empty rows that a sheet keeps to write in."""
MAX_NAME: Final = 60
MAX_INTIMACY: Final = 200
MAX_BACKGROUND: Final = 5
R = TypeVar("R")
SPECIALTY: Final = re.compile(r"([^,;:]*?[^,;:\s\d])(?:\s+([1-3]))?")


@dataclass(frozen=True, slots=True)
class Specialty:
    """A specialty of an Ability, 1 to 3 dots (2E-170, 2E-171)."""

    ability: str = ""
    name: str = ""
    dots: int = 1


@dataclass(frozen=True, slots=True)
class Intimacy:
    """What or whom somebody cares about (2E-514)."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class OwnBackground:
    """A Background beside the book's, 1 to 5 dots (2E-027)."""

    name: str = ""
    dots: int = 1


def read_rows(data: object) -> object:
    """The JSON of a sheet with rows where an older one has text."""
    if not isinstance(data, Mapping):
        return data
    found: dict[str, Any] = dict(data)
    if isinstance(specialties := data.get("specialties"), str):
        found["specialties"] = encode(read_specialties(specialties))
    if isinstance(intimacies := data.get("intimacies"), str):
        found["intimacies"] = [{"text": line} for line in _split(intimacies)]
    return found


def read_specialties(text: str) -> tuple[Specialty, ...]:
    """Specialties as people write them: "Melee: Swords 2, Rain; Ride: Mules". Raises `BadInput`."""
    found: list[Specialty] = []
    for group in filter(None, (group.strip() for group in text.split(";"))):
        head, _, names = group.partition(":")
        ability = head.strip().lower().replace(" ", "_")
        if ability not in ALL_ABILITIES:
            raise BadInput("unknown_trait", f"{ability[:40]!r} in 'specialties' is not an Ability.", key="specialties")
        found += [_read_specialty(ability, name.strip()) for name in names.split(",")]
    return tuple(found)


def _read_specialty(ability: str, text: str) -> Specialty:
    match = SPECIALTY.fullmatch(text)
    if match is None or len(text) > MAX_NAME:
        sentence = f"{text[:40]!r} is not a specialty of {label(ability)}; write 'Melee: Swords 2, Rain; Ride: Mules'."
        raise BadInput("bad_specialty", sentence, key="specialties")
    return Specialty(ability, match[1], int(match[2] or 1))


def _split(text: str) -> list[str]:
    lines = (line.strip() for line in re.split(r"[;\n]", text))
    return [part for line in lines if line for part in wrap(line, MAX_INTIMACY)]


def check_specialties(rows: tuple[Specialty, ...]) -> tuple[Specialty, ...]:
    """What is written, and empty rows to write in. Raises `BadInput` that names the row at fault.

    A row without a name or without an Ability is half written: it stands on the page, and counts for nothing.
    """
    _check_count("specialties", rows)
    for number, row in enumerate(rows):
        if row.ability and row.ability not in ALL_ABILITIES:
            sentence = f"{row.ability[:40]!r} is not an Ability."
            raise BadInput("unknown_trait", sentence, key=f"specialties.{number}.ability")
        _check_name(f"specialties.{number}.name", row.name)
        _check_dots(f"specialties.{number}.dots", row.dots, MAX_SPECIALTIES, "2E-171")
    for ability in ALL_ABILITIES:
        if sum(row.dots for row in rows if row.ability == ability and row.name.strip()) > MAX_SPECIALTIES:
            sentence = f"{label(ability)} has at most {MAX_SPECIALTIES} dots of specialties."
            raise BadInput("too_many_specialties", sentence, key="specialties", rule="2E-171")
    return _with_room(tuple(row for row in rows if row.ability or row.name.strip()), Specialty())


def check_intimacies(rows: tuple[Intimacy, ...]) -> tuple[Intimacy, ...]:
    """The same for Intimacies."""
    _check_count("intimacies", rows)
    for number, row in enumerate(rows):
        if len(row.text) > MAX_INTIMACY:
            sentence = f"An Intimacy has at most {MAX_INTIMACY} characters."
            raise BadInput("too_long", sentence, key=f"intimacies.{number}.text")
    return _with_room(tuple(row for row in rows if row.text.strip()), Intimacy())


def check_backgrounds(rows: tuple[OwnBackground, ...]) -> tuple[OwnBackground, ...]:
    """The same for Backgrounds of one's own."""
    _check_count("own_backgrounds", rows)
    for number, row in enumerate(rows):
        _check_name(f"own_backgrounds.{number}.name", row.name)
        _check_dots(f"own_backgrounds.{number}.dots", row.dots, MAX_BACKGROUND, "2E-027")
    return _with_room(tuple(row for row in rows if row.name.strip()), OwnBackground())


def list_specialties(rows: Iterable[Specialty]) -> tuple[Specialty, ...]:
    """Those of an Ability and with a name: what counts."""
    return tuple(row for row in rows if row.ability and row.name.strip())


def _with_room(rows: tuple[R, ...], spare: R) -> tuple[R, ...]:
    return (*rows, *[spare] * min(SPARE_ROWS, MAX_ROWS - len(rows)))


def _check_count(key: str, rows: Iterable[object]) -> None:
    if len(tuple(rows)) > MAX_ROWS:
        raise BadInput("too_many", f"{key!r} holds at most {MAX_ROWS} rows.", key=key)


def _check_name(key: str, name: str) -> None:
    if len(name) > MAX_NAME or not name.isprintable():
        raise BadInput("bad_name", f"A name has at most {MAX_NAME} plain characters.", key=key)


def _check_dots(key: str, dots: int, high: int, rule: str) -> None:
    if not 1 <= dots <= high:
        raise BadInput("out_of_range", f"{key!r} is 1 to {high}, not {dots}.", key=key, rule=rule)
