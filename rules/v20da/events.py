"""What has happened in a battle, with the dice and the sums."""

from dataclasses import dataclass

from rules.battle import Event, Json, Kinds, events
from rules.battle.events import ActorEvent
from rules.pool import Breakdown, Pool
from rules.powers import NO_PRICE, Price
from rules.text import Text
from rules.v20da.actions.rolling import Result
from rules.v20da.attack import DamageType, Struck
from rules.v20da.health.levels import Harm, Health
from rules.v20da.state.model import Card, Combatant, Exchange
from rules.v20da.state.numbers import NUMBERS


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(events.CombatantAdded):
    """Someone joined."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """A turn began; what was of the last one is over."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(ActorEvent):
    """One die of initiative (V20-140): `total` is die + `rating` + `penalty`."""

    die: int
    total: int
    rating: int
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLaid(ActorEvent):
    """Someone has declared; what, is not said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsDeclared(ActorEvent):
    """What lies face down; `words` name the actions and the target."""

    cards: tuple[Card, ...]
    words: tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationsRevealed(Event):
    """All cards are turned: the turn is acted out."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned(ActorEvent):
    """What one combatant had declared."""

    words: tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackMade(ActorEvent):
    """An attack begins; `waits` when the target may answer it."""

    attack: Exchange
    target_name: str
    label: Text
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Aborted(ActorEvent):
    """The target gave up its actions for full defense, or failed to: `result` of the Willpower roll (V20-145)."""

    pool: Pool | None
    result: Result | None
    success: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseChosen(ActorEvent):
    """How the target meets the attack; an empty `defense` is none."""

    defense: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(ActorEvent):
    """An attack from its roll to the levels it costs. `attack_pool` is None for a clinch that goes on."""

    target: str
    target_name: str
    target_owner: str | None
    label: Text
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

    levels: int
    harm: Harm
    before: str
    health: Health
    grace: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmorRuined(ActorEvent):
    """One blow was more than the armor could bear (V20-160)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(ActorEvent):
    """A condition took hold; `by` is the one who holds on, in a clinch."""

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

    label: Text
    forgone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WillpowerSpent(ActorEvent):
    """A point of Willpower went: for a success, to ignore wounds, or to abort."""

    use: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PowersUsed(ActorEvent):
    """Powers were switched on, and paid for with so many points; their price in health levels is a harm of its own."""

    name: str
    blood: int
    willpower: int
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(events.PowerSwitched):
    """A lasting power and the points that it cost."""

    blood: int = 0
    willpower: int = 0


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


def _read_former(data: dict[str, Json]) -> dict[str, Json]:
    """The JSON form of an event as version 0.1 wrote it, brought to that of today."""
    if data["kind"] == "AttackMade" and isinstance(data.get("exchange"), dict):
        attack = data.pop("exchange")
        return {**data, "attack": attack, "exchange": attack.get("id", "")}
    if data["kind"] == "Overridden" and "label" not in data and data.get("what") in NUMBERS:
        return {**data, "label": NUMBERS[data["what"]].label}
    return data


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded, TurnStarted, InitiativeRolled, CardsLaid, ActionsDeclared, DeclarationsRevealed, CardsTurned,
    AttackMade, Aborted, DefenseChosen, AttackResolved, Harmed, ArmorRuined, ConditionGained, ConditionEnded,
    ActionTaken, DifficultyGiven, ActionHeld, ActionDone, WillpowerSpent, PowersUsed, PowerSwitched, BloodSpent,
    AttributeRaised, StrideRolled, Healed, *events.SHARED, former=_read_former,
)  # fmt: skip
