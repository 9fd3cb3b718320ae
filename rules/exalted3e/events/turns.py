"""Rounds, ticks and turns."""

from dataclasses import dataclass

from rules.battle import Event
from rules.dice import Die

from .base import ActorEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun(Event):
    """A new round (3E-040)."""

    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TickReached(Event):
    """The tick on which `actors` act; `shown` are the names that everyone may read."""

    round: int
    tick: int
    actors: tuple[str, ...]
    shown: tuple[str, ...]
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieAnswered(ActorEvent):
    """One party of a tie said whether it wants to act first (3E-051)."""

    prompt: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBroken(Event):
    """The order of one tick is settled; `dice` are the throws of those who all wanted to be first."""

    round: int
    tick: int | None
    order: tuple[str, ...]
    names: tuple[str, ...]
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegun(ActorEvent):
    """A turn begins: onslaught and everything that lasted until now ends (3E-137, 3E-138)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResumed(ActorEvent):
    """A delayed turn is taken up again (3E-199)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(ActorEvent):
    """A turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDelayed(ActorEvent):
    """A turn is put off to tick `until`, or (None) until its owner says so (3E-198).

    `lasting`: the names of the powers that last until that turn, and so go on.
    """

    until: int | None
    lasting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRefreshed(ActorEvent):
    """A Shift gives the turn again; attacks go only at `target` (3E-123, 3E-124). `interrupts`: out of turn."""

    target: str
    target_name: str
    interrupts: bool
