"""Events of rounds, ticks, turns, Initiative and prompts."""

from rules.battle.events import ActorEvent, BattleEvent, BattleStarted, TargetEvent
from rules.dice import Die
from rules.exalted3e.events.base import RollEvent
from rules.exalted3e.state.exchange import Pending
from rules.text import EMPTY, Text


class PromptRaised(BattleEvent):
    """Someone must choose. `quiet`: the log says only the result."""

    prompt: Pending
    who_name: str
    question: Text
    exchange: str = ""
    quiet: bool = False


class PromptClosed(BattleEvent):
    """A prompt was answered, or has lapsed."""

    prompt: str
    note: Text
    exchange: str = ""


class RoundBegun(BattleEvent):
    """A round begins (3E-040)."""

    turn: int


class TickReached(BattleEvent):
    """The tick on which `actors` act; `shown` are the names that everyone may read.

    `quiet`: the log says it once the tie is settled.
    """

    turn: int
    tick: int
    actors: tuple[str, ...]
    shown: tuple[str, ...]
    settled: bool
    quiet: bool = False


class TieAnswered(ActorEvent):
    """A party of a tie said whether it wants to act first (3E-051)."""

    prompt: str
    first: bool
    told: bool = False
    """Whether the log says that it answered. Logs of earlier versions do not."""


class TieBroken(BattleEvent):
    """The order of a tick is settled; `dice` are the throws of the parties that all wanted to be first.

    `own`: the order among those whom the Storyteller plays, which only she reads (3E-583).
    """

    turn: int
    tick: int | None
    order: tuple[str, ...]
    names: tuple[str, ...]
    dice: tuple[Die, ...]
    own: bool = False


class TurnBegun(ActorEvent):
    """A turn begins, and ends onslaught and everything else that lasts until it (3E-137, 3E-138)."""


class TurnResumed(ActorEvent):
    """A delayed turn is resumed (3E-199)."""


class EndAnnounced(ActorEvent):
    """The turn ends with the action that follows."""


class TurnEnded(ActorEvent):
    """A turn is over. `quiet`: by itself, and the log says only who acts next."""

    quiet: bool = False


class TurnDelayed(ActorEvent):
    """A turn is delayed to tick `until`, or with None until its owner takes it (3E-198).

    `lasting` names the powers that last until that turn.
    """

    until: int | None
    lasting: tuple[str, ...] = ()


class TurnRefreshed(TargetEvent):
    """A Shift gives the turn again, with attacks only at `target` (3E-123, 3E-124). `interrupts`: out of turn."""

    interrupts: bool


class BattleJoined(RollEvent):
    """A Join Battle roll; `InitiativeChanged` brings the Initiative itself (3E-056)."""


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


class CrashReset(ActorEvent):
    """Three turns in Crash are over, and Initiative returns to base (3E-099)."""


class ShiftRolled(RollEvent):
    """The Join Battle roll of an Initiative Shift (3E-121)."""

    target: str
    target_name: str


class BreakGained(TargetEvent):
    """An Initiative Break (3E-109), or why it was `blocked`."""

    blocked: Text = EMPTY


class InitiativeLent(ActorEvent):
    """The Initiative of a distraction, used against the target on the next turn or lost (3E-289); 0 ends it."""

    amount: int
    target: str


TURN_EVENTS = (
    BattleStarted,
    PromptRaised,
    PromptClosed,
    RoundBegun,
    TickReached,
    TieAnswered,
    TieBroken,
    TurnBegun,
    TurnResumed,
    EndAnnounced,
    TurnEnded,
    TurnDelayed,
    TurnRefreshed,
    BattleJoined,
    InitiativeChanged,
    CrashReset,
    ShiftRolled,
    BreakGained,
    InitiativeLent,
)
