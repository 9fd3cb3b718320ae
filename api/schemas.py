"""The shapes of what the API reads and answers: lists of what a seat may see. OpenAPI is made from them."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from ninja import Schema
from pydantic import Field

Key = Annotated[int, Field(ge=1, lt=2**63)]
"""A primary key."""
Number = Annotated[int, Field(ge=0, lt=10**9)]
"""A count of entries, as the seat's own pages show it."""


class Problem(Schema):
    """A refusal: `detail` is the sentence that a page would show. Nothing was changed."""

    type: str
    title: str
    status: int
    detail: str


class Me(Schema):
    """The seat of the token: `characters` are the keys of those as which it acts."""

    series: int
    series_name: str
    system: str
    role: str
    scope: str
    characters: list[str]
    expires_at: datetime


class SceneHead(Schema):
    """A scene of the series."""

    id: int
    title: str
    episode: str
    is_open: bool
    is_planned: bool


class Scenes(Schema):
    """A page of scenes, by their keys. `next`: the `after` of the next page; None at the end."""

    scenes: list[SceneHead]
    next: int | None


class Awaited(Schema):
    """Somebody whom a scene by post waits for."""

    kind: str
    name: str
    since: datetime
    due_at: datetime | None
    mine: bool


class InScene(Schema):
    """A character in the scene while no fight runs."""

    character: str
    name: str
    owner: str
    mine: bool
    conditions: list[str]


class Table(Schema):
    """A scene's table as the seat sees it. `number`: how many entries of its log the seat may see.

    `battle` is the fight: combatants, order, prompts, the game's own figures; None while none runs.
    """

    id: int
    title: str
    series: str
    episode: str
    time: str
    is_open: bool
    number: int
    paused: bool
    card: bool
    due_at: datetime | None
    battle: dict[str, Any] | None
    party: list[InScene]
    waits: list[Awaited]
    handouts: list[str]


class Words(Schema):
    """Somebody's own words. `to`: whom they were whispered to; empty for all. `is_post`: they are Markdown."""

    name: str
    text: str
    to: str
    is_post: bool


class Line(Schema):
    """An entry of the log. `number` is the seat's own count; `undone`: it was taken back."""

    number: int
    at: datetime
    kind: str
    line: str
    when: str
    verdict: str
    steps: list[dict[str, Any]]
    secret: bool
    words: Words | None
    strand: str | None
    undone: bool


class Log(Schema):
    """Lines of the log after a number, the oldest first. `next`: the `after` of the next page; None at the end."""

    number: int
    lines: list[Line]
    next: int | None


class OfferHead(Schema):
    """A move of the fight that the seat may make, or why not (`reason`).

    `schema` is the JSON Schema of the `move` of a command, from the fields that the move declares.
    """

    move: str
    actor: str | None
    label: str
    group: str
    cost: str
    hint: str
    reason: str
    prompt: str | None
    form: dict[str, Any] | None = Field(serialization_alias="schema")


class Offers(Schema):
    """What the seat may do in the fight at this number."""

    number: int
    offers: list[OfferHead]


class CommandIn(Schema):
    """A command. `command`: a fresh UUID; sent again it is done once, and gets its first answer.

    `number`: that of the table that the program has read.
    """

    command: UUID
    number: Number
    move: dict[str, Any]


class Done(Schema):
    """What a command did. `number`: the seat's count of entries after it; `repeated`: it had been done before."""

    number: int
    repeated: bool


class MoveIn(Schema):
    """A move, to know its odds."""

    move: dict[str, Any]


class OddsOut(Schema):
    """The odds of a move, as far as the seat may know them: the chance of success, or of being hit (`is_struck`).

    `about`: the chance is an average over what the seat does not know.
    """

    chance: float | None
    about: bool
    dice: int | None
    is_struck: bool


class CharacterHead(Schema):
    """A character that the seat knows of. `may_read`: whether it may read the sheet."""

    id: int
    name: str
    owner: str
    extra: bool
    may_read: bool


class Characters(Schema):
    """A page of characters, by their keys."""

    characters: list[CharacterHead]
    next: int | None


class Sheet(Schema):
    """A character's file, as its page lets one download it."""

    id: int
    file: dict[str, Any]


class Purse(Schema):
    """A purse of experience."""

    label: str
    balance: int
    earned: int
    spent: int


class LedgerEntry(Schema):
    """A line of a ledger. `balance`: that of its purse after it."""

    at: datetime
    purse: str
    points: int
    reason: str
    place: str
    balance: int
    undone: bool


class Ledger(Schema):
    """A character's experience, the newest line first."""

    purses: list[Purse]
    lines: list[LedgerEntry]


class Stretch(Schema):
    """Days in a row that a character spends in one way."""

    first: int
    last: int
    kind: str
    label: str


class Days(Schema):
    """The days of a character whose sheet the seat may read."""

    character: int
    name: str
    stretches: list[Stretch]


class Downtime(Schema):
    """A downtime, with the days of the characters whose sheets the seat may read."""

    id: int
    title: str
    days: int
    is_open: bool
    state: str
    takes_plans: bool
    people: list[Days]


class Downtimes(Schema):
    """A page of downtimes, by their keys."""

    downtimes: list[Downtime]
    next: int | None


class Thread(Schema):
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


class Threads(Schema):
    """A page of the threads that the seat knows of, by their keys."""

    threads: list[Thread]
    next: int | None


class Picture(Schema):
    """The picture of a handout, as WebP: its address on this server, which the same token may fetch, its size in
    pixels, and what it shows, in words."""

    url: str
    width: int
    height: int
    description: str


class Handout(Schema):
    """A handout that the seat may see. `text` is Markdown; `picture` is None without one."""

    id: int
    title: str
    text: str
    picture: Picture | None


class Handouts(Schema):
    """A page of handouts, by their keys."""

    handouts: list[Handout]
    next: int | None
