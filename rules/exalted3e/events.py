"""The facts of a battle, named in the past tense; they carry the dice that fell and every number the log shows."""

from dataclasses import dataclass

from rules.battle import Event, Kinds
from rules.dice import Die
from rules.pool import Breakdown, Pool

from .health import Health
from .state import Clinch, Combatant, Exchange, Group, Modifier, Pending


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorEvent(Event):
    """Something that one combatant did or suffered; `round` and `tick` say when."""

    actor: str
    actor_name: str
    round: int
    tick: int | None


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
class BattleJoined(ActorEvent):
    """A Join Battle roll; the Initiative itself comes as `InitiativeChanged` (3E-056)."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int


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
    """A turn is put off to tick `until`, or (None) until its owner says so (3E-198)."""

    until: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRefreshed(ActorEvent):
    """A Shift gives the turn again; attacks go only at `target` (3E-123, 3E-124). `interrupts`: out of turn."""

    target: str
    target_name: str
    interrupts: bool


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
class ActionTaken(ActorEvent):
    """A combat action without a roll: full_defense, draw, misc, social, order, surprise, clinch ..."""

    action: str
    modifier: Modifier | None = None
    weapon: str | None = None
    note: str = ""
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FlurryDeclared(ActorEvent):
    """Two different combat actions on one turn (3E-155)."""

    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierGained(ActorEvent):
    """A change of Defense (or soak, Hardness) until the next turn."""

    modifier: Modifier


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(ActorEvent):
    """An aim at a target; `count` consecutive turns of it (3E-164)."""

    target: str
    target_name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AimWasted(ActorEvent):
    """An aim came to nothing (3E-165)."""

    target: str
    target_name: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WardTaken(ActorEvent):
    """Defend Other (3E-171)."""

    target: str
    target_name: str


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
    kind: str
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

    `pool` is what is compared with Hardness; `dice` are empty when Hardness stopped it or nothing was left to roll.
    """

    exchange: str
    kind: str
    target: str
    target_name: str
    raw: Breakdown
    pool: int
    dice: tuple[Die, ...]
    amount: int
    stopped_by_hardness: bool
    damage_type: str


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
    """The exchange is over; `rest` are the further targets of a battle group's attack."""

    exchange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthMarked(ActorEvent):
    """Damage on the Health Track, or healing of it."""

    kind: str
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(ActorEvent):
    """A change of position. `how`: move, rush, disengage, retreat, withdraw, follow, knocked, set.

    `half` is the band's far end when difficult terrain is half crossed (3E-240).
    """

    was: int
    now: int
    how: str
    half: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementUsed(ActorEvent):
    """The movement action of this round is spent on `how` (3E-207)."""

    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRolled(ActorEvent):
    """A rush, disengage, withdraw, rise, take cover, control or stealth roll, with the rolls of who contested it."""

    action: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    opponents: tuple[str, ...] = ()
    opponent_names: tuple[str, ...] = ()
    opponent_dice: tuple[tuple[Die, ...], ...] = ()
    opponent_successes: tuple[int, ...] = ()
    difficulty: int | None = None
    works: bool
    progress: int | None = None
    goal: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RushWon(ActorEvent):
    """From now on the rusher follows the target's next retreat (3E-214)."""

    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetreatReady(ActorEvent):
    """After a disengage: from whom one retreats a further band; empty when that is over (3E-222)."""

    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceChanged(ActorEvent):
    """Cover, prone, mounted: what changed and to what."""

    what: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClinchChanged(ActorEvent):
    """A grapple begins, loses rounds or (None) ends (3E-290 to 3E-294)."""

    clinch: Clinch | None
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashTaken(ActorEvent):
    """Someone answers an attack with its own of this tick, which is spent with that (3E-295)."""

    target: str
    target_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeLent(ActorEvent):
    """A distraction's Initiative, to be used against the target on the next turn or lost (3E-289); 0 ends it."""

    amount: int
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(ActorEvent):
    """Held fast in a clinch: the next turn is lost (3E-294)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HopeLost(ActorEvent):
    """The Storyteller holds a Crashed foe for beaten (3E-098)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOut(ActorEvent):
    """Someone no longer fights: incapacitated, defeated, escaped, dissolved, left."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcealmentChanged(ActorEvent):
    """Someone was revealed, or went into hiding."""

    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceChanged(ActorEvent):
    """Willpower, motes or anima. `what`: willpower, personal, peripheral, anima."""

    what: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmRolled(ActorEvent):
    """A poison's or hazard's roll (3E-303, 3E-305)."""

    source: str
    dice: tuple[Die, ...]
    successes: int
    difficulty: int | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusGiven(ActorEvent):
    """Bonus dice for the next roll: an order to a group (3E-320)."""

    target: str
    target_name: str
    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    bonus: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharmUsed(ActorEvent):
    """A Charm or other magic, as its owner describes it."""

    charm: str
    perilous: bool


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptClosed(Event):
    """A prompt was answered, or fell away."""

    prompt: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(ActorEvent):
    """The Storyteller set a number: what, was, is, why."""

    what: str
    was: int
    value: int
    reason: str


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded, BattleStarted, BattleEnded, BattleJoined, RoundBegun, TickReached, TieAnswered, TieBroken,
    TurnBegun, TurnResumed, TurnEnded, TurnDelayed, TurnRefreshed, InitiativeChanged, CrashReset, ShiftRolled,
    BreakGained, ActionTaken, FlurryDeclared, ModifierGained, Aimed, AimWasted, WardTaken, AttackDeclared,
    ExchangeSettled, AttackRolled, ClashRolled, AttackResolved, DamageRolled, GambitRolled, OnslaughtSuffered,
    AttackEnded, HealthMarked, MagnitudeMarked, RoutChecked, Moved, MovementUsed, ContestRolled, RushWon,
    RetreatReady, StanceChanged, ClinchChanged, ClashTaken, InitiativeLent, Held, HopeLost, WentOut, ConcealmentChanged, ResourceChanged, HarmRolled,
    BonusGiven, CharmUsed, TerrainSet, PromptRaised, PromptClosed, Overridden,
)  # fmt: skip
