"""What has happened in a battle, with the dice and the sums."""

from dataclasses import dataclass

from rules.battle import Event, Kinds
from rules.battle.figures import Changed
from rules.pool import Breakdown, Pool
from rules.powers import NO_PRICE, Active, Price
from rules.v20da.actions.rolling import Result
from rules.v20da.attack import DamageType, Struck
from rules.v20da.health.levels import Harm, Health
from rules.v20da.state.model import Card, Combatant, Exchange


@dataclass(frozen=True, slots=True, kw_only=True)
class ActorEvent(Event):
    """Something about one combatant."""

    actor: str
    actor_name: str
    owner: str | None = None
    """The character key of who plays it: whose figures the log keeps from others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(Event):
    """Someone joined."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """A turn began; what was of the last one is over."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(ActorEvent):
    """One die of initiative (V20-140): `total` is die + `rating` + `penalty`."""

    turn: int
    die: int
    total: int
    rating: int
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLaid(ActorEvent):
    """Someone has declared; what, is not said."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsDeclared(ActorEvent):
    """What lies face down; `words` name the actions and the target."""

    turn: int
    cards: tuple[Card, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationsRevealed(Event):
    """All cards are turned: the turn is acted out."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned(ActorEvent):
    """What one combatant had declared."""

    turn: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackMade(ActorEvent):
    """An attack begins; `waits` when the target may answer it."""

    exchange: Exchange
    target_name: str
    label: str
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Aborted(ActorEvent):
    """The target gave up its actions for full defense, or failed to: `result` of the Willpower roll (V20-145)."""

    exchange: str
    pool: Pool | None
    result: Result | None
    success: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseChosen(ActorEvent):
    """How the target meets the attack; an empty `defense` is none."""

    exchange: str
    defense: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(ActorEvent):
    """An attack from its roll to the levels it costs. `attack_pool` is None for a clinch that goes on."""

    exchange: str
    target: str
    target_name: str
    target_owner: str | None
    label: str
    damage_type: DamageType
    defense: str
    attack_pool: Pool
    attack_difficulty: Breakdown
    defense_pool: Pool | None
    defense_difficulty: Breakdown | None
    damage: Breakdown
    soak: Pool
    struck: Struck


@dataclass(frozen=True, slots=True, kw_only=True)
class Harmed(ActorEvent):
    """Health levels were marked. `grace`: see `Combatant.grace`."""

    exchange: str
    levels: int
    harm: Harm
    before: str
    health: Health
    grace: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmorRuined(ActorEvent):
    """One blow was more than the armor could bear (V20-160)."""

    exchange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(ActorEvent):
    """A condition took hold; `by` is the one who holds on, in a clinch."""

    exchange: str
    condition: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEnded(ActorEvent):
    """A condition is over."""

    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(ActorEvent):
    """A declared action that is neither attack nor defense was rolled."""

    pool: Pool
    difficulty: Breakdown
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyGiven(ActorEvent):
    """The Storyteller gave a declared plain action another base difficulty; `card` counts all cards from 1."""

    card: int
    was: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionHeld(ActorEvent):
    """Someone whose place in the order had come waits for a later moment of the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDone(ActorEvent):
    """A declared action that needs no roll was taken, or let go."""

    label: str
    forgone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WillpowerSpent(ActorEvent):
    """A point of Willpower went: for a success, to ignore wounds, or to abort."""

    exchange: str
    use: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresChanged(ActorEvent):
    """Figures were spent or regained by a roll beside the battle's own moves: by sheet path, before and after.

    `bought`: Willpower bought a success of that roll, of which there is one in a turn (V20-087).
    """

    figures: Changed
    bought: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PowersUsed(ActorEvent):
    """Powers were switched on, and paid for with so many points; their price in health levels is a harm of its own."""

    exchange: str
    name: str
    blood: int
    willpower: int
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(ActorEvent):
    """A power that lasts was switched on and paid for, or it was dropped, or `is_over`."""

    active: Active
    is_on: bool
    is_over: bool = False
    blood: int = 0
    willpower: int = 0
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True, kw_only=True)
class BloodSpent(ActorEvent):
    """Blood went into something."""

    points: int
    left: int
    use: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeRaised(ActorEvent):
    """Blood raised a Physical Attribute for the scene (V20-205)."""

    attribute: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StrideRolled(ActorEvent):
    """Healing beside other actions was tried (V20-201)."""

    pool: Pool
    difficulty: Breakdown
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Healed(ActorEvent):
    """Levels were healed."""

    levels: int
    before: str
    health: Health


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantLeft(ActorEvent):
    """Someone left the battle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantRevealed(ActorEvent):
    """Someone came into the open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantHidden(ActorEvent):
    """Someone is out of sight; only the Storyteller and the owner hear of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overridden(ActorEvent):
    """The Storyteller set a number."""

    what: str
    was: int
    now: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """It is over."""

    turn: int


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded, TurnStarted, InitiativeRolled, CardsLaid, ActionsDeclared, DeclarationsRevealed, CardsTurned,
    AttackMade, Aborted, DefenseChosen, AttackResolved, Harmed, ArmorRuined, ConditionGained, ConditionEnded,
    ActionTaken, DifficultyGiven, ActionHeld, ActionDone, WillpowerSpent, FiguresChanged, PowersUsed, PowerSwitched,
    BloodSpent, AttributeRaised, StrideRolled, Healed, CombatantLeft, CombatantRevealed, CombatantHidden, Overridden,
    BattleEnded,
)  # fmt: skip
