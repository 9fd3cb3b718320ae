"""The questions and figures that standing orders of a game may name, and their forms.

    ORDER_RULES = OrderRules(asked={"defense": Text("I am attacked")}, gauges=pick_gauges(NUMBERS, POOLS), ...)

`rules.battle.standing_orders` carries standing orders out for all games.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.battle.declare import Move
from rules.battle.kinds import Event
from rules.battle.numbers import Number, Numbers
from rules.battle.offers import Fields, Offer
from rules.text import Text
from rules.wounds import HARMS

TURN: Final = "turn"
"""The occasion of an order that waits for its combatant's turn. Other occasions are kinds of prompts."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """The attack that a prompt is about: the id of the attacker, and the kind of the attack in the game's word."""

    attacker: str
    kind: str


def _find_none(*of: Any) -> None:
    return None


def _list_none(*of: Any) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class OrderRules:
    """What standing orders of a game may name, and how they are carried out.

    `asked`: the kinds of prompts that an order may answer, each as its owner would say when it is asked. `turns`: the
    same for turns; a game whose turn has two parts has two. `attacks`: the kinds of attacks, for "only against ...".
    `gauges`: the figures for "unless ... below ...". `breaks`: what else may end an order, with a
    test of the combatant before and after. `gathers`: all who act now declare at once, so that declarations laid face
    down are turned together.
    """

    asked: Mapping[str, Text] = field(default_factory=dict)
    turns: Mapping[str, Text] = field(default_factory=lambda: {TURN: Text("my turn comes")})
    attacks: Mapping[str, Text] = field(default_factory=dict)
    gauges: Numbers[Any] = field(default_factory=dict)
    breaks: Mapping[str, tuple[Text, Callable[[Any, Any], bool]]] = field(default_factory=dict)
    gathers: bool = False
    find_turn: Callable[[Any], str] = lambda state: TURN
    """Return which of `turns` it is in this state."""
    list_replies: Callable[[Any, Any], Mapping[str, Sequence[Offer]]] = lambda sight, actor: {}
    """Return forms of answers, by the occasion. Their fields are those of the declared move, without its prompt."""
    rehearse: Callable[[Any, Any], Any] = _find_none
    """Return the battle as if it were this combatant's turn, so that its offers can be read; None if it has none."""
    find_incoming: Callable[[Any, Any], Incoming | None] = _find_none
    """Return the attack that a prompt is about, or None."""
    find_attacked: Callable[[Event], Sequence[str]] = _list_none
    """Return the ids of those whom this event attacks."""


def make_reply(move: type[Move], label: Text, actor: Any, fields: Fields = (), **fixed: object) -> Offer:
    """Return the form of an answer that an order may give. `fixed`: the fields that it does not ask for."""
    return Offer(move.__name__, label, "answer", actor.id, fields=fields, fixed=fixed)


def pick_gauges(numbers: Numbers[Any], names: Iterable[str], **sums: tuple[Text, Collection[str]]) -> Numbers[Any]:
    """Return the numbers of these names and those of the wounds; `sums` are numbers of several, with their label."""
    added = {name: _add(numbers, label, parts) for name, (label, parts) in sums.items()}
    return added | {name: numbers[name] for name in (*names, *HARMS) if name in numbers}


def _add(numbers: Numbers[Any], label: Text, parts: Collection[str]) -> Number[Any]:
    return Number(
        label,
        0,
        999,
        lambda actor: sum(numbers[part].read(actor) for part in parts),
        lambda actor, value: actor,
        has=lambda actor: any(numbers[part].has(actor) and numbers[part].most(actor) for part in parts),
    )
