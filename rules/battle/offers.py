"""What a screen offers to a seat: a move, its cost, and the form for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.battle.kinds import Move
from rules.battle.prompts import Prompt
from rules.battle.roster import Fighter
from rules.battle.seats import Json
from rules.text import EMPTY, Text

Group = Literal["act", "answer", "reflex", "storyteller"]
"""When a move is offered: on one's turn, for a prompt, at any time, or to the Storyteller alone."""
Fields = tuple["Field", ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose. `reason` says why it cannot be chosen now.

    `odds` is a chance from 0 to 1: that the choice succeeds or, in the answer to an attack, that the attack still hits.
    `dots` is the rating of a trait, drawn as dots.
    """

    value: str
    label: Text
    hint: Text = EMPTY
    reason: Text = EMPTY
    odds: float | None = None
    dots: int | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One value that a form asks for; `name` is the key of the move or request.

    Kinds: choice (str), choices (list of str, each once), list (list of str in order, repeats allowed,
    `low` to `high` items), number (int, `low` to `high`), flag (bool), text (str of at most `high` characters).
    A required choice without an `initial` begins with the first open one; with `()` the person must choose.
    A list may be asked for item by item: "others.0" is the first item of `others`; see `gather_items`.
    `beside`: it belongs to the field before it and is shown next to it.
    """

    name: str
    label: Text
    kind: Literal["choice", "choices", "list", "number", "flag", "text"]
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    initial: Json = None
    required: bool = True
    help: Text = EMPTY
    beside: bool = False


def gather_items(values: Mapping[str, Json]) -> dict[str, Json]:
    """Return the values of a form as a move has them: items "others.0" and "others.2" become the list `others`.

    A missing item is empty: 0 among numbers, "" among texts.
    """
    lists: dict[str, dict[int, Json]] = {}
    whole: dict[str, Json] = {}
    for key, value in values.items():
        name, _, place = key.partition(".")
        if place.isdecimal():
            lists.setdefault(name, {})[int(place)] = value
        else:
            whole[key] = value
    for name, items in lists.items():
        empty = 0 if any(isinstance(item, int) for item in items.values()) else ""
        whole[name] = [items.get(place) or empty for place in range(max(items) + 1)]
    return whole


class Later(Sequence[Field]):
    """Fields that are made when they are first read: of most offers, only the label is ever shown."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Sequence[Field]]) -> None:
        self._make = make
        self._made: tuple[Field, ...] | None = None

    def _all(self) -> tuple[Field, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that the screen can offer to a seat: its label, its cost, and the fields of its form.

    `fixed` are the values of the move that nobody chooses (the actor, the prompt answered). `reason` says why the move
    is not legal now (it is drawn greyed). `next_ticks` are the ticks or counts on which the actor would act next.
    `has_preview`: whether its odds can be shown while the form is filled in. `aimed` is the label of an offer with a
    target, with {} for the name of the chosen target; empty if the label and the name side by side are enough.
    """

    move: str
    label: Text
    group: Group
    actor: str | None = None
    cost: Text = EMPTY
    hint: Text = EMPTY
    fields: Sequence[Field] = ()
    fixed: Mapping[str, Json] = field(default_factory=dict)
    prompt: str | None = None
    reason: Text = EMPTY
    next_ticks: tuple[int, ...] = ()
    has_preview: bool = False
    aimed: Text = EMPTY


def offer_move(
    move: type[Move],
    label: Text,
    actor: Fighter,
    fields: Sequence[Field] = (),
    *,
    group: Group = "act",
    fixed: Mapping[str, Json] | None = None,
    **more: Any,
) -> Offer:
    """Return the offer of a combatant's move. `fixed` are its values beside the `actor`, `more` what else it has."""
    values = {"actor": actor.id, **fixed} if fixed else {"actor": actor.id}
    return Offer(move.__name__, label, group, actor.id, fields=fields, fixed=values, **more)


def answer_prompt(move: type[Move], label: Text, prompt: Prompt, fields: Sequence[Field] = (), **more: Any) -> Offer:
    """Return the offer of an answer to a prompt."""
    fixed = {"prompt": prompt.id, **more.pop("fixed", {})}
    return Offer(
        move.__name__, label, "answer", prompt.who or None, fields=fields, fixed=fixed, prompt=prompt.id, **more
    )
