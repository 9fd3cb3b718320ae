"""Join Battle, Initiative, Crash, Break and Shift."""

from dataclasses import dataclass

from rules.dice import Die
from rules.pool import Pool

from .base import ActorEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleJoined(ActorEvent):
    """A Join Battle roll; the Initiative itself comes as `InitiativeChanged` (3E-056)."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeChanged(ActorEvent):
    """The only way in which anyone's Initiative changes; Crash and recovery are part of it.

    `cause`: join, attack, own, other. `by` is the attacker whose attack it was. `crashed`: it fell from 1 or more
    to 0 or less; `recovered`: it rose again.
    """

    was: int | None
    now: int
    cause: str
    by: str
    reason: str
    rule: str
    crashed: bool
    recovered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashReset(ActorEvent):
    """Three turns in Crash are over: back to base Initiative (3E-099)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRolled(ActorEvent):
    """The Join Battle roll of an Initiative Shift (3E-121)."""

    target: str
    target_name: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakGained(ActorEvent):
    """An Initiative Break (3E-109); `blocked` names why it was not gained."""

    target: str
    target_name: str
    blocked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeLent(ActorEvent):
    """A distraction's Initiative, to be used against the target on the next turn or lost (3E-289); 0 ends it."""

    amount: int
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HopeLost(ActorEvent):
    """The Storyteller holds a Crashed foe for beaten (3E-098)."""
