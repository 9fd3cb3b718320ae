"""Joining, ticks, actions, costs, rulings."""

from dataclasses import dataclass

from rules.battle import Audience, Event
from rules.battle.figures import Changed
from rules.dice import Die
from rules.exalted2e.events.exchange import Harm
from rules.exalted2e.state import Combatant, Declared, Doing, Pending, PlainAction, Plan
from rules.pool import Pool
from rules.powers import Active


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(Event):
    """Somebody stands ready, or came late on `tick`."""

    combatant: Combatant
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Event):
    """Join Battle is over; the best total is the reaction count (2E-261)."""

    reaction: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinBattleRolled(Event):
    """One combatant's Join Battle and the tick of her first action (2E-262, 2E-263).

    `pool_for` are the characters who may see the pool.
    """

    actor: str
    actor_name: str
    pool: Pool
    dice: tuple[Die, ...]
    total: int
    botch: bool
    tick: int
    first: int
    pool_for: tuple[str, ...] = ()


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
class ActionTaken(Event):
    """A declared action: its DV penalty is set at once, its Speed counts from here (2E-266, 2E-275).

    `clock` values: `speed`, `penalty`, the tick of the `next` action. `aborted` names what was broken off.
    `long_speed`: the Speed in long ticks, where it was given so (2E-017).
    """

    actor: str
    actor_name: str
    action: str
    name: str
    rule: str
    tick: int
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
    exchange: str = ""
    long_speed: int = 0
    plain: tuple[PlainAction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRolled(Event):
    """The roll of a plain action (2E-290). `pool_for` are the characters who may see the pool."""

    actor: str
    actor_name: str
    action: PlainAction
    pool: Pool
    dice: tuple[Die, ...]
    total: int
    verdict: str
    tick: int
    pool_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptOn(Event):
    """An Aim or Guard goes on; the word is asked for again on `wake`, if at all."""

    actor: str
    actor_name: str
    action: str
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A reflexive Move (2E-299)."""

    actor: str
    actor_name: str
    tick: int
    yards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(Event):
    """A power that lasts was switched on, dropped, or `is_over`."""

    actor: str
    actor_name: str
    active: Active
    is_on: bool
    is_over: bool = False
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BloodPaid(Event):
    """Health levels paid for powers: `wounds` says how many of what."""

    harm: Harm
    wounds: str
    why: str
    tick: int
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent(Event):
    """Motes, Willpower or a Virtue channel paid. `for_effect`: it counts as the action's one Willpower (2E-163).

    `dots` of Willpower are gone for good; `used_up`: keys of powers that are there once in a scene.
    """

    actor: str
    actor_name: str
    personal: int = 0
    peripheral: int = 0
    willpower: int = 0
    virtue: str = ""
    for_effect: bool = False
    dots: int = 0
    used_up: tuple[str, ...] = ()
    why: str = ""
    tick: int = 0
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresChanged(Event):
    """Figures were spent or regained by a roll beside the battle's own moves: by sheet path, before and after."""

    actor: str
    actor_name: str
    figures: Changed
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """A prompt: the table waits for one person's choice. The Storyteller's log keeps it with its attack."""

    pending: Pending
    name: str
    tick: int
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StuntRated(Event):
    """The Storyteller has rated a stunt, Motivation included; the best is rewarded at the next refresh (2E-195).

    `experience`: it may earn an experience point (2E-185, 2E-186). `difficulty`: that of the plain action, if it was
    given with the rating.
    """

    prompt: str
    actor: str
    actor_name: str
    rating: int
    text: str
    tick: int
    exchange: str = ""
    experience: bool = False
    difficulty: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StuntRewarded(Event):
    """The reward of the best stunt since the last refresh (2E-183, 2E-195); an experience point is for the record."""

    actor: str
    actor_name: str
    rating: int
    personal: int
    peripheral: int
    willpower: int
    tick: int
    prompt: str = ""
    experience: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinationRolled(Event):
    """A leader's roll, and the plan that came of it (2E-300). `pool_for` are the characters who may see the pool."""

    actor: str
    actor_name: str
    target_name: str
    pool: Pool
    dice: tuple[Die, ...]
    total: int
    difficulty: int
    plan: Plan
    tick: int
    pool_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilized(Event):
    """A dying combatant is dying no more (2E-409)."""

    actor: str
    actor_name: str
    harm: Harm
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ValorChecked(Event):
    """Whether one stands against a foe; without a pool Valor exceeds the difficulty, and nothing is rolled (2E-485)."""

    actor: str
    actor_name: str
    difficulty: int
    foe: str
    pool: Pool | None
    dice: tuple[Die, ...]
    total: int
    stands: bool
    tick: int
    pool_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DyingMarked(Event):
    """A dying character lost Dying levels with the time that passed (2E-407)."""

    actor: str
    actor_name: str
    dying: int
    dead: bool
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantLeft(Event):
    """Somebody is out of the battle for good."""

    actor: str
    actor_name: str
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """Somebody who was hidden stands in sight."""

    actor: str
    actor_name: str
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WentIntoHiding(Event):
    """Somebody is hidden from the other seats; they learn nothing of it."""

    actor: str
    actor_name: str
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(Event):
    """The Storyteller set a number (2E-003). `marks` carries a changed health track."""

    actor: str
    actor_name: str
    what: str
    label: str
    was: int
    value: int
    reason: str
    tick: int
    marks: Harm | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """The battle is over."""

    tick: int
