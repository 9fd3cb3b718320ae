"""What a screen offers to a seat: a move, its cost, and the form for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, Literal, TypeVar

from rules.battle.declare import Move, Rank
from rules.battle.fields import Field
from rules.battle.prompts import Prompt
from rules.battle.roster import Fighter
from rules.battle.seats import Json
from rules.text import EMPTY, Text

Group = Literal["act", "answer", "reflex", "storyteller"]
"""When a move is offered: on one's turn, for a prompt, at any time, or to the Storyteller alone."""
Fields = tuple["Field", ...]


T = TypeVar("T")


class LazySequence(Sequence[T]):
    """Fields or offers that are made when they are first read: of most offers, only the label is ever shown."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._make = make
        self._made: tuple[T, ...] | None = None

    def _all(self) -> tuple[T, ...]:
        if self._made is None:
            self._made = tuple(self._make())
        return self._made

    def __len__(self) -> int:
        return len(self._all())

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]

    def __iter__(self) -> Iterator[T]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that the screen can offer to a seat: its label, its cost, and the fields of its form.

    `fixed` are the values of the move that no one chooses (the actor, the prompt answered). `reason` says why the move
    is not legal now (it is drawn greyed). `next_ticks` are the ticks or counts on which the actor would act next.
    `has_preview`: whether its odds can be shown while the form is filled in. `aimed` is the label of an offer with a
    target, with {} for the name of the chosen target; empty if the label and the name side by side are enough.
    `at_once`: it may be done without its form, whose fields then keep the defaults of the move. `is_struck`: its odds
    are those of an attack that hits the actor where it succeeds. `odds` and `about`: as in `Choice`, the chance
    of an answer in which nothing must be chosen. `rank`: how far forward it stands.
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
    at_once: bool = False
    is_struck: bool = False
    odds: float | None = None
    about: bool = False
    rank: Rank = "usual"


def put_rulings_last(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield the offers of a player: a form asks for what the player chooses, then for what waits for the Storyteller.

    A field that stands beside another stays there.
    """
    for offer in offers:
        if isinstance(offer.fields, LazySequence):
            yield replace(offer, fields=LazySequence(partial(_order, offer.fields)))
        else:
            yield replace(offer, fields=_order(offer.fields)) if any(field.waits for field in offer.fields) else offer


def _order(fields: Sequence[Field]) -> Fields:
    first, last = list[Field](), list[Field]()
    now = first
    for item in fields:
        if not item.beside:
            now = last if item.waits else first
        now.append(item)
    return (*first, *last)


@dataclass(frozen=True, slots=True)
class SeatOffers:
    """All that a seat may do. What single combatants may do is made when someone reads it: a page opens few of them.

    `whole`: answers, and moves for the whole battle. `acts`: by combatant, what it may do. `able`: the combatants that
    have an open offer of the group "act". `rulings`: by combatant, what the Storyteller may decide about it.
    """

    whole: Sequence[Offer] = ()
    acts: Mapping[str, Sequence[Offer]] = field(default_factory=dict)
    able: frozenset[str] = frozenset()
    rulings: Mapping[str, Sequence[Offer]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Offer]:
        """Yield every offer."""
        return chain(self.whole, *self.acts.values(), *self.rulings.values())

    def of(self, *actors: str) -> Iterator[Offer]:
        """Yield the offers for the whole battle and those of these combatants."""
        return chain(self.whole, *(made.get(id, ()) for made in (self.acts, self.rulings) for id in actors))


def offer_move(
    move: type[Move],
    label: Text,
    actor: Fighter | None,
    fields: Sequence[Field] = (),
    *,
    group: Group = "act",
    fixed: Mapping[str, Json] | None = None,
    **more: Any,
) -> Offer:
    """Return the offer of a combatant's move, or of a move for the whole battle if no one is its `actor`.

    `fixed` are its values other than the actor, `more` what else it has. Its rank is by default that of the move.
    """
    id = actor.id if actor else None
    values = {**({"actor": id} if id else {}), **(fixed or {})}
    return Offer(move.__name__, label, group, id, fields=fields, fixed=values, **{"rank": move.terms.rank, **more})


def answer_prompt(move: type[Move], label: Text, prompt: Prompt, fields: Sequence[Field] = (), **more: Any) -> Offer:
    """Return the offer of an answer to a prompt."""
    fixed = {"prompt": prompt.id, **more.pop("fixed", {})}
    return Offer(
        move.__name__, label, "answer", prompt.who or None, fields=fields, fixed=fixed, prompt=prompt.id, **more
    )
