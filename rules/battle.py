"""What every live battle shares: seats, moves, events, offers, and the fold of events into a state."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from rules.codec import decode, encode
from rules.errors import BadInput

Json = Any
"""A JSON-safe value: None, bool, int, float, str, list or dict of them."""

Audience = tuple[str, ...] | None
"""Who may see something: None is everyone; a tuple is the Storyteller and the owners of these characters."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who is asking: the Storyteller, or a person who plays these characters, or (neither) a spectator."""

    storyteller: bool = False
    characters: frozenset[str] = frozenset()

    def controls(self, character: str | None) -> bool:
        """Whether this seat may act for the character. Combatants of nobody (None) are the Storyteller's."""
        return self.storyteller or (character is not None and character in self.characters)

    def may_see(self, audience: Audience) -> bool:
        """Whether something meant for `audience` may reach this seat."""
        return audience is None or self.storyteller or not self.characters.isdisjoint(audience)


STORYTELLER = Seat(storyteller=True)


@dataclass(frozen=True, slots=True)
class Move:
    """A request from a person, named in the imperative. Subclasses are frozen, slotted, JSON-safe dataclasses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A fact, named in the past tense, with the dice that fell in it and who may see it."""

    audience: Audience = None


K = TypeVar("K", Move, Event)


class Kinds(Generic[K]):
    """The closed list of one system's moves or events, and their JSON form `{"kind": class name, ...fields}`."""

    def __init__(self, *classes: type[K]) -> None:
        for cls in classes:
            if "kind" in cls.__dataclass_fields__:
                raise TypeError(f"{cls.__name__} has a field 'kind', which names the class in its JSON form")
        self.classes: Mapping[str, type[K]] = {cls.__name__: cls for cls in classes}

    def encode(self, item: K) -> dict[str, Json]:
        """Return the JSON form."""
        return {"kind": type(item).__name__, **encode(item)}

    def decode(self, data: object) -> K:
        """Build the item from its JSON form. Raises `BadInput` that names what is wrong."""
        if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str):
            raise BadInput("no_kind", "A move or event is an object with a 'kind'.")
        cls = self.classes.get(data["kind"])
        if cls is None:
            raise BadInput("unknown_kind", f"There is no {data['kind'][:40]!r} here.", kind=data["kind"][:40])
        return decode(cls, {key: value for key, value in data.items() if key != "kind"})


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose. A `reason` says why it cannot be chosen now.

    `odds` is a chance from 0 to 1: that it works, or in the answer to an attack, that one is hit all the same.
    `dots` is the rating of a trait, drawn as dots.
    """

    value: str
    label: str
    hint: str = ""
    reason: str = ""
    odds: float | None = None
    dots: int | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One value that a form asks for; `name` is the key of the move or request.

    Kinds: choice (str), choices (list of str, each once), list (list of str in order, repeats allowed,
    `low` to `high` items), number (int, `low` to `high`), flag (bool), text (str of at most `high` characters).
    A required choice without an `initial` begins with the first that can be chosen; with `()` the person must choose.
    A list may be asked for item by item: "others.0" is the first item of `others`; see `gather_items`.
    `beside`: it belongs to the field before it and is asked in the same place.
    """

    name: str
    label: str
    kind: Literal["choice", "choices", "list", "number", "flag", "text"]
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    initial: Json = None
    required: bool = True
    help: str = ""
    beside: bool = False


def gather_items(values: Mapping[str, Json]) -> dict[str, Json]:
    """The values of a form as a move has them: items named "others.0", "others.2" make the list `others`.

    An item that was left out is empty: 0 among numbers, "" among texts.
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
    """Fields that are worked out when somebody looks at them: most offers are only ever read by their labels."""

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
    """A move that the screen can offer to a seat: what it is called, what it costs, what it still asks.

    `fixed` are the move's values that nobody chooses (the actor, the prompt answered). A `reason` says why the
    move is not legal now (it is drawn greyed). `group` places it: act (on one's turn), answer (a prompt),
    reflex (at any time), storyteller. `ghosts` are the ticks or counts on which the actor would act next.
    `weighs`: whether its chances can be told while it is filled in. `aimed` is the label of an offer with a target,
    with {} where the name of the chosen target goes; empty where the label and the name side by side will do.
    """

    move: str
    label: str
    group: Literal["act", "answer", "reflex", "storyteller"]
    actor: str | None = None
    cost: str = ""
    hint: str = ""
    fields: Sequence[Field] = ()
    fixed: Mapping[str, Json] = field(default_factory=dict)
    prompt: str | None = None
    reason: str = ""
    ghosts: tuple[int, ...] = ()
    weighs: bool = False
    aimed: str = ""


def fold(apply: Any, state: Any, events: Iterable[Event]) -> Any:
    """Apply the events in order and return the last state."""
    for event in events:
        state = apply(state, event)
    return state
