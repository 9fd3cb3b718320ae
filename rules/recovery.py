"""Downtime in words that every system shares: ways to spend a day, and what days of it do to a character."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.battle import Json
from rules.errors import BadInput

REST, ACTIVE = "rest", "active"
"""The ways that every system has: a day given to recovery, and a day of ordinary life."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to spend a day, as the book tells them apart. `help`: what it gives and costs, in a sentence."""

    key: str
    label: str
    help: str
    rule: str


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happened on the `day`-th day, counted from 1; `faces`: the dice that fell for it."""

    day: int
    text: str
    rule: str
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Recovered:
    """What days have done: the values that the sheet then has by dotted path, what is begun and not finished yet, and
    the lines that tell it. `carry` goes into the next days; it means something to its own system only."""

    changes: Mapping[str, Json] = field(default_factory=dict)
    carry: Mapping[str, Json] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """What the wound that heals next has had of its time already: `value` of what it takes, at most `high`."""

    label: str
    value: int
    high: int
    rule: str


def nothing_begun(_sheet: Any, _carry: Mapping[str, Json]) -> Begun | None:
    """For systems in which no wound heals in parts, and for whoever has none."""
    return None


def begin_nothing(_sheet: Any, carry: Mapping[str, Json], _value: int) -> Recovered:
    """For systems in which no wound heals in parts: there is nothing to be set."""
    return Recovered({}, carry)


def check_begun(begun: Begun | None, value: int) -> Begun:
    """The same, where this may be put in place of its value. Raises `BadInput`."""
    if begun is None:
        raise BadInput("nothing_heals", "No wound heals by itself here: nothing of it is begun.", key="begun")
    if not 0 <= value <= begun.high:
        raise BadInput("bad_begun", f"{begun.label}: 0 to {begun.high}.", key="begun")
    return begun


def read_carry(carry: Mapping[str, Json], key: str, marks: str) -> int:
    """What was carried over towards the wound that is healing; nothing if the track has changed since."""
    value = carry.get(key)
    return value if carry.get("marks") == marks and isinstance(value, int) else 0
