"""The facts that every game's log has."""

from dataclasses import dataclass

from rules.battle.figures import Changed
from rules.battle.kinds import Event
from rules.powers import NO_PRICE, Active, Price
from rules.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorEvent(Event):
    """Something that one combatant did or suffered.

    `owner` is the key of the character, None for the Storyteller's own combatants. `turn`, `tick` and `exchange` say
    when it happened and in which attack, as far as the game counts them; `Play.emit` writes them.
    """

    actor: str
    actor_name: str
    owner: str | None = None
    turn: int = 0
    tick: int | None = None
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetEvent(ActorEvent):
    """Something that one combatant directs at another."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Event):
    """The battle runs. A game that keeps more of it has a class of its own under this name."""

    turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(Event):
    """A combatant came. Each game's class adds the `combatant`, of its own type."""

    turn: int = 0
    tick: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """The battle is over; `turn` was the last."""

    turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantLeft(ActorEvent):
    """A combatant left the battle for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantRevealed(ActorEvent):
    """A combatant came out of hiding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantHidden(ActorEvent):
    """A combatant went into hiding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(ActorEvent):
    """The Storyteller set a number; `now` is what it became within its bounds."""

    what: str
    label: Text
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresChanged(ActorEvent):
    """Figures were spent or regained by a roll beside the battle's own moves: by sheet path, before and after.

    `bought`: a point of Willpower among them went into the roll itself, and not into a power.
    """

    figures: Changed
    bought: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(ActorEvent):
    """A lasting power was switched on, or dropped; `is_over`: its time was over. `price` is what it took for good.

    `is_action`: it took the action of the turn. A game adds what it cost in its own pools.
    """

    active: Active
    is_on: bool
    is_over: bool = False
    is_action: bool = False
    price: Price = NO_PRICE


SHARED = (BattleEnded, CombatantLeft, CombatantRevealed, CombatantHidden, Overridden, FiguresChanged)
"""The events that the engine itself makes, and applies, for every game."""
