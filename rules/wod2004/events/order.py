"""Joining, the order of action, turns, and what the Storyteller rules."""

from dataclasses import dataclass

from rules.wod2004.events.base import Fact, Rolled
from rules.wod2004.state import Combatant
from rules.wod2004.timing import Initiative


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(Fact):
    """Someone came."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Fact):
    """The battle began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Fact):
    """The battle is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Fact):
    """Initiative fell, or dice that break a tie. `ties_open`: everybody may see all who were tied."""

    actor: str
    actor_name: str
    initiative: Initiative
    ties_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Fact):
    """A turn of three seconds began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingBegan(Fact):
    """Someone's place in the order was reached."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingEnded(Fact):
    """Someone's place in the order has passed."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed(Fact):
    """Someone waits until after another."""

    actor: str
    actor_name: str
    after: str
    after_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantLeft(Fact):
    """Someone left."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantRevealed(Fact):
    """Someone came out of hiding."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantHidden(Fact):
    """Someone went into hiding."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(Fact):
    """The Storyteller set a number; `now` is what it became within its bounds."""

    actor: str
    actor_name: str
    what: str
    label: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseRolled(Fact):
    """A roll to notice an ambush; `turns` are lost, `warned` are companions whom an exceptional success warns."""

    actor: str
    actor_name: str
    roll: Rolled
    turns: int
    warned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverSet(Fact):
    """The Storyteller said how someone is hidden and covered."""

    actor: str
    actor_name: str
    concealment: str
    durability: int
    structure: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutesPassed(Fact):
    """Minutes went by."""

    minutes: int
