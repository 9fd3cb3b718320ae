"""The shapes of scenes, tables and moves: lists of what a seat may see, for OpenAPI, too."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from api.answers import Shape
from api.parameters import Number
from api.record_schemas import Picture


class SceneHead(Shape):
    """A scene of the series."""

    id: int
    title: str
    episode: str
    is_open: bool
    is_planned: bool


class Scenes(Shape):
    """A page of scenes, by their keys. `next`: the `after` of the next page; None at the end."""

    scenes: list[SceneHead]
    next: int | None


class Awaited(Shape):
    """Somebody whom a scene by post waits for."""

    kind: str
    name: str
    since: datetime
    due_at: datetime | None
    mine: bool


class InScene(Shape):
    """A character in the scene while no fight runs."""

    character: str
    name: str
    owner: str
    mine: bool
    conditions: list[str]


class SceneHandout(Shape):
    """A handout on the table that the seat sees; for the Storyteller also one that is meant for the scene.

    `id` is its key in `handouts`, None for one that was left behind on another server; `leads`: it is the scene's
    picture, which the same token may fetch at the address. `revealed` (whether it lies on the table) and `readers` (the
    characters whose players see it; None for all) are shown to the Storyteller, and None for others.
    """

    id: int | None
    title: str
    kind: Literal["picture", "text", "both"]
    leads: bool
    revealed: bool | None
    readers: list[str] | None
    picture: Picture | None


class Proposed(Shape):
    """Numbers that wait for the Storyteller: whose, for which move, and why. `refused`: she said no.

    `AnswerProposal` answers, `TakeProposalBack` withdraws, `GoWithout` makes the move without them.
    """

    id: str
    name: str
    who: str
    what: str
    numbers: str
    why: str
    mine: bool
    refused: bool


class Table(Shape):
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
    proposals: list[Proposed]
    handouts: list[SceneHandout]


class Words(Shape):
    """Somebody's own words. `to`: whom they were whispered to; empty for all. `is_post`: they are Markdown."""

    name: str
    text: str
    to: str
    is_post: bool


class Line(Shape):
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


class Log(Shape):
    """Lines of the log after a number, the oldest first. `next`: the `after` of the next page; None at the end."""

    number: int
    lines: list[Line]
    next: int | None


class OfferHead(Shape):
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


class Offers(Shape):
    """What the seat may do in the fight at this number."""

    number: int
    offers: list[OfferHead]


class RollHead(Shape):
    """A character for whom the seat may roll. `schema` is the JSON Schema of the `move` of a command that does."""

    character: str
    name: str
    form: dict[str, Any] = Field(serialization_alias="schema")


class Rolls(Shape):
    """For whom the seat may roll at this number."""

    number: int
    rolls: list[RollHead]


class CommandIn(Shape):
    """A command. `command`: a fresh UUID; sent again it is done once, and gets its first answer.

    `number`: that of the table that the program has read. `why`: the reason for numbers that a player proposes.
    """

    command: UUID
    number: Number
    move: dict[str, Any]
    why: str = Field("", max_length=200)


class Done(Shape):
    """What a command did. `number`: the seat's count of entries after it; `repeated`: it had been done before.

    `waiting`: the id of the proposal that the move has become, where it has numbers that the Storyteller must allow.
    """

    number: int
    repeated: bool
    waiting: str | None


class MoveIn(Shape):
    """A move, to know its odds."""

    move: dict[str, Any]


class OddsOut(Shape):
    """The odds of a move, as far as the seat may know them: the chance of success, or of being hit (`is_struck`).

    `about`: the chance is an average over what the seat does not know.
    """

    chance: float | None
    about: bool
    dice: int | None
    is_struck: bool
