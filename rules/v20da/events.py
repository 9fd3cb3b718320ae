"""The events of a battle, with their dice and sums."""

from rules.battle import Event, Json, Kinds, events
from rules.battle.events import ActorEvent, BattleEvent
from rules.pool import Breakdown, Pool
from rules.powers import NO_PRICE, Price
from rules.text import Text
from rules.v20da.actions.rolling import Result
from rules.v20da.attack import AttackOutcome, DamageType
from rules.v20da.health.levels import Health
from rules.v20da.state.model import Card, Combatant, Exchange
from rules.v20da.state.numbers import NUMBERS
from rules.wounds import Harm


class CombatantAdded(events.CombatantAdded):
    """A combatant joined."""

    combatant: Combatant


class TurnStarted(BattleEvent):
    """A turn began."""

    turn: int


class InitiativeRolled(ActorEvent):
    """One die of initiative was rolled (V20-140). `total`: die + `rating` + `penalty`."""

    die: int
    total: int
    rating: int
    penalty: int


class CardsLaid(ActorEvent):
    """A combatant has declared. What was declared stays secret."""


class ActionsDeclared(ActorEvent):
    """The cards that lie face down, or openly if `is_open`. `words`: the actions and the target."""

    cards: tuple[Card, ...]
    words: tuple[Text, ...]
    is_open: bool = False


class DeclarationsRevealed(BattleEvent):
    """All cards were turned, and the turn is played."""

    turn: int


class CardsTurned(ActorEvent):
    """The cards of one combatant were turned."""

    words: tuple[Text, ...]


class AttackMade(ActorEvent):
    """An attack began. `waits`: the target may answer it."""

    attack: Exchange
    target_name: str
    label: Text
    waits: bool


class Aborted(ActorEvent):
    """The target gave up its actions for full defense, or failed to. `result`: of the Willpower roll (V20-145)."""

    pool: Pool | None
    result: Result | None
    success: bool


class DefenseChosen(ActorEvent):
    """The target met the attack; `defense` is empty for none."""

    defense: str


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
    struck: AttackOutcome


class Harmed(ActorEvent):
    """Health levels were marked. `grace`: see `Combatant.grace`."""

    levels: int
    harm: Harm
    before: str
    health: Health
    grace: int | None


class ArmorRuined(ActorEvent):
    """One attack ruined the armor (V20-160)."""


class ConditionGained(ActorEvent):
    """A condition began. `by`: the combatant who holds on, in a clinch."""

    condition: str
    by: str | None


class ConditionEnded(ActorEvent):
    """A condition ended."""

    condition: str


class ActionTaken(ActorEvent):
    """A declared action that is neither attack nor defense was rolled."""

    pool: Pool
    difficulty: Breakdown
    result: Result


class EscapeTried(ActorEvent):
    """Someone in a clinch tried to escape: both rolled Strength + Brawl. `other_*`: who holds or is held (V20-168)."""

    other: str
    other_name: str
    other_owner: str | None
    pool: Pool
    difficulty: Breakdown
    result: Result
    other_pool: Pool
    other_difficulty: Breakdown
    other_result: Result
    escaped: bool


class DifficultyGiven(ActorEvent):
    """The Storyteller gave a declared plain action another base difficulty. `card`: its number of all cards, from 1."""

    card: int
    was: int
    now: int


class ActionHeld(ActorEvent):
    """A combatant waits for a later moment of the turn."""


class ActionDone(ActorEvent):
    """A declared action that needs no roll was taken, or let go."""

    label: Text
    forgone: bool


class WillpowerSpent(ActorEvent):
    """A point of Willpower was spent: for a success, to ignore wounds, or to abort."""

    use: str
    left: int


class PowersUsed(ActorEvent):
    """Powers were switched on and paid for. Health levels that they cost are `Harmed` events of their own."""

    name: str
    blood: int
    willpower: int
    price: Price = NO_PRICE


class PowerSwitched(events.PowerSwitched):
    """A lasting power was switched on or dropped, with the points that it cost."""

    blood: int = 0
    willpower: int = 0


class BloodSpent(ActorEvent):
    """Blood was spent."""

    points: int
    left: int
    use: str


class AttributeRaised(ActorEvent):
    """Blood raised a Physical Attribute for the scene (V20-205)."""

    attribute: str
    value: int


class StrideRolled(ActorEvent):
    """Healing along with other actions was tried (V20-201)."""

    pool: Pool
    difficulty: Breakdown
    result: Result


class Healed(ActorEvent):
    """Levels were healed."""

    levels: int
    before: str
    health: Health


def _convert_former(data: dict[str, Json]) -> dict[str, Json]:
    """Return the JSON of an event that version 0.1 wrote as it is written today."""
    if data["kind"] == "AttackMade" and isinstance(data.get("exchange"), dict):
        attack = data.pop("exchange")
        return {**data, "attack": attack, "exchange": attack.get("id", "")}
    if data["kind"] == "Overridden" and "label" not in data and data.get("what") in NUMBERS:
        return {**data, "label": NUMBERS[data["what"]].label}
    return data


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded,
    TurnStarted,
    InitiativeRolled,
    CardsLaid,
    ActionsDeclared,
    DeclarationsRevealed,
    CardsTurned,
    AttackMade,
    Aborted,
    DefenseChosen,
    AttackResolved,
    Harmed,
    ArmorRuined,
    ConditionGained,
    ConditionEnded,
    ActionTaken,
    EscapeTried,
    DifficultyGiven,
    ActionHeld,
    ActionDone,
    WillpowerSpent,
    PowersUsed,
    PowerSwitched,
    BloodSpent,
    AttributeRaised,
    StrideRolled,
    Healed,
    *events.SHARED,
    former=_convert_former,
)
