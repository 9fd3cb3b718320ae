"""An order to a group: the Storyteller lets several of her combatants do the same, each by the rules.

The order stands in the table's state until all have acted, so that it survives restarts and goes with a rewind.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.battle import Event, Json
from rules.text import EMPTY, Text, join
from rules.view import AttackResult


@dataclass(frozen=True, slots=True)
class Order:
    """`move` is what each of `actors` does as its turn comes; those in `taken` have.

    `time`: the turn or tick that it is for. `answers`: prompts to the Storyteller's combatants get their default
    answers. `ends`: each ends its turn after it. `at_fallen`: whom it is aimed at was out already when it was given.
    `exchanges` are the attacks that came of it; `is_told`: all have read of one of them.
    """

    id: str
    who: Text
    what: Text
    actors: tuple[str, ...]
    move: Mapping[str, Json]
    time: int
    answers: bool = False
    ends: bool = False
    at_fallen: bool = False
    taken: tuple[str, ...] = ()
    exchanges: tuple[str, ...] = ()
    is_told: bool = False

    @property
    def left(self) -> tuple[str, ...]:
        """Those of the group who have not acted yet."""
        return tuple(actor for actor in self.actors if actor not in self.taken)


@dataclass(frozen=True, slots=True)
class OrderGiven(Event):
    """The Storyteller gave an order. Only she reads of it: it may tell what others must not know yet."""

    order: Order


@dataclass(frozen=True, slots=True)
class OrderTaken(Event):
    """The next of the group acts under the order. The log does not show it, only what it does."""

    actor: str


@dataclass(frozen=True, slots=True)
class OrderEnded(Event):
    """The order is over. `why`: what kept those from it who have not acted; empty if all have."""

    id: str
    who: Text
    what: Text
    why: Text = EMPTY


def apply_order(order: Order | None, event: Event) -> Order | None:
    """Return the standing order after one of these events."""
    match event:
        case OrderGiven():
            return event.order
        case OrderTaken() if order is not None:
            return replace(order, taken=(*order.taken, event.actor))
        case OrderEnded():
            return None
    return order


def note_fought(order: Order, exchange: str, *, is_shown: bool) -> Order:
    """Return the order with an attack that came of it. `is_shown`: it is resolved, and everybody may read of that."""
    exchanges = order.exchanges
    if exchange and exchange not in exchanges:
        exchanges = (*exchanges, exchange)
    elif not is_shown or order.is_told:
        return order
    return replace(order, exchanges=exchanges, is_told=order.is_told or is_shown)


def sum_attacks(attacks: Sequence[AttackResult]) -> Text:
    """Return in words what came of several attacks: "2 of 5 hit, 3 lethal." Empty if there were none."""
    if not attacks:
        return EMPTY
    parts = [Text("{n} of {n2} hit", n=sum(attack["hit"] for attack in attacks), n2=len(attacks))]
    for harm in dict.fromkeys(attack["harm"] for attack in attacks):
        points = sum(attack["points"] for attack in attacks if attack["harm"] == harm)
        if points and harm in HARMS:
            parts.append(HARMS[harm](points))
    return Text("{what}.", what=join(", ", parts))


HARMS: Final[Mapping[str, Callable[[int], Text]]] = {
    "bashing": lambda n: Text("{n} bashing", n=n),
    "lethal": lambda n: Text("{n} lethal", n=n),
    "aggravated": lambda n: Text("{n} aggravated", n=n),
    "initiative": lambda n: Text("{n} Initiative", n=n),
    "magnitude": lambda n: Text("{n} Magnitude", n=n),
}
"""How points of each kind of harm are worded."""
