"""Movement, and the turn itself."""

from dataclasses import dataclass

from rules.battle import Move


@dataclass(frozen=True, slots=True)
class MoveBand(Move):
    """Move one range band toward someone, or "@up" or "@down" the field (3E-209).

    `open_ground` makes it harder to stay in hiding on the way (3E-279), `powers` aid that roll.
    """

    actor: str
    toward: str
    open_ground: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rush(Move):
    """Chase an opponent (3E-211)."""

    actor: str
    target: str
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Disengage(Move):
    """Get away from close range (3E-218): "@up" or "@down" the field."""

    actor: str
    toward: str = "@up"
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rise(Move):
    """Rise from prone (3E-225)."""

    actor: str
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeCover(Move):
    """Take cover, against the Storyteller's difficulty (3E-226)."""

    actor: str
    level: str
    difficulty: int = 1
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdraw(Move):
    """Leave the battlefield, a band at a time (3E-232)."""

    actor: str
    stunt: int = 0
    willpower: bool = False
    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Delay(Move):
    """Put the turn off (3E-198). `tick` None keeps the tick open."""

    actor: str
    tick: int | None = None


@dataclass(frozen=True, slots=True)
class TakeDelayedTurn(Move):
    """Take an open delayed turn now, on the running tick (3E-199)."""

    actor: str


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """The turn is over."""

    actor: str
