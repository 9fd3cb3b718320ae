"""Joining, the order of action, turns, and what the Storyteller rules."""

from dataclasses import dataclass

from rules.wod2004.events.base import Deed, Fact, Rolled
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
class InitiativeRolled(Deed):
    """Initiative fell, or dice that break a tie. `ties_open`: everybody may see all who were tied."""

    initiative: Initiative
    ties_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Fact):
    """A turn of three seconds began."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingBegan(Deed):
    """Someone's place in the order was reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingEnded(Deed):
    """Someone's place in the order has passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed(Deed):
    """Someone waits until after another."""

    after: str
    after_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantLeft(Deed):
    """Someone left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantRevealed(Deed):
    """Someone came out of hiding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantHidden(Deed):
    """Someone went into hiding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(Deed):
    """The Storyteller set a number; `now` is what it became within its bounds."""

    what: str
    label: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseRolled(Deed):
    """A roll to notice an ambush; `turns` are lost, `warned` are companions whom an exceptional success warns."""

    roll: Rolled
    turns: int
    warned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverSet(Deed):
    """The Storyteller said how someone is hidden and covered."""

    concealment: str
    durability: int
    structure: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutesPassed(Fact):
    """Minutes went by."""

    minutes: int
