"""Attacks, from the declaration to the last consequence."""

from dataclasses import dataclass

from rules.dice import Die
from rules.pool import Breakdown, Pool

from ..health import Health
from ..state import Blow, Exchange, Group
from .base import ActorEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(ActorEvent):
    """Step of declaration: kind, target, weapon, everything paid (3E-062)."""

    exchange: Exchange
    target_name: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeSettled(ActorEvent):
    """A prompt of the running attack was answered."""

    exchange: Exchange
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRolled(ActorEvent):
    """Step One: the attack roll, and the Defense that it must reach (3E-064, 3E-079)."""

    exchange: Exchange
    target_name: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    defense: Breakdown
    guard_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterReadied(ActorEvent):
    """Magic lets it answer the next attack, before its next turn, with a counterattack (3E-297)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterHeld(ActorEvent):
    """A counterattack's dice have fallen; what comes of it waits for the attack that it answers (3E-297)."""

    blow: Blow


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterLanded(ActorEvent):
    """The attack's damage is rolled: now the counterattack's effects are applied, and then its own (3E-297)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashTaken(ActorEvent):
    """Someone answers an attack with its own of this tick, which is spent with that (3E-295)."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashRolled(ActorEvent):
    """The other attack of a clash (3E-295)."""

    exchange: Exchange
    target_name: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(ActorEvent):
    """Whether the attack hit, whom, and with what threshold; `struck` is "" on a miss."""

    exchange: str
    attack: str
    target: str
    target_name: str
    hit: bool
    struck: str
    struck_name: str
    threshold: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(ActorEvent):
    """The damage roll: withering successes move Initiative, decisive ones are levels (3E-068, 3E-084).

    `damage_type` is bashing, lethal or aggravated for levels, else initiative, magnitude of a battle group, or none
    where an attack on an ally moves nothing. `pool` is what is compared with Hardness; `dice` are empty when Hardness
    stopped it or nothing was left to roll.
    """

    exchange: str
    attack: str
    target: str
    target_name: str
    raw: Breakdown
    pool: int
    dice: tuple[Die, ...]
    amount: int
    stopped_by_hardness: bool
    damage_type: str
    soak: Breakdown | None = None
    overwhelming: int = 0
    hardness: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GambitRolled(ActorEvent):
    """The Initiative roll of a gambit (3E-281)."""

    exchange: str
    target: str
    target_name: str
    gambit: str
    difficulty: int
    pool: int
    dice: tuple[Die, ...]
    successes: int
    works: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OnslaughtSuffered(ActorEvent):
    """Another -1 Defense until the next turn (3E-135)."""

    onslaught: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackEnded(ActorEvent):
    """The exchange is over: the whole of it in figures, as the log's one line needs them.

    `against` is what the roll had to meet, `dealt` and `damage_type` the damage, `outcomes` what else came of it in the
    book's words (Initiative Crash, Initiative Break ...). `counter`: it was a counterattack.
    """

    exchange: str
    target_name: str = ""
    weapon: str = ""
    attack: str = ""
    gambit: str = ""
    successes: int = 0
    against: str = ""
    struck_name: str = ""
    threshold: int = 0
    why: str = ""
    dealt: int = 0
    damage_type: str = ""
    outcomes: tuple[str, ...] = ()
    counter: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthMarked(ActorEvent):
    """Damage on the Health Track, or healing of it."""

    damage_type: str
    levels: int
    health: Health
    penalty: int
    incapacitated: bool
    outcome: str | None
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MagnitudeMarked(ActorEvent):
    """Damage to a battle group, and the Size it lost (3E-314, 3E-317)."""

    damage: int
    group: Group
    size_lost: int
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutChecked(ActorEvent):
    """A group that lost Size tests its Willpower (3E-318)."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    difficulty: int
    holds: bool
