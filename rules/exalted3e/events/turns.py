"""Events of rounds, ticks, turns, Initiative and prompts."""

from dataclasses import dataclass

from rules.battle import Event
from rules.battle.events import ActorEvent, BattleStarted, TargetEvent
from rules.dice import Die
from rules.exalted3e.events.base import RollEvent
from rules.exalted3e.state.exchange import Pending
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRaised(Event):
    """Somebody must choose."""

    prompt: Pending
    who_name: str
    question: Text
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptClosed(Event):
    """A prompt was answered, or has lapsed."""

    prompt: str
    note: Text
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun(Event):
    """A round begins (3E-040)."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TickReached(Event):
    """The tick on which `actors` act; `shown` are the names that everybody may read."""

    turn: int
    tick: int
    actors: tuple[str, ...]
    shown: tuple[str, ...]
    settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieAnswered(ActorEvent):
    """A party of a tie said whether it wants to act first (3E-051)."""

    prompt: str
    first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBroken(Event):
    """The order of a tick is settled; `dice` are the throws of the parties that all wanted to be first."""

    turn: int
    tick: int | None
    order: tuple[str, ...]
    names: tuple[str, ...]
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegun(ActorEvent):
    """A turn begins, and ends onslaught and everything else that lasts until it (3E-137, 3E-138)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResumed(ActorEvent):
    """A delayed turn is resumed (3E-199)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(ActorEvent):
    """A turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDelayed(ActorEvent):
    """A turn is delayed to tick `until`, or with None until its owner takes it (3E-198).

    `lasting` names the powers that last until that turn.
    """

    until: int | None
    lasting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRefreshed(TargetEvent):
    """A Shift gives the turn again, with attacks only at `target` (3E-123, 3E-124). `interrupts`: out of turn."""

    interrupts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleJoined(RollEvent):
    """A Join Battle roll; `InitiativeChanged` brings the Initiative itself (3E-056)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeChanged(ActorEvent):
    """The only event that changes Initiative; it includes Crash and recovery.

    `cause`: join, attack, own, other. `by` is the attacker. `crashed`: it fell from 1 or more to 0 or less;
    `recovered`: it rose again.
    """

    was: int | None
    now: int
    cause: str
    by: str
    reason: Text
    rule: str
    crashed: bool
    recovered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashReset(ActorEvent):
    """Three turns in Crash are over, and Initiative returns to base (3E-099)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftRolled(RollEvent):
    """The Join Battle roll of an Initiative Shift (3E-121)."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakGained(TargetEvent):
    """An Initiative Break (3E-109), or why it was `blocked`."""

    blocked: Text = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeLent(ActorEvent):
    """The Initiative of a distraction, used against the target on the next turn or lost (3E-289); 0 ends it."""

    amount: int
    target: str


TURN_EVENTS = (
    BattleStarted, PromptRaised, PromptClosed, RoundBegun, TickReached, TieAnswered, TieBroken, TurnBegun,
    TurnResumed, TurnEnded, TurnDelayed, TurnRefreshed, BattleJoined, InitiativeChanged, CrashReset, ShiftRolled,
    BreakGained, InitiativeLent,
)  # fmt: skip
