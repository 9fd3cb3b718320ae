"""The shapes of the record, as `api.record` answers with them: lists of what a seat may see, for OpenAPI, too."""

from datetime import datetime
from typing import Any

from api.answers import Shape


class Me(Shape):
    """The seat of the token: `characters` are the keys of those as which it acts."""

    series: int
    series_name: str
    system: str
    role: str
    scope: str
    characters: list[str]
    expires_at: datetime


class CharacterHead(Shape):
    """A character that the seat knows of. `may_read`: whether it may read the sheet."""

    id: int
    name: str
    owner: str
    extra: bool
    may_read: bool


class Characters(Shape):
    """A page of characters, by their keys."""

    characters: list[CharacterHead]
    next: int | None


class Sheet(Shape):
    """A character's file, as its page lets one download it."""

    id: int
    file: dict[str, Any]


class Purse(Shape):
    """A purse of experience."""

    label: str
    balance: int
    earned: int
    spent: int


class LedgerEntry(Shape):
    """A line of a ledger. `balance`: that of its purse after it."""

    at: datetime
    purse: str
    points: int
    reason: str
    place: str
    balance: int
    undone: bool


class Ledger(Shape):
    """A character's experience, the newest line first."""

    purses: list[Purse]
    lines: list[LedgerEntry]


class Stretch(Shape):
    """Days in a row that a character spends in one way."""

    first: int
    last: int
    kind: str
    label: str


class Days(Shape):
    """The days of a character whose sheet the seat may read."""

    character: int
    name: str
    stretches: list[Stretch]


class Downtime(Shape):
    """A downtime, with the days of the characters whose sheets the seat may read."""

    id: int
    title: str
    days: int
    is_open: bool
    state: str
    takes_plans: bool
    people: list[Days]


class Downtimes(Shape):
    """A page of downtimes, by their keys."""

    downtimes: list[Downtime]
    next: int | None


class Thread(Shape):
    """Something open in the series. `filled` of `segments` of its clock are full; 0 of 0 without one.

    `notes` are for all who know of it, `secret_notes` for the Storyteller and empty for others. Both are Markdown.
    """

    id: int
    kind: str
    title: str
    notes: str
    secret_notes: str
    segments: int
    filled: int
    is_open: bool


class Threads(Shape):
    """A page of the threads that the seat knows of, by their keys."""

    threads: list[Thread]
    next: int | None


class Picture(Shape):
    """The picture of a handout, as WebP: its address on this server, which the same token may fetch, its size in
    pixels, and what it shows, in words."""

    url: str
    width: int
    height: int
    description: str


class Handout(Shape):
    """A handout that the seat may see. `text` is Markdown; `picture` is None without one."""

    id: int
    title: str
    text: str
    picture: Picture | None


class Handouts(Shape):
    """A page of handouts, by their keys."""

    handouts: list[Handout]
    next: int | None
