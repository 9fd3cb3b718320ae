"""What has happened in a 2e battle: facts with the dice that fell, told without looking at the state."""

from dataclasses import dataclass

from rules.battle import Audience, Event, Kinds
from rules.dice import Die
from rules.exalted2e.attack import Exchange
from rules.exalted2e.health import Health
from rules.exalted2e.state import Answer, Combatant, Declared, Doing, LogStep, Pending, Plan
from rules.pool import Breakdown, Pool


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
    """One combatant's Join Battle and the tick of her first action (2E-262, 2E-263)."""

    actor: str
    actor_name: str
    pool: Pool
    dice: tuple[Die, ...]
    total: int
    botch: bool
    tick: int
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
    """The wheel turned to the next tick on which somebody may act."""

    tick: int
    acting: tuple[Acting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(Event):
    """A declared action: its DV penalty is set at once, its Speed counts from here (2E-266, 2E-275).

    `clock` values: `speed`, `penalty`, the tick of the `next` action. `aborted` names what was broken off.
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
class Spent(Event):
    """Motes, Willpower or a Virtue channel paid. `for_effect`: it counts as the action's one Willpower (2E-163)."""

    actor: str
    actor_name: str
    personal: int = 0
    peripheral: int = 0
    willpower: int = 0
    virtue: str = ""
    for_effect: bool = False
    why: str = ""
    tick: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """A prompt: the table waits for one person's choice. The Storyteller's log keeps it with its attack."""

    pending: Pending
    name: str
    tick: int
    exchange: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StuntRated(Event):
    """The Storyteller has rated a stunt; `best` goes into the reward at the next refresh (2E-195)."""

    prompt: str
    actor: str
    actor_name: str
    rating: int
    text: str
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StuntRewarded(Event):
    """The reward of the best stunt since the last refresh (2E-183, 2E-195)."""

    actor: str
    actor_name: str
    rating: int
    personal: int
    peripheral: int
    willpower: int
    tick: int
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeEvent(Event):
    """Common to the events of one attack: which it is, who against whom, and the steps taken."""

    exchange: str
    actor: str
    actor_name: str
    target: str
    target_name: str
    tick: int
    steps: tuple[LogStep, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseRolled(ExchangeEvent):
    """Hiding against noticing, before the defense is declared (2E-394)."""

    unaware: bool
    hiding: int
    noticing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(ExchangeEvent):
    """Step 1."""

    declared: Declared
    weapon_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseDeclared(ExchangeEvent):
    """Step 2. `prompt` is the one that it answers."""

    answer: Answer
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRolled(ExchangeEvent):
    """Step 3, and step 4 when nothing can be rerolled."""

    numbers: Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRerolled(ExchangeEvent):
    """Step 4."""

    numbers: Exchange
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseApplied(ExchangeEvent):
    """Step 5, and step 6 when nothing can be rerolled."""

    numbers: Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseRerolled(ExchangeEvent):
    """Step 6."""

    numbers: Exchange
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRolled(ExchangeEvent):
    """Steps 7 and 8: rolled here, applied in step 10 (R:31)."""

    numbers: Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class Countered(ExchangeEvent):
    """Step 9: the defender strikes back, or (`declared` is None) lets it be."""

    declared: Declared | None
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Harm:
    """What a blow did to one combatant: the marks before, and the body after."""

    target: str
    name: str
    before: str
    health: Health


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(ExchangeEvent):
    """Step 10: everything is applied together. `defense` is how the target met it, in words."""

    weapon_name: str
    numbers: Exchange
    defense: str
    harms: tuple[Harm, ...] = ()
    clinch: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRolled(Event):
    """A reflexive roll after a blow: knockdown or stun (2E-386, 2E-388)."""

    exchange: str
    check: str
    actor: str
    actor_name: str
    cause: str
    pool: Pool
    dice: tuple[Die, ...]
    total: int
    difficulty: int
    success: bool
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinationRolled(Event):
    """A leader's roll, and the plan that came of it (2E-300)."""

    actor: str
    actor_name: str
    target_name: str
    pool: Pool
    dice: tuple[Die, ...]
    total: int
    difficulty: int
    plan: Plan
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClinchContested(Event):
    """Both sides of a clinch rolled for control (2E-392)."""

    actor: str
    actor_name: str
    victim: str
    victim_name: str
    actor_dice: tuple[Die, ...]
    victim_dice: tuple[Die, ...]
    actor_total: int
    victim_total: int
    controls: str
    controls_name: str
    margin: int
    tick: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClinchChosen(Event):
    """What the controller does with the one she holds (2E-391)."""

    prompt: str
    actor: str
    actor_name: str
    victim: str
    victim_name: str
    choice: str
    tick: int
    exchange: str = ""
    dice: tuple[Die, ...] = ()
    sum: Breakdown | None = None
    harms: tuple[Harm, ...] = ()


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


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded,
    BattleStarted,
    JoinBattleRolled,
    TickAdvanced,
    ActionTaken,
    KeptOn,
    Moved,
    Spent,
    Asked,
    StuntRated,
    StuntRewarded,
    SurpriseRolled,
    AttackDeclared,
    DefenseDeclared,
    AttackRolled,
    AttackRerolled,
    DefenseApplied,
    DefenseRerolled,
    DamageRolled,
    Countered,
    AttackResolved,
    CheckRolled,
    CoordinationRolled,
    ClinchContested,
    ClinchChosen,
    DyingMarked,
    CombatantLeft,
    Revealed,
    WentIntoHiding,
    Overridden,
    BattleEnded,
)
