"""Downtime in words that every system shares: ways to spend a day, and what days of it do to a character."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.battle import Json

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


def read_carry(carry: Mapping[str, Json], key: str, marks: str) -> int:
    """What was carried over towards the wound that is healing; nothing if the track has changed since."""
    value = carry.get(key)
    return value if carry.get("marks") == marks and isinstance(value, int) else 0
