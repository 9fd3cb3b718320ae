"""Joining, ticks, actions, costs, rulings."""

from dataclasses import dataclass

from rules.battle import Audience, Event, events
from rules.battle.events import ActorEvent
from rules.exalted2e.events.exchange import Harm, PoolRolled
from rules.exalted2e.state import Combatant, Declared, Doing, Pending, PlainAction, Plan
from rules.pool import Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(events.CombatantAdded):
    """Somebody stands ready, or came late on `tick`."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Event):
    """Join Battle is over; the best total is the reaction count (2E-261)."""

    reaction: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinBattleRolled(PoolRolled):
    """One combatant's Join Battle and the tick of the first action (2E-262, 2E-263)."""

    botch: bool
    first: int


@dataclass(frozen=True, slots=True)
class Acting:
    """Somebody whose turn has come. `fresh`: it is her next action, so DV refreshes; otherwise she may abort."""

    id: str
    name: str
    fresh: bool
    audience: Audience = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TickAdvanced(Event):
    """The wheel turned to the next tick on which somebody may act; `is_long`: to the next long tick."""

    tick: int
    acting: tuple[Acting, ...]
    is_long: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleSet(Event):
    """From now on the battle is counted in long ticks, or in ticks again (2E-018)."""

    is_long: bool
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(ActorEvent):
    """A declared action: its DV penalty is set at once, its Speed counts from here (2E-266, 2E-275).

    `clock` values: `speed`, `penalty`, the tick of the `next` action. `aborted` names what was broken off.
    `long_speed`: the Speed in long ticks, where it was given so (2E-017).
    """

    action: str
    name: str
    rule: str
    speed: int
    penalty: int
    next: int
    target: str = ""
    target_name: str = ""
    text: str = ""
    aborted: str = ""
    doing: Doing | None = None
    attacks: tuple[Declared, ...] = ()
    ready: tuple[str, ...] | None = None
    rises: bool = False
    flurry: str = ""
    long_speed: int = 0
    plain: tuple[PlainAction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRolled(PoolRolled):
    """The roll of a plain action (2E-290)."""

    action: PlainAction
    pool: Pool
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOn(ActorEvent):
    """An Aim or Guard goes on; the word is asked for again on `wake`, if at all."""

    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(ActorEvent):
    """A reflexive Move (2E-299)."""

    yards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BloodPaid(ActorEvent):
    """Health levels paid for powers: `wounds` says how many of what."""

    harm: Harm
    wounds: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent(ActorEvent):
    """Motes, Willpower or a Virtue channel paid. `for_effect`: it counts as the action's one Willpower (2E-163).

    `dots` of Willpower are gone for good; `used_up`: keys of powers that are there once in a scene.
    """

    personal: int = 0
    peripheral: int = 0
    willpower: int = 0
    virtue: str = ""
    for_effect: bool = False
    dots: int = 0
    used_up: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """A prompt: the table waits for one person's choice. The Storyteller's log keeps it with its attack."""

    pending: Pending
    name: str
    tick: int
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StuntRated(ActorEvent):
    """The Storyteller has rated a stunt, Motivation included; the best is rewarded at the next refresh (2E-195).

    `experience`: it may earn an experience point (2E-185, 2E-186). `difficulty`: that of the plain action, if it was
    given with the rating.
    """

    prompt: str
    rating: int
    text: str
    experience: bool = False
    difficulty: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StuntRewarded(ActorEvent):
    """The reward of the best stunt since the last refresh (2E-183, 2E-195); an experience point is for the record."""

    rating: int
    personal: int
    peripheral: int
    willpower: int
    prompt: str = ""
    experience: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinationRolled(PoolRolled):
    """A leader's roll, and the plan that came of it (2E-300)."""

    target_name: str
    difficulty: int
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilized(ActorEvent):
    """A dying combatant is dying no more (2E-409)."""

    harm: Harm


@dataclass(frozen=True, slots=True, kw_only=True)
class ValorChecked(PoolRolled):
    """Whether one stands against a foe; without a pool Valor exceeds the difficulty, and nothing is rolled (2E-485)."""

    difficulty: int
    foe: str
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DyingMarked(ActorEvent):
    """A dying character lost Dying levels with the time that passed (2E-407)."""

    dying: int
    dead: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(events.Overridden):
    """The Storyteller set a number (2E-003). `marks`: the body, where the number is one of it."""

    marks: Harm | None = None
