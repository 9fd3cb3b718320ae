"""The events that the logs of all games share."""

from dataclasses import dataclass
from typing import Any, dataclass_transform

from rules.battle.figures import Changed
from rules.battle.kinds import Event
from rules.powers import NO_PRICE, Active, Price
from rules.text import EMPTY, Text


@dataclass_transform(frozen_default=True, kw_only_default=True)
class EventType(type):
    """Makes `BattleEvent` and its subclasses frozen, slotted dataclasses whose fields are given by name."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        made: Any = super().__new__(mcls, name, bases, namespace)
        if "__slots__" in namespace:  # `dataclass` makes the class a second time, with slots
            return made
        return dataclass(frozen=True, slots=True, kw_only=True)(made)


class BattleEvent(Event, metaclass=EventType):
    """An event of a battle."""


class ActorEvent(BattleEvent):
    """Something that one combatant did, or that happened to it.

    `owner` is the key of the character, None for the Storyteller's own combatants. `turn`, `tick` and `exchange` say
    when it happened and in which attack, if the game counts them; `Play.emit` sets them.
    """

    actor: str
    actor_name: str
    owner: str | None = None
    turn: int = 0
    tick: int | None = None
    exchange: str = ""


class TargetEvent(ActorEvent):
    """Something that one combatant does to another."""

    target: str
    target_name: str


class BattleStarted(BattleEvent):
    """The battle has begun. A game that stores more about it has its own class of this name."""

    turn: int = 0


class CombatantAdded(BattleEvent):
    """A combatant came. Each game's class adds the `combatant`, of its own type."""

    turn: int = 0
    tick: int | None = None


class BattleEnded(BattleEvent):
    """The battle is over. `turn` was the last turn."""

    turn: int = 0


class CombatantLeft(ActorEvent):
    """A combatant left the battle for good."""


class CombatantRevealed(ActorEvent):
    """A hidden combatant was revealed."""


class CombatantHidden(ActorEvent):
    """A combatant was hidden."""


class Overridden(ActorEvent):
    """The Storyteller set a number. `now` is the new value within its bounds.

    `out`: why the combatant no longer acts since then: "dead".
    """

    what: str
    label: Text
    was: int
    now: int
    reason: str
    out: Text = EMPTY


class FiguresChanged(ActorEvent):
    """A roll outside the battle's own moves spent or regained figures: by sheet path, before and after.

    `bought`: a point of Willpower among them bought a bonus for the roll itself, not a power.
    """

    figures: Changed
    bought: bool = False


class PowerSwitched(ActorEvent):
    """A lasting power was switched on or dropped. `is_over`: its time was over. `price`: what it cost permanently.

    `is_action`: it took the action of the turn. A game adds the cost in its own pools.
    """

    active: Active
    is_on: bool
    is_over: bool = False
    is_action: bool = False
    price: Price = NO_PRICE


SHARED = (BattleEnded, CombatantLeft, CombatantRevealed, CombatantHidden, Overridden, FiguresChanged)
"""The events that the engine makes and applies for every game."""
