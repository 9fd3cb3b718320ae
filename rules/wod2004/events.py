"""Every fact of a battle, with the dice that fell and the sums that explain them."""

from dataclasses import dataclass

from rules.battle import Event, Json, Kinds, events
from rules.battle.events import ActorEvent
from rules.dice import Die
from rules.pool import Breakdown, Pool
from rules.powers import NO_PRICE, Price
from rules.text import EMPTY, Text
from rules.wod2004.state.battle import Exchange, Prompt, StoredDefense
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import Initiative


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll: its pool, every die, the successes and the outcome's word."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatantAdded(events.CombatantAdded):
    """Someone came."""

    combatant: Combatant


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleStarted(Event):
    """The battle began."""

    turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(ActorEvent):
    """Initiative fell, or dice that break a tie. `ties_open`: everybody may see all who were tied."""

    initiative: Initiative
    ties_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    """A turn of three seconds began."""

    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingBegan(ActorEvent):
    """Someone's place in the order was reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingEnded(ActorEvent):
    """Someone's place in the order has passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed(ActorEvent):
    """Someone waits until after another."""

    after: str
    after_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SurpriseRolled(ActorEvent):
    """A roll to notice an ambush; `turns` are lost, `warned` are companions whom an exceptional success warns."""

    roll: Rolled
    turns: int
    warned: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverSet(ActorEvent):
    """The Storyteller said how someone is hidden and covered."""

    concealment: str
    durability: int
    structure: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MinutesPassed(Event):
    """Minutes went by."""

    minutes: int
    turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WillpowerSpent(ActorEvent):
    """A point was spent, or (`returned`) given back because the pool was a chance roll all the same."""

    effect: Text
    left: int
    returned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PowersUsed(ActorEvent):
    """Powers were switched on and paid for with so much Willpower, points of the pool, and the rest of the price."""

    name: str
    willpower: int
    fuel: int
    price: Price = NO_PRICE


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerSwitched(events.PowerSwitched):
    """A lasting power and the points that it cost."""

    willpower: int = 0
    fuel: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptOpened(Event):
    """The table waits for someone's answer."""

    prompt: Prompt
    who_name: str
    asker_name: str
    turn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRolled(ActorEvent):
    """Another instant action was rolled. `against`: the stored defense that it had to beat, by name."""

    title: Text
    roll: Rolled
    against: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseStored(ActorEvent):
    """The successes of a defense were stored, by the roll that made it or by the Storyteller (WD-111)."""

    defense: StoredDefense


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseDropped(ActorEvent):
    """A stored defense is no more. `defense`: its id."""

    defense: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsciousnessRolled(ActorEvent):
    """Stamina, to stay awake with a full track (WD-175)."""

    roll: Rolled


@dataclass(frozen=True, slots=True, kw_only=True)
class Harmed(ActorEvent):
    """Points of damage were marked (WD-171 to WD-173), or a dying body got worse (WD-176: type bleeding)."""

    amount: int
    type: str
    before: str
    after: str
    boxes: int
    condition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MishapRuled(ActorEvent):
    """What a dramatic failure on an attack does: nothing, drop, fall or jam (WD-207)."""

    mishap: str
    weapon: str
    weapon_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(ActorEvent):
    """Someone attacks; the pools still lack what the targets do."""

    target_names: tuple[str, ...]
    attack: Exchange
    all_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Between(ActorEvent):
    """What someone does to another; the entries of one action share its `exchange`."""

    target: str = ""
    target_name: str = ""
    target_owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(Between):
    """An action or move without a roll: dodge, aim, draw, stand_up, drop_prone, walk, run."""

    action: str
    number: int = 0
    weapon: str = ""
    weapon_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreatmentRolled(Between):
    """Care for a dying person (WD-179)."""

    roll: Rolled


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackResolved(Between):
    """One attack on one target, from the answer to the successes.

    `defense` is the Defense it met; `used` whether it counts as one more attack that the Defense has met.
    `cover`: Durability hit (0 for none) with `beyond` successes through it, rolled again as `arrival` (None: nothing
    arrived); `structure` is what is left of it. `damage` points of `type`; `staked`: the stake found the heart.
    """

    weapon_name: str
    action: str
    stance: str
    defense: Breakdown
    used: bool
    roll: Rolled
    damage: int
    type: str
    note: Text = EMPTY
    cover: int = 0
    beyond: int = 0
    structure: int = 0
    arrival: Rolled | None = None
    staked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Grappled(Between):
    """Someone got hold of another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrappleEnded(Between):
    """Two are no longer locked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StruggleRolled(Between):
    """An attempt to break free or overpower; `held` are the successes that an immobilised one must beat."""

    action: str
    roll: Rolled
    held: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ManeuverChosen(Between):
    """What the stronger one does; `weapon` is what it draws."""

    maneuver: str
    successes: int
    weapon: str = ""
    weapon_name: str = ""


def _read_former(data: dict[str, Json]) -> dict[str, Json]:
    """The JSON form of an event as version 0.1 wrote it, with both owners in every one, brought to that of today."""
    cls, attack = EVENTS.classes.get(data["kind"]), data.get("exchange")
    if cls is None or "target_owner" not in data:
        return data
    if cls is AttackDeclared and isinstance(attack, dict):
        data |= {"attack": attack, "exchange": attack.get("id", "")}
    return {key: value for key, value in data.items() if "owner" not in key or key in cls.__dataclass_fields__}


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded, BattleStarted, InitiativeRolled, TurnBegan, ActingBegan, ActingEnded, Delayed, SurpriseRolled,
    CoverSet, MinutesPassed, WillpowerSpent, PowersUsed, PowerSwitched, ActionTaken, ActionRolled, AttackDeclared,
    PromptOpened, AttackResolved, Harmed, Grappled, GrappleEnded, StruggleRolled, ManeuverChosen, ConsciousnessRolled,
    MishapRuled, TreatmentRolled, DefenseStored, DefenseDropped, *events.SHARED, former=_read_former,
)  # fmt: skip
