"""The events of a battle, with their dice and sums."""

from dataclasses import dataclass

from rules.battle import Event, Json, Kinds, events
from rules.battle.events import ActorEvent
from rules.pool import Breakdown, Pool
from rules.powers import NO_PRICE, Price
from rules.text import Text
from rules.v20da.actions.rolling import Result
from rules.v20da.attack import DamageType, Struck
from rules.v20da.health.levels import Health
from rules.v20da.state.model import Card, Combatant, Exchange
from rules.v20da.state.numbers import NUMBERS
from rules.wounds import Harm


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(events.CombatantAdded):
    """A combatant joined."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(Event):
    """A turn began."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(ActorEvent):
    """One die of initiative was rolled (V20-140). `total`: die + `rating` + `penalty`."""

    die: int
    total: int
    rating: int
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsLaid(ActorEvent):
    """A combatant has declared. What was declared stays secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsDeclared(ActorEvent):
    """The cards that lie face down. `words`: the actions and the target."""

    cards: tuple[Card, ...]
    words: tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationsRevealed(Event):
    """All cards were turned, and the turn is played."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned(ActorEvent):
    """The cards of one combatant were turned."""

    words: tuple[Text, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackMade(ActorEvent):
    """An attack began. `waits`: the target may answer it."""

    attack: Exchange
    target_name: str
    label: Text
    waits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Aborted(ActorEvent):
    """The target gave up its actions for full defense, or failed to. `result`: of the Willpower roll (V20-145)."""

    pool: Pool | None
    result: Result | None
    success: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseChosen(ActorEvent):
    """The target met the attack; `defense` is empty for none."""

    defense: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(ActorEvent):
    """An attack was rolled to the levels it costs."""

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
    """One blow ruined the armor (V20-160)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(ActorEvent):
    """A condition began. `by`: the combatant who holds on, in a clinch."""

    condition: str
    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEnded(ActorEvent):
    """A condition ended."""

    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(ActorEvent):
    """A declared action that is neither attack nor defense was rolled."""

    pool: Pool
    difficulty: Breakdown
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyGiven(ActorEvent):
    """The Storyteller gave a declared plain action another base difficulty. `card`: its number of all cards, from 1."""

    card: int
    was: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionHeld(ActorEvent):
    """A combatant waits for a later moment of the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDone(ActorEvent):
    """A declared action that needs no roll was taken, or let go."""

    label: Text
    forgone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WillpowerSpent(ActorEvent):
    """A point of Willpower was spent: for a success, to ignore wounds, or to abort."""

    use: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PowersUsed(ActorEvent):
    """Powers were switched on and paid for. Health levels that they cost are `Harmed` events of their own."""

    name: str
    blood: int
    willpower: int
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(events.PowerSwitched):
    """A lasting power was switched on or dropped, with the points that it cost."""

    blood: int = 0
    willpower: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BloodSpent(ActorEvent):
    """Blood was spent."""

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
    """Return the JSON of an event that version 0.1 wrote as it is written today."""
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
