"""Events of attacks, and what they do to people."""

from rules.battle.events import ActorEvent, TargetEvent
from rules.dice import Die
from rules.exalted3e.events.base import RollEvent
from rules.exalted3e.health import Health
from rules.exalted3e.state.combatant import Group, Modifier
from rules.exalted3e.state.exchange import Exchange, ResolvedAttack
from rules.pool import Breakdown
from rules.text import EMPTY, Text


class WentOut(ActorEvent):
    """A combatant no longer fights: incapacitated, defeated, escaped or dissolved."""

    why: str


class FallDelayed(ActorEvent):
    """A combatant is felled on the tick of its turn, and takes that turn before it goes out (an option)."""

    why: str


class HopeDoubted(ActorEvent):
    """The Storyteller is asked whether a Crashed foe has no hope left: once for each Crash (3E-098)."""


class HopeLost(ActorEvent):
    """The Storyteller holds a Crashed foe for beaten (3E-098)."""


class ModifierGained(ActorEvent):
    """A modifier of Defense (or soak, Hardness) until the next turn."""

    modifier: Modifier


class AttackDeclared(ActorEvent):
    """An attack is declared: kind, target, weapon, payment (3E-062)."""

    attack: Exchange
    target_name: str
    weapon: str


class ExchangeSettled(ActorEvent):
    """A prompt of the running attack was answered."""

    attack: Exchange
    note: Text


class AttackRolled(RollEvent):
    """The attack roll of Step One, and the Defense that it must reach (3E-064, 3E-079)."""

    attack: Exchange
    target_name: str
    defense: Breakdown
    guard_name: str = ""


class CounterReadied(ActorEvent):
    """Magic lets the combatant answer the next attack before its turn with a counterattack (3E-297)."""


class CounterHeld(ActorEvent):
    """A counterattack was rolled; its effects wait for the attack that it answers (3E-297)."""

    blow: ResolvedAttack


class CounterLanded(ActorEvent):
    """The attack's damage was rolled; the counterattack's effects come first, then the attack's (3E-297)."""


class ClashTaken(TargetEvent):
    """A combatant answers an attack with its own attack of this tick, and uses it (3E-295)."""


class ClashRolled(RollEvent):
    """The other attack of a clash (3E-295)."""

    attack: Exchange
    target_name: str


class AttackResolved(TargetEvent):
    """Whether the attack hit, whom, and with what threshold; `struck` is "" on a miss."""

    attack: str
    hit: bool
    struck: str
    struck_name: str
    threshold: int
    why: str = ""


class DamageRolled(TargetEvent):
    """The damage roll: withering successes move Initiative, decisive ones are levels (3E-068, 3E-084).

    `damage_type` is bashing, lethal or aggravated for levels, else initiative, magnitude of a battle group, or none for
    an attack on an ally that moves nothing. `pool` is compared with Hardness; `dice` are empty when Hardness stopped
    the attack or no dice were left.
    """

    attack: str
    raw: Breakdown
    pool: int
    dice: tuple[Die, ...]
    amount: int
    stopped_by_hardness: bool
    damage_type: str
    soak: Breakdown | None = None
    overwhelming: int = 0
    hardness: int = 0


class GambitRolled(TargetEvent):
    """The Initiative roll of a gambit (3E-281)."""

    gambit: str
    difficulty: int
    pool: int
    dice: tuple[Die, ...]
    successes: int
    works: bool


class OnslaughtSuffered(ActorEvent):
    """The combatant has another -1 Defense until its next turn (3E-135)."""

    onslaught: int


class AttackEnded(ActorEvent):
    """The exchange is over. It carries all figures for the log's one line.

    `against` is what the roll had to meet, `dealt` and `damage_type` the damage, and `outcomes` its other effects in
    the book's words (Initiative Crash, Initiative Break ...). `counter`: it was a counterattack.
    """

    target_name: str = ""
    weapon: str = ""
    attack: str = ""
    gambit: str = ""
    successes: int = 0
    against: Text = EMPTY
    struck_name: str = ""
    threshold: int = 0
    why: str = ""
    dealt: int = 0
    damage_type: str = ""
    outcomes: tuple[Text, ...] = ()
    counter: bool = False


class HealthMarked(ActorEvent):
    """Damage was marked on the Health Track, or healed. `before`: the track as it was; version 0.1 did not have it."""

    damage_type: str
    levels: int
    health: Health
    penalty: int
    incapacitated: bool
    outcome: str | None
    before: Health | None = None


class MagnitudeMarked(ActorEvent):
    """Damage to a battle group, and the Size it lost (3E-314, 3E-317). `before`: the group as it was."""

    damage: int
    group: Group
    size_lost: int
    before: Group | None = None


class RoutChecked(RollEvent):
    """A group that lost Size rolled its Willpower (3E-318). `against`: the sum of the difficulty; 0.1 had none."""

    difficulty: int
    holds: bool
    against: Breakdown | None = None


class LeaderNamed(ActorEvent):
    """The Storyteller said who leads a battle group; "" is no one (3E-318)."""

    leader: str
    leader_name: str


class FlightChanged(ActorEvent):
    """A battle group took to flight, or was rallied (3E-318, 3E-307)."""

    flees: bool


ATTACK_EVENTS = (
    WentOut,
    FallDelayed,
    HopeDoubted,
    HopeLost,
    ModifierGained,
    AttackDeclared,
    ExchangeSettled,
    AttackRolled,
    CounterReadied,
    CounterHeld,
    CounterLanded,
    ClashTaken,
    ClashRolled,
    AttackResolved,
    DamageRolled,
    GambitRolled,
    OnslaughtSuffered,
    AttackEnded,
    HealthMarked,
    MagnitudeMarked,
    RoutChecked,
    LeaderNamed,
    FlightChanged,
)
