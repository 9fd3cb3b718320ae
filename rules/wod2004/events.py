"""The events of a battle, with their dice and the sums that explain them."""

from dataclasses import dataclass

from rules.battle import Audience, Event, Json, Kinds, events
from rules.battle.events import ActorEvent, BattleEvent, BattleStarted
from rules.dice import Die
from rules.pool import Breakdown, Pool
from rules.powers import NO_PRICE, Price
from rules.text import EMPTY, Text
from rules.wod2004.state.battle import Exchange, Prompt, StoredDefense
from rules.wod2004.state.combatant import Combatant
from rules.wod2004.timing import Initiative


@dataclass(frozen=True, slots=True)
class RollResult:
    """A roll: its pool, its dice, the successes and the key of its result."""

    pool: Pool
    dice: tuple[Die, ...]
    successes: int
    outcome: str


class CombatantAdded(events.CombatantAdded):
    """A combatant joined."""

    combatant: Combatant


class InitiativeRolled(ActorEvent):
    """Initiative was rolled, or dice to break a tie. `ties_open`: every seat may see all who were tied."""

    initiative: Initiative
    ties_open: bool


class TurnBegan(BattleEvent):
    """A turn of three seconds began."""

    turn: int


class ActingBegan(ActorEvent):
    """A combatant's place in the order was reached."""


class ActingEnded(ActorEvent):
    """A combatant's place in the order has passed."""


class Delayed(ActorEvent):
    """A combatant waits until after another."""

    after: str
    after_name: str


class SurpriseRolled(ActorEvent):
    """A roll to notice an ambush. `turns`: turns lost; `warned`: companions whom an exceptional success warns."""

    roll: RollResult
    turns: int
    warned: tuple[str, ...]


class CoverSet(ActorEvent):
    """The Storyteller set a combatant's concealment and cover."""

    concealment: str
    durability: int
    structure: int


class MinutesPassed(BattleEvent):
    """Minutes went by."""

    minutes: int
    turn: int = 0


class WillpowerSpent(ActorEvent):
    """A point of Willpower was spent, or `returned` because the pool was a chance roll all the same."""

    effect: Text
    left: int
    returned: bool = False


class PowersUsed(ActorEvent):
    """Powers were switched on for a roll. `willpower` and `fuel`: points paid, in addition to the rest of the price."""

    name: str
    willpower: int
    fuel: int
    price: Price = NO_PRICE


class PowerSwitched(events.PowerSwitched):
    """A lasting power was switched on or off. `willpower` and `fuel`: points paid."""

    willpower: int = 0
    fuel: int = 0


class PromptOpened(BattleEvent):
    """Someone must answer before the battle goes on."""

    prompt: Prompt
    who_name: str
    asker_name: str
    turn: int = 0


class ActionRolled(ActorEvent):
    """Another instant action was rolled. `against`: the name of the stored defense that it had to beat. `target_name`:
    who resisted it, `target_owner`: whose character that is. `traits`: the keys of what was rolled, `again`: it tried
    again what had failed. Earlier versions did not say these.
    """

    title: Text
    roll: RollResult
    against: str = ""
    target_name: str = ""
    target_owner: str | None = None
    traits: tuple[str, ...] = ()
    again: bool = False


class DefenseStored(ActorEvent):
    """The successes of a defense were stored, by a roll or by the Storyteller (WD-111)."""

    defense: StoredDefense


class DefenseDropped(ActorEvent):
    """A stored defense was removed. `defense`: its id."""

    defense: str
    name: str


class ConsciousnessRolled(ActorEvent):
    """Stamina was rolled to stay awake with a full track (WD-175)."""

    roll: RollResult


class Harmed(ActorEvent):
    """Damage was marked (WD-171 to WD-173), or a dying combatant got worse (WD-176: `type` is "bleeding")."""

    amount: int
    type: str
    before: str
    after: str
    boxes: int
    condition: str


class MishapRuled(ActorEvent):
    """What a dramatic failure on an attack does: nothing, drop, fall or jam (WD-207)."""

    mishap: str
    weapon: str
    weapon_name: str


class AttackDeclared(ActorEvent):
    """An attack was declared; its pools still lack the targets' part.

    `seen_names`: of the targets in the open, if others are hidden; all are read by `whole` alone.
    """

    target_names: tuple[str, ...]
    attack: Exchange
    all_out: bool
    seen_names: tuple[str, ...] = ()
    whole: Audience = None


class TargetedEvent(ActorEvent):
    """What one combatant does to another. The entries of one action share its `exchange`."""

    target: str = ""
    target_name: str = ""
    target_owner: str | None = None


class ActionTaken(TargetedEvent):
    """An action or move without a roll: dodge, aim, draw, stand_up, drop_prone, walk, run."""

    action: str
    number: int = 0
    weapon: str = ""
    weapon_name: str = ""


class TreatmentRolled(TargetedEvent):
    """Care for a dying combatant was rolled (WD-179)."""

    roll: RollResult


class AttackResolved(TargetedEvent):
    """One attack on one target was rolled.

    `defense`: the Defense that it met; `used`: whether it counts as one more attack that the Defense has met.
    `cover`: Durability of the cover hit (0: none), `beyond`: successes through it, `arrival`: their new roll (None:
    nothing arrived), `structure`: what is left of the cover. `damage`: points of `type`. `staked`: the stake found the
    heart.
    """

    weapon_name: str
    action: str
    stance: str
    defense: Breakdown
    used: bool
    roll: RollResult
    damage: int
    type: str
    note: Text = EMPTY
    cover: int = 0
    beyond: int = 0
    structure: int = 0
    arrival: RollResult | None = None
    staked: bool = False


class Grappled(TargetedEvent):
    """A combatant got hold of another."""


class GrappleEnded(TargetedEvent):
    """Two combatants are no longer in a grapple."""


class StruggleRolled(TargetedEvent):
    """An attempt to break free or overpower. `held`: successes of an immobilising hold that it had to beat."""

    action: str
    roll: RollResult
    held: int
    won: bool


class ManeuverChosen(TargetedEvent):
    """What the stronger one does in a grapple. `weapon`: the weapon drawn."""

    maneuver: str
    successes: int
    weapon: str = ""
    weapon_name: str = ""


def _convert_former(data: dict[str, Json]) -> dict[str, Json]:
    """Return the JSON of an event of version 0.1, which named both owners in every event, as it is written today."""
    cls, attack = EVENTS.classes.get(data["kind"]), data.get("exchange")
    if cls is None or "target_owner" not in data:
        return data
    if cls is AttackDeclared and isinstance(attack, dict):
        data |= {"attack": attack, "exchange": attack.get("id", "")}
    return {key: value for key, value in data.items() if "owner" not in key or key in cls.__dataclass_fields__}


EVENTS: Kinds[Event] = Kinds(
    CombatantAdded,
    BattleStarted,
    InitiativeRolled,
    TurnBegan,
    ActingBegan,
    ActingEnded,
    Delayed,
    SurpriseRolled,
    CoverSet,
    MinutesPassed,
    WillpowerSpent,
    PowersUsed,
    PowerSwitched,
    ActionTaken,
    ActionRolled,
    AttackDeclared,
    PromptOpened,
    AttackResolved,
    Harmed,
    Grappled,
    GrappleEnded,
    StruggleRolled,
    ManeuverChosen,
    ConsciousnessRolled,
    MishapRuled,
    TreatmentRolled,
    DefenseStored,
    DefenseDropped,
    *events.SHARED,
    former=_convert_former,
)
