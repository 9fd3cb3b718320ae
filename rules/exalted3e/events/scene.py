"""Who is there, what changes around them, and the prompts."""

from dataclasses import dataclass

from rules.battle import Event
from rules.battle.figures import Changed
from rules.dice import Die

from ..state import Combatant, Pending, Poison
from .base import ActorEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(Event):
    """Someone came to the battle."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Event):
    """Join Battle was called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """The battle is over."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceChanged(ActorEvent):
    """Cover, prone, mounted: what changed and to what."""

    what: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut(ActorEvent):
    """Someone no longer fights: incapacitated, defeated, escaped, dissolved, left."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FallDelayed(ActorEvent):
    """Someone is felled on the tick of its own turn, and takes that turn before it goes out (an option)."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcealmentChanged(ActorEvent):
    """Someone was revealed, or went into hiding."""

    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceChanged(ActorEvent):
    """Willpower, motes or anima. `what`: willpower, willpower_rating, personal, peripheral, anima."""

    what: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresChanged(ActorEvent):
    """Figures were spent or regained by a roll beside the battle's own moves: by sheet path, before and after."""

    figures: Changed


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmRolled(ActorEvent):
    """A poison's or hazard's roll (3E-303, 3E-305)."""

    source: str
    dice: tuple[Die, ...]
    successes: int
    difficulty: int | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Poisoned(ActorEvent):
    """What poison is at work from now on; None when it has run its course (3E-303)."""

    poison: Poison | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainSet(Event):
    """The Storyteller says whether the field is difficult terrain (3E-239)."""

    difficult: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRaised(Event):
    """Somebody must choose."""

    prompt: Pending
    who_name: str
    question: str
    within: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptClosed(Event):
    """A prompt was answered, or fell away."""

    prompt: str
    note: str
    within: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(ActorEvent):
    """The Storyteller set a number: what, was, is, why."""

    what: str
    was: int
    value: int
    reason: str
