"""What every entry of the log carries."""

from dataclasses import dataclass

from rules.battle import Event
from rules.dice import Die
from rules.pool import Pool


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll: its pool, every die, the successes and the outcome's word."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Event):
    """What every entry knows: the turn, and whose character acts or is acted on (None: the Storyteller's)."""

    turn: int = 0
    owner: str | None = None
    target_owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Fact):
    """What someone does, or has happen to them."""

    actor: str
    actor_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Between(Deed):
    """What someone does to another; the entries of one action share its `exchange`."""

    target: str
    target_name: str
    exchange: str
